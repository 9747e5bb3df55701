"""Drives Chromium through a pipe, as scripts/consumers.py needs it: no network, no other package."""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile


def find():
    """Returns the path of Chromium, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """A headless Chromium with one tab. A request to an address that is not allowed is a problem."""

    def __init__(self, allowed=("file:", "data:")):
        self.allowed = allowed
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():
            # The browser reads from descriptor 3 and writes to descriptor 4.
            spare = os.dup(to_browser), os.dup(from_browser)
            for descriptor, number in zip(spare, (3, 4)):
                os.dup2(descriptor, number)
                os.set_inheritable(number, True)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.session, self.problems = 0, b"", None, []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        """Calls a method of the browser, and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        """Returns the next message, and notes what went wrong in the page."""
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(self.allowed):
            self.problems.append(f"a request to {parameters['request']['url']}")
        return message

    def show(self, address, width, height, dark=False, still=False, scripts=True):
        """Opens a page in a window of that size."""
        self.problems = []
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        while self.receive().get("method") != "Page.loadEventFired":
            pass

    def value(self, expression):
        """Returns the value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, key, text=""):
        """Presses a key."""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, x, y):
        """Clicks at a point of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path, whole=False):
        """Takes a picture of the window, or of the whole page."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        """Ends the browser that was started."""
        os.close(self.output)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()
