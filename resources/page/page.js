// Puts what the page holds for a step where it belongs. Every text was found out when the page was written.
"use strict";
(async () => {
const swipe_px = 40;
const hold_ms = 400, again_ms = 80;
const svg = "http://www.w3.org/2000/svg";

const dataOf = async (script) => {
  const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(text).text());
};

// A question is answered again until it is right, or somebody gives up.
const ask = (place, { shown, right, verdicts, answer, runs }, stage, answered) => {
  const options = [...place.querySelectorAll(".options button")];
  const verdict = place.querySelector(".verdict"), shows = place.querySelector(".shows");
  const givesUp = place.querySelector(".gives-up"), missing = place.querySelector(".missing");
  const choose = (chosen, text, done) => {
    options.forEach((option, i) => option.setAttribute("aria-pressed", i === chosen));
    verdict.textContent = text;
    missing.textContent = "";
    verdict.scrollIntoView({ block: "nearest" });
    if (!done || givesUp.hidden) return;
    shows.hidden = false;
    if (document.activeElement === givesUp) shows.focus();
    givesUp.hidden = true;
    answered();
  };
  options.forEach((option, i) => option.addEventListener("click", () => {
    choose(i, verdicts[i], right < 0 || i === right);
  }));
  givesUp.addEventListener("click", () => {
    choose(right, answer, true);
    if (runs) stage.goTo(shown);
  });
  shows.addEventListener("click", () => {
    stage.goTo(shown);
    stage.root.querySelector(".picture").scrollIntoView({ block: "center" });
  });
};

// Who wants to go on without an answer is told what is missing, and told again.
const remind = (place) => {
  const missing = place.querySelector(".missing");
  const { first, again } = missing.dataset;
  missing.replaceChildren(place.querySelector(".verdict").textContent === "" ? first : again);
  place.querySelector("button").focus({ preventScroll: true });
  missing.scrollIntoView({ block: "nearest" });
};

// A button that is held goes on.
const repeat = (button, act) => {
  let timer, went = false;
  const again = () => {
    went = true;
    act();
    timer = setTimeout(again, again_ms);
  };
  button.addEventListener("pointerdown", (event) => {
    went = false;
    if (event.button === 0) timer = setTimeout(again, hold_ms);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"])
    button.addEventListener(end, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  // A click without a pointer is a key's.
  button.addEventListener("click", (event) => {
    if (!went || event.detail === 0) act();
  });
};

// An article that steps.
const stepper = async (root) => {
  const data = await dataOf(root.querySelector("script"));
  const last = data.steps.length - 1;
  const all = (selector) => [...root.querySelectorAll(selector)];
  const slider = root.querySelector(".slider");

  // For each step the values that it takes away, so that one can go back.
  const values = data.keys.map(() => 0);
  const back = data.steps.map((changes) => {
    const before = [];
    for (let i = 0; i < changes.length; i += 2) {
      before.push(changes[i], values[changes[i]]);
      values[changes[i]] = changes[i + 1];
    }
    return before;
  });
  values.fill(0);
  const times = [];
  data.times.forEach((more, i) => times.push(more + (i ? times[i - 1] : 0)));

  const places = new Map(data.keys.map((key) => [key, []]));
  for (const element of all("[data-k]")) places.get(element.dataset.k)?.push(element);
  const parts = new Map();
  for (const element of all("[data-n]")) {
    if (!parts.has(element.dataset.n)) parts.set(element.dataset.n, []);
    parts.get(element.dataset.n).push(element);
  }
  const timed = all("[data-a], [data-z]").map((element) => ({
    element,
    from: Number(element.dataset.a ?? 0),
    until: Number(element.dataset.z ?? Infinity),
  }));
  // The first is of all of the run.
  const pictures = all(".picture > div").map((place) => ({
    place,
    layouts: [...place.querySelectorAll("svg")].map((picture) => ({
      clip: picture.querySelector("clipPath rect"),
      cursor: picture.querySelector(".now"),
      left: Number(picture.dataset.left),
      scale: Number(picture.dataset.scale),
      from: Number(picture.dataset.from),
      to: Number(picture.dataset.to),
    })),
  }));
  const reaches = ({ layouts: [{ from, to }] }, ns) => from <= ns && ns <= to;

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const glyph = (state) => {
    const picture = document.createElementNS(svg, "svg");
    picture.setAttribute("class", "glyph");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", data.states[state]);
    const use = document.createElementNS(svg, "use");
    use.setAttribute("href", "#g" + state);
    picture.append(use);
    return picture;
  };

  // So many lines as there is room for, the current one among them; who scrolls scrolls the page.
  const lines = root.querySelector(".program .lines");
  const keepInSight = (cell) => {
    const line = cell.getBoundingClientRect(), top = lines.getBoundingClientRect().top;
    const bottom = top + lines.clientHeight;
    if (line.top < top) lines.scrollTop -= top - line.top;
    else if (line.bottom > bottom) lines.scrollTop += line.bottom - bottom;
  };
  const more = root.querySelector(".all-lines");
  if (lines) {
    more.addEventListener("click", () => {
      more.setAttribute("aria-expanded", lines.parentElement.classList.toggle("all"));
    });
    new ResizeObserver(() => {
      more.hidden = !lines.parentElement.classList.contains("all") && lines.scrollHeight <= lines.clientHeight + 1;
    }).observe(lines);
  }

  const show = {
    text: (element, text) => { element.textContent = text; },
    error: (element, text) => element.classList.toggle("error", text !== ""),
    line: (cell, text) => {
      const [state, passes, words, current] = text.split("\t");
      cell.classList.toggle("here", current === "1");
      if (current === "1") keepInSight(cell);
      cell.replaceChildren();
      if (text === "") return;
      cell.append(glyph(state));
      cell.lastChild.setAttribute("aria-label", words);
      if (passes !== "1") cell.append(make("span", "passes", passes + "×"));
    },
    tasks: (list, text) => {
      list.replaceChildren(...(text === "" ? [] : text.split(" ")).map((entry) => {
        if (entry[0] === "+") return make("li", "more", list.dataset.more.replace("%1", entry.slice(1)));
        const [task, state] = entry.split(".");
        const [name, uses] = data.tasks[list.dataset.run][task].split("\t");
        const row = make("li");
        row.append(glyph(state), make("b", "", name), make("span", "uses", uses));
        return row;
      }));
    },
    row: (row, text) => {
      const [name, writer, state, readers, memory] = text.split("\t");
      row.hidden = text === "";
      if (row.hidden) return;
      const cell = make("td");
      if (state !== "") cell.append(glyph(state));
      cell.append(writer);
      row.replaceChildren(make("th", "", name), cell, make("td", "", readers), make("td", "", memory));
      row.firstChild.scope = "row";
    },
  };

  let step = -1;
  let named = [];
  // limit: no later step is gone to. after: what is to be seen of it.
  let look = { picture: 0, after: "hide", limit: last };
  // Where a question is open, and the sentence would tell its answer.
  let asked = -1;
  const asks = (at) => {
    asked = at;
    root.classList.toggle("asks", step === asked);
  };
  const goTo = (wanted) => {
    const to = Math.max(0, Math.min(look.limit, wanted));
    const changed = new Set();
    const apply = (changes) => {
      for (let i = 0; i < changes.length; i += 2) {
        values[changes[i]] = changes[i + 1];
        changed.add(changes[i]);
      }
    };
    while (step < to) apply(data.steps[++step]);
    while (step > to) apply(back[step--]);
    for (const key of changed) {
      const text = data.texts[values[key]];
      for (const element of places.get(data.keys[key])) show[element.dataset.as ?? "text"](element, text);
      if (data.keys[key] === "named") {
        for (const element of named) element.classList.remove("on");
        named = parts.get(text) ?? [];
        for (const element of named) element.classList.add("on");
      }
      if (data.keys[key] === "where") slider.setAttribute("aria-valuetext", text);
    }
    for (const { element, from, until } of timed) element.classList.toggle("later", step < from || step >= until);
    // Whoever leaves the part that a stop shows sees all of it.
    const shown = reaches(pictures[look.picture], times[step]) ? pictures[look.picture] : pictures[0];
    for (const { place } of pictures) place.hidden = place !== shown.place;
    for (const { clip, cursor, left, scale, from } of shown.layouts) {
      const x = left + (times[step] - from) * scale;
      clip.setAttribute("width", x);
      cursor.setAttribute("transform", `translate(${x})`);
    }
    slider.value = step;
    asks(asked);
    for (const button of all("[data-go]")) {
      const end = button.dataset.go > 0 ? look.limit : 0;
      button.setAttribute("aria-disabled", step === end);
    }
  };
  const lookAt = (wanted) => {
    look = { limit: last, ...wanted };
    root.classList.toggle("whole", look.after !== "hide");
    root.classList.toggle("dim", look.after === "dim");
    root.classList.toggle("held", look.limit < last);
    if (step >= 0) goTo(step);
  };
  const statement = (direction) => {
    const stops = direction > 0 ? data.stops.find((stop) => stop > step)
                                : data.stops.findLast((stop) => stop < step);
    goTo(stops ?? step);
  };
  const go = (kind, direction) => (kind === "statement" ? statement(direction) : goTo(step + direction));

  for (const button of all("[data-go]"))
    repeat(button, () => go(button.dataset.kind, Number(button.dataset.go)));
  slider.addEventListener("input", () => goTo(Number(slider.value)));

  const stage = { root, goTo, go, lookAt, asks, last };
  all(".questions details").forEach((place, number) => {
    const question = data.questions[number];
    let answered = false;
    ask(place, question, stage, () => {
      answered = true;
      asks(-1);
    });
    place.addEventListener("toggle", () => {
      asks(place.open && !answered ? question.asked : -1);
      if (place.open) goTo(question.asked);
    });
  });

  // A bar that is clicked is gone back to: what the sentence says there is about it.
  root.querySelector(".picture").addEventListener("click", (event) => {
    const part = event.target.closest("[data-n]");
    if (part) goTo(Number(part.dataset.a));
  });

  let begin = null;
  const ground = root.querySelector(".picture");
  ground.addEventListener("touchstart", (event) => {
    begin = event.touches.length === 1 && !zoomed() ? event.touches[0] : null;
  }, { passive: true });
  ground.addEventListener("touchend", (event) => {
    if (!begin) return;
    const end = event.changedTouches[0];
    const x = end.clientX - begin.clientX, y = end.clientY - begin.clientY;
    if (Math.abs(x) > swipe_px && Math.abs(x) > 2 * Math.abs(y)) goTo(step + (x < 0 ? 1 : -1));
    begin = null;
  }, { passive: true });

  return stage;
};

const zoomed = () => (window.visualViewport?.scale ?? 1) > 1.01;

// What one is shown in: what a stop says, else what the reader has chosen, else what the system says.
const theme = (() => {
  const root = document.documentElement, button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen;
  const wear = (name) => {
    if (name) root.dataset.theme = name;
    else delete root.dataset.theme;
    button.setAttribute("aria-pressed", (name ?? (system.matches ? "dark" : "light")) === "dark");
  };
  button.addEventListener("click", () => {
    chosen = button.getAttribute("aria-pressed") === "true" ? "light" : "dark";
    wear(chosen);
  });
  system.addEventListener("change", () => wear(root.dataset.theme));
  wear();
  return { ofStop: (own) => wear(own ?? chosen) };
})();

const steppers = await Promise.all([...document.querySelectorAll("article")].map(stepper));
let current = null;
const show = (stepper, step) => {
  for (const { root } of steppers) root.classList.toggle("on", root === stepper?.root);
  current = stepper;
  stepper?.goTo(step);
};

// A lecture: from halt to halt, and on to the next stop.
const way = await (async () => {
  const place = document.getElementById("way");
  if (!place) return null;
  const { stops } = await dataOf(place);
  const words = [...document.querySelectorAll(".stops li")];
  const list = document.querySelector(".way select");
  const buttons = [...document.querySelectorAll("[data-way]")];
  const answered = new Set();
  let at = { stop: -1, halt: 0 };
  const holds = (stop) => stops[stop].question && !answered.has(stop);
  const lookAt = (stop) => {
    const { body, picture, after, question } = stops[stop];
    steppers[body].asks(holds(stop) ? question.asked : -1);
    steppers[body].lookAt(holds(stop) ? { picture: question.picture, after: "hide", limit: question.asked }
                                      : { picture, after });
  };
  const goTo = (stop, halt) => {
    const from = at.stop;
    at = { stop, halt };
    words.forEach((item, i) => item.classList.toggle("on", i === stop));
    list.value = stop;
    const { body, halts, theme: own } = stops[stop];
    if (at.stop !== from) theme.ofStop(own);
    if (halts) lookAt(stop);
    show(halts && steppers[body], halts?.[halt]);
    for (const button of buttons)
      button.setAttribute("aria-disabled", !(Number(button.dataset.way) > 0 && holds(stop)) && !next(Number(button.dataset.way)));
  };
  const count = (stop) => stops[stop].halts?.length ?? 1;
  const next = (direction) => {
    const halt = at.halt + direction, stop = at.stop + direction;
    if (halt >= 0 && halt < count(at.stop)) return [at.stop, halt];
    if (stop < 0 || stop >= stops.length) return null;
    return [stop, direction > 0 || holds(stop) ? 0 : count(stop) - 1];
  };
  const go = (direction) => {
    // First the answer.
    if (direction > 0 && holds(at.stop)) return remind(words[at.stop].querySelector(".asked"));
    const to = next(direction);
    if (to) goTo(...to);
  };
  for (const button of buttons) button.addEventListener("click", () => go(Number(button.dataset.way)));
  list.addEventListener("change", () => goTo(Number(list.value), 0));
  stops.forEach(({ body, question }, stop) => {
    if (!question) return;
    ask(words[stop].querySelector(".asked"), question, steppers[body], () => {
      answered.add(stop);
      goTo(stop, 0);
    });
  });
  return { goTo, go };
})();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  const arrow = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const page = { PageDown: 1, PageUp: -1 }[event.key];
  if (arrow) current?.go(event.shiftKey ? "statement" : "event", arrow);
  else if (page) way ? way.go(page) : current.go("statement", page);
  else if (event.key === "Home") current?.goTo(0);
  else if (event.key === "End") current?.goTo(current.last);
  else return;
  event.preventDefault();
});

// Who has a closer look moves the picture, not the run.
window.visualViewport?.addEventListener("resize", () => {
  document.documentElement.classList.toggle("zoomed", zoomed());
});

document.documentElement.classList.add("steps");
if (way) way.goTo(0, 0);
else if (steppers.length) show(steppers[0], 0);
})();
