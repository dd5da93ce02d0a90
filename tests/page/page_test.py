# SPDX-License-Identifier: GPL-3.0-or-later
# Pages that step, worked in Chromium by keys, buttons, the slider and touches, at the size of a desk and of a phone,
# on paper and without JavaScript. What they are to show is read from their files. Not here: that it is right
# (tests/gui/page_test.cpp). Ends with 77 where there is no Chromium.
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zlib

import browser

PROGRAM = sys.argv.pop(1)
EVIL = "</script><img src=x onerror=\"ran=1\"><script>ran=1</script>"


def unpacked(data):
    return json.loads(zlib.decompress(base64.b64decode(data)))


def packed(data):
    return base64.b64encode(zlib.compress(json.dumps(data).encode())).decode()


class Page:
    """A page's states, from its file."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.data = unpacked(re.search(r'<script type="text/deflate">(.*?)</script>', self.text)[1])
        self.states, state = [], {}
        for step in self.data["steps"]:
            for key, text in zip(step[::2], step[1::2]):
                state[self.data["keys"][key]] = self.data["texts"][text]
            self.states.append(dict(state))
        self.last = len(self.states) - 1


def export(directory, name, *words):
    path = os.path.join(directory, name)
    subprocess.run([PROGRAM, "run", *words, "--clock", "virtual", "--export", path], check=True,
                   stdout=subprocess.DEVNULL)
    return Page(path)


SHOWN = """(() => {
  const seen = (element) => element.checkVisibility();
  const texts = {};
  for (const e of document.querySelectorAll("[data-k]:not([data-as])")) texts[e.dataset.k] = e.textContent;
  return {
    texts,
    tasks: [...document.querySelectorAll(".tasks li")].map((e) => e.textContent),
    here: [...document.querySelectorAll(".mark.here")].map((e) => e.dataset.k),
    pictures: [...document.querySelectorAll("svg[data-scale]")].filter(seen).map((e) => e.classList[0]),
    late: [...document.querySelectorAll("svg [data-a], svg [data-z]")].filter((e) => !e.classList.contains("later")
      && (Number(e.dataset.a ?? 0) > STEP || Number(e.dataset.z ?? Infinity) <= STEP)).length,
    early: [...document.querySelectorAll("svg .later")].filter((e) => Number(e.dataset.a ?? 0) <= STEP
      && Number(e.dataset.z ?? Infinity) > STEP).length,
    clips: [...document.querySelectorAll("svg[data-scale] > clipPath:first-child rect")].map((e) => Number(e.getAttribute("width"))),
    left: [...document.querySelectorAll("svg[data-scale]")].map((e) => [e.dataset.left, e.dataset.scale, e.dataset.from].map(Number)),
    step: Number(document.querySelector("article.on .slider").value),
    wide: document.documentElement.scrollWidth,
  };
})()"""


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        loop = ["increment-loop", "--preset", "step"]
        cls.loop = export(cls.directory.name, "loop.html", *loop, "--waits", "none")
        cls.compared = export(cls.directory.name, "both.html", *loop, "--waits", "each", "--waits", "none")
        cls.failing = export(cls.directory.name, "late.html", "late-error", "--preset", "step", "--mode", "async")
        cls.training = export(cls.directory.name, "training.html", "training-memory", "--preset", "step")
        cls.evil = export(cls.directory.name, "evil.html", *loop, "--title", EVIL, "--caption", EVIL)
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.directory.cleanup()

    def open(self, page, phone=False, dark=False, steps=True):
        self.browser.size(*((360, 640, True) if phone else (1280, 720)))
        self.browser.dark(dark)
        self.browser.open(page.path, steps)

    def shows(self, page, step, phone=False):
        shown = self.browser.value(SHOWN.replace("STEP", str(step)))
        self.assertEqual(shown["step"], step)
        state = page.states[step]
        for key, text in shown["texts"].items():
            self.assertEqual(text, state.get(key, ""), key)
        expected = []
        for run, tasks in enumerate(page.data["tasks"]):
            for entry in filter(None, state.get(f"{run}.tasks", "").split(" ")):
                expected.append(f"and {entry[1:]} more" if entry[0] == "+"
                                else tasks[int(entry.split(".")[0])].replace("\t", ""))
        self.assertEqual(shown["tasks"], expected)
        self.assertEqual(sorted(shown["here"]),
                         sorted(key for key, text in state.items() if ".line." in key and text.endswith("\t1")))
        self.assertEqual(shown["pictures"], ["phone" if phone else "desk"])
        self.assertEqual((shown["late"], shown["early"]), (0, 0))
        time = sum(page.data["times"][:step + 1])
        for clip, (left, scale, begin) in zip(shown["clips"], shown["left"]):
            self.assertAlmostEqual(clip, left + (time - begin) * scale, places=3)
        self.assertLessEqual(shown["wide"], 360 if phone else 1280)
        self.assertEqual(self.browser.complaints(), [])

    def test_keys_buttons_and_slider(self):
        for page in (self.loop, self.compared, self.failing, self.training):
            self.open(page)
            self.shows(page, 0)
            self.browser.key("ArrowRight")
            self.shows(page, 1)
            self.browser.key("End")
            self.shows(page, page.last)
            self.browser.key("ArrowLeft")
            self.shows(page, page.last - 1)
            self.browser.value(f"(() => {{ const slider = document.querySelector('.slider'); slider.value = {page.last // 2};"
                               "slider.dispatchEvent(new Event('input')); })()")
            self.shows(page, page.last // 2)
            stops = page.data["stops"]
            after = min(stop for stop in stops if stop > page.last // 2)
            self.browser.key("ArrowRight", shift=True)
            self.shows(page, after)
            self.browser.key("PageUp")
            before = max(stop for stop in stops if stop < after)
            self.shows(page, before)
            self.browser.click("[data-kind=event][data-go='1']")
            self.shows(page, before + 1)
            self.browser.click("[data-kind=statement][data-go='-1']")
            self.shows(page, before)
            self.browser.key("Home")
            self.shows(page, 0)
            self.assertEqual(self.browser.value("document.querySelector('[data-go=\"-1\"]').ariaDisabled"), "true")

    def test_a_button_that_is_held_goes_on(self):
        page = self.training
        for phone in (False, True):
            for kind in ("event", "statement"):
                self.open(page, phone=phone)
                button = f"[data-kind={kind}][data-go='1']"
                x, y = self.browser.value(f"(({{x, y}}) => [x + 20, y + 20])(document.querySelector(\"{button}\").getBoundingClientRect())")
                self.browser.value("""[released = null, far = new Promise((done) => {
                  const slider = document.querySelector(".slider");
                  const look = () => Number(slider.value) > 20 && done();
                  new MutationObserver(look).observe(slider, { attributes: true });
                })] && addEventListener("pointerup", () => { released = Number(document.querySelector(".slider").value); })""")
                if phone:
                    self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
                else:
                    self.browser.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
                self.browser.value("far.then(() => 0)")
                if phone:
                    self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
                else:
                    self.browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
                released = self.browser.value("released")
                self.assertTrue(kind == "event" or released in page.data["stops"])
                self.shows(page, released, phone=phone)
                # Then each press is one step again, and so is a key's.
                for done in (1, 2):
                    if done == 2:
                        self.browser.value(f"document.querySelector(\"{button}\").click()")
                    elif phone:
                        self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
                        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
                    else:
                        for what in ("mousePressed", "mouseReleased"):
                            self.browser.call("Input.dispatchMouseEvent", type=what, x=x, y=y, button="left", clickCount=1)
                    if kind == "event":
                        self.shows(page, released + done, phone=phone)
                # On a phone, what goes anywhere is as wide as it can be.
                if phone:
                    self.assertGreater(self.browser.value("document.querySelector('.slider').offsetWidth"), 320)

    def test_on_a_phone_two_runs_are_seen_at_once(self):
        self.open(self.compared, phone=True)
        for key in ("End", "Home"):
            self.browser.key(key)
            bars = self.browser.value("""[...document.querySelectorAll("svg.phone [data-n]")].map((part) =>
              [part.dataset.n.startsWith("B."), part.getBoundingClientRect().bottom])""")
            self.assertEqual({run for run, _ in bars}, {False, True})
            self.assertLessEqual(max(bottom for _, bottom in bars), self.browser.value("document.querySelector('.bar').getBoundingClientRect().top"))

    def test_parameters_are_said_with_their_units(self):
        page = export(self.directory.name, "times.html", "increment-loop", "--preset", "step", "--set", "t1_ns=1000",
                      "--set", "t2_ns=12345", "--set", "memory_bound_mb=64")
        seen = re.sub(r"<script.*?</script>", "", page.text, flags=re.S)
        for said in ("t1 = 1.00 µs", "t2 = 12345 ns", "memory_bound = 64 MB"):
            self.assertIn(said, seen)
        for raw in ("_ns", "_mb"):
            self.assertNotIn(raw, seen)

    def test_a_bar_that_is_clicked_is_gone_to(self):
        self.open(self.loop)
        self.browser.key("End")
        bars = self.browser.value("""[...document.querySelectorAll("svg.desk [data-n^=t], svg.desk [data-n^=w]")].map((part) => {
          const bar = part.matches("rect") ? part : part.querySelector("rect");
          const box = bar?.getBoundingClientRect();
          return box && box.width > 12 && box.bottom < innerHeight && [part.dataset.n, Number(part.dataset.a), box.x + 5, box.y + 5];
        }).filter(Boolean)""")
        self.assertGreater(len(bars), 10)
        for name, begin, x, y in bars[:4] + bars[-4:]:
            self.browser.key("End")
            for kind in ("mousePressed", "mouseReleased"):
                self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
            self.shows(self.loop, begin)
            self.assertEqual(self.loop.states[begin]["named"], name)

    def test_the_program_fits_its_place(self):
        for page in (self.loop, self.compared, self.training):
            for phone in (False, True):
                self.open(page, phone=phone)
                self.assertLessEqual(*self.browser.value("(({scrollWidth: a, clientWidth: b}) => [a, b])(document.querySelector('.program .lines'))"))
                numbers = self.browser.value("""[...document.querySelectorAll('.program tbody th')].map((e) => {
                  const range = document.createRange();
                  range.selectNodeContents(e);
                  return range.getBoundingClientRect().right;
                })""")
                self.assertEqual(len(set(numbers)), 1)
                # A line begins in the row of its number.
                self.assertEqual(self.browser.value("""[...document.querySelectorAll('.program code span')].filter((e) => e.textContent
                  && e.getBoundingClientRect().top - e.closest('tr').getBoundingClientRect().top > 8).length"""), 0)

    def test_on_a_phone_the_sentence_stands_beside_what_is_stepped(self):
        box = "(({top, bottom}) => [top, bottom])(document.querySelector('%s').getBoundingClientRect())"
        for page in (self.loop, self.compared, self.training):
            self.open(page, phone=True)
            for _ in range(3):
                self.browser.key("ArrowRight", shift=True)
            self.browser.value("document.querySelector('.program').scrollIntoView()")
            top, bottom = self.browser.value(box % ".bar")
            self.assertGreater(top, 400)
            self.assertEqual(bottom, 640)
            self.assertGreaterEqual(self.browser.value(box % ".said")[0], top)
            # The line and the picture begin in what is to be seen above it.
            line, program, picture = (self.browser.value(box % name) for name in (".program .here", ".program", ".picture"))
            self.assertTrue(program[0] <= line[0] and line[1] <= program[1] <= picture[0] < top - 100)
            # All of the page can be brought above it.
            self.browser.value("scrollTo(0, 1e6)")
            self.assertLessEqual(self.browser.value(box % "footer")[1], top)

    def test_a_page_scrolls_past_its_program(self):
        for phone in (False, True):
            self.open(self.training, phone=phone)
            more = "document.querySelector('.all-lines')"
            lines = "(({scrollTop: a, scrollHeight: b, clientHeight: c}) => [a, b, c])(document.querySelector('.program .lines'))"
            self.browser.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            before = self.browser.value(lines)
            self.assertGreater(before[1], before[2])
            x, y = self.browser.value("(({x, y}) => [x + 60, y + 60])(document.querySelector('.program').getBoundingClientRect())")
            self.browser.value("scrolled = new Promise((done) => addEventListener('scroll', done, {once: true})); 0")
            self.browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=60)
            self.browser.value("scrolled.then(() => 0)")
            self.assertEqual(self.browser.value(lines), before)
            self.browser.value(more + ".click()")
            _, all_of_it, seen = self.browser.value(lines)
            self.assertEqual(all_of_it, seen)
            self.assertEqual(self.browser.value(more + ".ariaExpanded"), "true")
            self.browser.value(more + ".click()")
            self.assertEqual(self.browser.value(lines)[1:], before[1:])
            # What fits has no such button.
            self.open(self.loop, phone=phone)
            self.browser.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            self.assertTrue(self.browser.value(more + ".hidden"))

    def test_swipes_on_a_phone(self):
        for page in (self.loop, self.compared, self.training):
            self.open(page, phone=True)
            self.shows(page, 0, phone=True)
            self.browser.value("document.querySelector('.picture').scrollIntoView()")
            top = self.browser.value("document.querySelector('.picture').getBoundingClientRect().top") + 60
            for step in (1, 2):
                self.browser.swipe((300, top), (80, top + 10))
                self.shows(page, step, phone=True)
            self.browser.swipe((80, top), (300, top + 10))
            self.shows(page, 1, phone=True)
            self.browser.swipe((200, top), (190, top))
            self.shows(page, 1, phone=True)
            sizes = self.browser.value("[...document.querySelectorAll('button, input')].filter((e) => "
                                       "e.checkVisibility()).map((e) => e.getBoundingClientRect().height)")
            self.assertGreaterEqual(min(sizes), 40)
            self.assertGreaterEqual(
                self.browser.value("parseFloat(getComputedStyle(document.querySelector('.said')).fontSize)"), 16)

    PICTURE = "[...document.querySelectorAll('article.on .picture > div')].findIndex((e) => !e.hidden)"
    STEP = "Number(document.querySelector('article.on .slider').value)"

    def lecture(self, name="loop"):
        """The path of a page of a lecture, its text and its stops."""
        subprocess.run([PROGRAM, "lecture", name, "--export", self.directory.name], check=True,
                       stdout=subprocess.DEVNULL)
        path = os.path.join(self.directory.name, "lecture.html")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return path, text, unpacked(re.search(r'id="way">(.*?)</script>', text)[1])["stops"]

    def go_to(self, stop):
        self.browser.value(f"(() => {{ const list = document.querySelector('select'); list.value = {stop};"
                           "list.dispatchEvent(new Event('change')); })()")

    def answer(self, number, stop):
        """At a stop that asks: nothing tells the answer, and nothing later is gone to, before it is given."""
        question = stop["question"]
        right = f"li.on .options button:nth-of-type({question['right'] + 1})"
        self.assertEqual(self.browser.value(self.PICTURE), question["picture"])
        for key in ("End", "ArrowRight", "PageDown"):
            self.browser.key(key)
            self.assertEqual(self.browser.value(self.STEP), question["asked"])
        self.assertTrue(self.browser.value("!!document.activeElement.closest('.asked')"))
        seen = self.browser.value("document.body.innerText")
        for told in (question["answer"], question["verdicts"][question["right"]]):
            self.assertNotIn(told, seen)
        self.assertEqual(self.browser.value("getComputedStyle(document.querySelector('article.on .said')).visibility"), "hidden")
        missing = "document.querySelector('li.on .missing')"
        self.assertEqual(self.browser.value(missing + ".textContent"), self.browser.value(missing + ".dataset.first"))
        wrong = (question["right"] + 1) % len(question["verdicts"])
        self.browser.click(f"li.on .options button:nth-of-type({wrong + 1})")
        verdict = "document.querySelector('li.on .verdict').textContent"
        self.assertEqual(self.browser.value(verdict), question["verdicts"][wrong])
        self.assertEqual(self.browser.value(missing + ".textContent"), "")
        # Who goes on is told what is missing, in sight and, each time anew, by a screen reader.
        said = []
        for _ in range(2):
            self.browser.click("[data-way='1']")
            self.assertEqual(self.browser.value(self.STEP), question["asked"])
            self.assertEqual(self.browser.value(verdict), question["verdicts"][wrong])
            self.assertEqual(self.browser.value(missing + ".textContent"), self.browser.value(missing + ".dataset.again"))
            self.assertTrue(self.browser.value(f"(({{top, bottom}}) => top >= 0 && bottom <= innerHeight)({missing}.getBoundingClientRect())"))
            said.append(self.browser.value(f"{missing}.ariaLive === 'polite' && {missing}.firstChild !== window.before"))
            self.browser.value(f"void (window.before = {missing}.firstChild)")
        self.assertEqual(said, [True, True])
        self.browser.key("End")
        self.assertEqual(self.browser.value(self.STEP), question["asked"])
        gives_up = number % 2 == 1
        self.browser.click("li.on .gives-up" if gives_up else right)
        self.assertEqual(self.browser.value(missing + ".textContent"), "")
        self.assertEqual(self.browser.value(verdict),
                         question["answer"] if gives_up else question["verdicts"][question["right"]])
        self.assertEqual(self.browser.value(f"document.querySelector('{right}').ariaPressed"), "true")
        self.assertEqual(self.browser.value("getComputedStyle(document.querySelector('article.on .said')).visibility"), "visible")
        self.browser.click("li.on .shows")
        self.assertEqual(self.browser.value(self.STEP), question["shown"])
        self.go_to(number)

    def test_a_lecture_goes_from_halt_to_halt(self):
        path, text, stops = self.lecture()
        bodies = [unpacked(data) for data in re.findall(r'<script type="text/deflate">(.*?)</script>', text)]
        words = re.findall(r"<li><h2>(.*?)</h2>", text)
        self.browser.size(1280, 720)
        self.browser.open(path)
        self.assertEqual(self.browser.value("document.querySelector('h1').textContent"), "The loop: t1, t2, t3")
        seen = "[...document.querySelectorAll('.stops li, article')].filter((e) => e.checkVisibility()).length"
        place = """[document.querySelector(".stops li.on h2").innerHTML,
                    [...document.querySelectorAll("article")].findIndex((e) => e.classList.contains("on")),
                    Number(document.querySelector("article.on .slider").value)]"""
        halts = [(i, stop["body"], step) for i, stop in enumerate(stops) for step in stop["halts"]]
        self.assertGreater(len(halts), len(stops))
        asked = 0
        for number, (stop, body, step) in enumerate(halts):
            if number > 0:
                self.browser.key("PageDown")
            if "question" in stops[stop] and step == stops[stop]["halts"][0]:
                self.answer(stop, stops[stop])
                asked += 1
            self.assertEqual(self.browser.value(place), [words[stop], body, step])
            self.assertEqual(self.browser.value(self.PICTURE), stops[stop]["picture"])
            self.assertEqual(self.browser.value(seen), 2)
            self.assertLess(step, len(bodies[body]["steps"]))
            cut = "getComputedStyle(document.querySelector('article.on svg.desk .t')).clipPath !== 'none'"
            self.assertEqual(self.browser.value(cut), stops[stop]["after"] == "hide")
        self.assertGreater(asked, 1)
        self.browser.key("PageDown")
        self.assertEqual(self.browser.value(place)[0], words[-1])
        self.browser.key("PageUp")
        self.browser.key("ArrowLeft")
        self.go_to(1)
        self.assertEqual(self.browser.value(place)[0], words[1])
        self.assertEqual(self.browser.complaints(), [])

    def rewrite(self, path, text, stops):
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r'(id="way">).*?(</script>)',
                              lambda found: found[1] + packed({"stops": stops}) + found[2], text))

    def test_a_stop_is_shown_in_its_theme(self):
        path, text, stops = self.lecture()
        stops[1]["theme"], stops[3]["theme"] = "dark", "light"
        self.rewrite(path, text, stops)
        ground = "getComputedStyle(document.querySelector('article.on .picture')).backgroundColor"
        pressed = "document.querySelector('#theme').ariaPressed"
        light, dark = "rgb(255, 255, 255)", "rgb(28, 34, 43)"
        self.browser.size(1280, 720)

        def wears(stop, colour):
            self.go_to(stop)
            self.assertEqual(self.browser.value(ground), colour)
            self.assertEqual(self.browser.value(pressed), str(colour == dark).lower())
        for system in (False, True):
            self.browser.dark(system)
            self.browser.open(path)
            own = dark if system else light
            other = light if system else dark
            for stop, colour in ((0, own), (1, dark), (2, own), (3, light)):
                wears(stop, colour)
            # What the reader chooses is what the others are shown in.
            wears(2, own)
            self.browser.click("#theme")
            for stop, colour in ((2, other), (1, dark), (3, light), (0, other), (1, dark)):
                wears(stop, colour)
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            self.assertEqual(self.browser.value("getComputedStyle(document.querySelector('.picture')).backgroundColor"), light)
            self.browser.call("Emulation.setEmulatedMedia", media="")
        self.browser.dark(False)
        self.assertEqual(self.browser.complaints(), [])

    def test_what_is_drawn_on_paper_is_shown_then(self):
        path, _, stops = self.lecture("asynchrony")
        number = next(i for i, stop in enumerate(stops) if stop.get("question", {}).get("runs"))
        question = stops[number]["question"]
        verdict = "document.querySelector('li.on .verdict').textContent"
        self.browser.size(360, 640, True)
        self.browser.open(path)
        self.go_to(number)
        for key in ("End", "PageDown"):
            self.browser.key(key)
            self.assertEqual(self.browser.value(self.STEP), question["asked"])
        self.assertEqual(self.browser.value(self.PICTURE), question["picture"])
        self.assertTrue(self.browser.value("document.activeElement.matches('li.on .gives-up')"))
        self.assertEqual(self.browser.value(verdict), "")
        missing = "document.querySelector('li.on .missing')"
        self.assertNotIn(self.browser.value(missing + ".textContent"), ("", question["answer"]))
        # Not behind what lies over the page's foot.
        self.assertTrue(self.browser.value(f"{missing}.getBoundingClientRect().bottom <= document.querySelector('article.on .bar').getBoundingClientRect().top"))
        self.assertGreater(self.browser.value("document.querySelectorAll('li.on .drawing tr').length"), 1)
        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), 360)
        self.browser.click("li.on .gives-up")
        self.assertEqual(self.browser.value(verdict), question["answer"])
        self.assertEqual(self.browser.value(self.STEP), question["shown"])
        self.browser.key("PageDown")
        self.assertNotEqual(self.browser.value(self.STEP), question["shown"])
        self.assertEqual(self.browser.complaints(), [])

    def test_a_stop_shows_its_part(self):
        path, text, stops = self.lecture()
        number = next(i for i, stop in enumerate(stops) if i > 0 and "question" in stop)
        stop = stops[number]
        stop.update(picture=stop.pop("question")["picture"], after="dim")
        self.rewrite(path, text, stops)
        self.browser.size(1280, 720)
        self.browser.open(path)
        self.go_to(number)
        veil = "getComputedStyle(document.querySelector('article.on .picture > div:not([hidden]) .veil')).display"
        self.assertEqual(self.browser.value(self.PICTURE), stop["picture"])
        self.assertEqual(self.browser.value(veil), "inline")
        # A reader who leaves it sees all of the run.
        self.browser.key("End")
        self.assertEqual(self.browser.value(self.PICTURE), 0)
        self.browser.key("Home")
        self.assertEqual(self.browser.value(self.PICTURE), stop["picture"])
        self.assertEqual(self.browser.complaints(), [])

    def test_the_focus_stays_where_a_button_has_nothing_more_to_do(self):
        self.open(self.loop)
        self.browser.key("End")
        self.browser.key("ArrowLeft")
        button = "document.querySelector('[data-kind=event][data-go=\"1\"]')"
        self.browser.value(button + ".focus()")
        for _ in range(2):
            self.browser.value(button + ".click()")
            self.shows(self.loop, self.loop.last)
            self.assertTrue(self.browser.value(f"document.activeElement === {button} && {button}.ariaDisabled === 'true'"))

    def test_questions_are_answered(self):
        for phone in (False, True):
            self.open(self.loop, phone=phone)
            for number, question in enumerate(self.loop.data["questions"]):
                place = f".questions details:nth-of-type({number + 1})"
                self.browser.click(place + " summary")
                # It is told a little later that one has opened.
                self.browser.value("new Promise(requestAnimationFrame)")
                self.shows(self.loop, question["asked"], phone=phone)
                for option, verdict in enumerate(question["verdicts"]):
                    self.browser.click(f"{place} .options button:nth-of-type({option + 1})")
                    self.assertEqual(self.browser.value(f"document.querySelector('{place} .verdict').textContent"), verdict)
                self.browser.click(place + " .shows")
                self.shows(self.loop, question["shown"], phone=phone)

    def test_light_and_dark(self):
        ground = "getComputedStyle(document.querySelector('.picture')).backgroundColor"
        bar = "getComputedStyle(document.querySelector('svg.desk rect[data-n]')).fill"
        self.open(self.loop)
        light, light_bar = self.browser.value(ground), self.browser.value(bar)
        self.browser.click("#theme")
        dark, dark_bar = self.browser.value(ground), self.browser.value(bar)
        self.assertNotEqual(light, dark)
        self.assertNotEqual(light_bar, dark_bar)
        self.open(self.loop, dark=True)
        self.assertEqual((self.browser.value(ground), self.browser.value(bar)), (dark, dark_bar))
        self.browser.click("#theme")
        self.assertEqual((self.browser.value(ground), self.browser.value(bar)), (light, light_bar))

    def still(self):
        return self.browser.value("""(() => {
          const seen = (e) => e.getClientRects().length > 0;
          const count = (selector, wrong) => [...document.querySelectorAll(selector)].filter(wrong).length;
          return {
            pictures: [...document.querySelectorAll("svg[data-scale]")].filter(seen).map((e) => e.classList[0]),
            cut: count("svg.desk .t", (e) => getComputedStyle(e).clipPath !== "none"),
            hidden: count("svg.desk [data-a]:not([data-z])", (e) => !seen(e)),
            passing: count("svg.desk [data-z]", seen),
            other: count(".bar, .queue, .state, .mark, .now", seen),
          };
        })()""")

    STILL = {"pictures": ["desk"], "cut": 0, "hidden": 0, "passing": 0, "other": 0}

    def test_on_paper(self):
        for page in (self.loop, self.failing):
            self.open(page)
            self.browser.key("ArrowRight")
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            self.assertEqual(self.still(), self.STILL)
            self.browser.call("Emulation.setEmulatedMedia", media="")
            path = os.path.join(self.directory.name, "page.pdf")
            self.browser.pdf(path)
            with open(path, "rb") as file:
                pdf = file.read()
            self.assertTrue(pdf.startswith(b"%PDF"))
            self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", pdf)), 1)
            self.shows(page, 1)

    def test_without_javascript(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.open(self.loop, steps=False)
        self.assertEqual(self.still(), self.STILL)
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def test_what_others_wrote_stays_text(self):
        self.open(self.evil)
        self.assertEqual(self.browser.value("document.querySelector('h1').textContent"), EVIL)
        self.assertEqual(self.browser.value("[typeof ran, document.images.length, document.scripts.length]"),
                         ["undefined", 0, 2])
        # Neither would run if it were there.
        self.browser.value("document.body.append(Object.assign(document.createElement('script'), {text: 'ran=1'}))")
        self.assertEqual(self.browser.value("typeof ran"), "undefined")

    def test_a_screen_reader_finds_names(self):
        self.open(self.loop)
        self.browser.key("ArrowRight")
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        named = {}
        for node in nodes:
            named.setdefault(node.get("role", {}).get("value"), []).append(node.get("name", {}).get("value", ""))
        self.assertEqual([name for name in named["button"] if len(name) < 3], [])
        self.assertGreaterEqual(len(named["button"]), 5)
        self.assertEqual(named["slider"], ["Event"])
        self.assertEqual(self.browser.value("document.querySelector('.slider').getAttribute('aria-valuetext')"),
                         self.loop.states[1]["where"])
        self.assertEqual(self.browser.value("document.querySelector('[aria-live]').textContent"),
                         self.loop.states[1]["said"])

    def test_small_enough(self):
        events = self.training.last
        self.assertGreater(events, 500)
        self.assertLess(len(self.training.text.encode()) * 500 / events, 300_000)


if __name__ == "__main__":
    if not browser.program():
        print("chromium is not installed")
        sys.exit(77)
    unittest.main(verbosity=1)
