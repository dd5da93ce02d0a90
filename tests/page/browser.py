# SPDX-License-Identifier: GPL-3.0-or-later
# Chromium without a display, over a pair of pipes: as much of its protocol as the tests of pages need.
import base64
import json
import os
import shutil
import subprocess
import tempfile


def program():
    return shutil.which("chromium")


class Browser:
    def __init__(self):
        self._profile = tempfile.TemporaryDirectory()
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()

        def give():
            # Over numbers of their own first: one of them may be 3 or 4.
            high_in, high_out = os.dup2(to_read, 30), os.dup2(from_write, 31)
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self._process = subprocess.Popen(
            [program(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", "--user-data-dir=" + self._profile.name, "about:blank"],
            preexec_fn=give, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self._to, self._from = os.fdopen(to_write, "wb"), os.fdopen(from_read, "rb")
        self._number = 0
        self._rest = b""
        self._session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def close(self):
        self._session = None
        try:
            self.call("Browser.close")
        except RuntimeError:
            pass  # it may end before it answers
        self._process.wait()
        self._to.close()
        self._from.close()
        self._profile.cleanup()

    def _message(self):
        while b"\0" not in self._rest:
            piece = os.read(self._from.fileno(), 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self._number += 1
        request = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            request["sessionId"] = self._session
        self._to.write(json.dumps(request).encode() + b"\0")
        self._to.flush()
        while True:
            message = self._message()
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def wait_for(self, method):
        while True:
            for i, event in enumerate(self.events):
                if event["method"] == method:
                    return self.events.pop(i)["params"]
            self.events.append(self._message())

    def size(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def dark(self, on):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def open(self, path, steps=True):
        """Until it steps: what it holds is unpacked first."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait_for("Page.loadEventFired")
        if steps:
            self.value("""new Promise((done) => {
              const root = document.documentElement;
              const look = () => root.classList.contains("steps") && done();
              new MutationObserver(look).observe(root, { attributes: true });
              look();
            })""")

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, name, shift=False):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, modifiers=8 if shift else 0)

    def swipe(self, start, end):
        def point(at):
            return [{"x": at[0], "y": at[1]}]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=point(start))
        self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=point(end))
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def click(self, selector):
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self, path):
        data = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What was logged as an error since the page was opened, and what was thrown."""
        self.value("0")
        texts = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                texts.append(str(event["params"]["exceptionDetails"]))
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                texts.append(event["params"]["entry"]["text"])
        return texts
