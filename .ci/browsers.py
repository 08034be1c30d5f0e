"""The browsers that scripts here drive: a headless Chromium by its WebDriver, a headless Firefox by its own Marionette."""
import base64, json, os, re, shutil, socket, subprocess, tempfile, time, urllib.error, urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """One window. What differs between browsers is below it."""

    def wait(self, script, seconds=600):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return Boolean({script})"):
                return True
            time.sleep(0.02)
        return False

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center', behavior: 'instant'})",
                 selector)
        self.press_mouse(self.find(selector))

    def picture(self, path, whole=False):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.screenshot(whole)))

    @staticmethod
    def strokes(keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        return [{"type": "key", "id": "keyboard", "actions": actions}]


class Chromium(Browser):
    """By the W3C WebDriver protocol, and by DevTools what that lacks."""

    name = "chromium"
    driver = shutil.which("chromedriver")
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which(
        "google-chrome")
    is_there = bool(driver and program)

    def __init__(self):
        self.process = subprocess.Popen(
            [self.driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.process.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                port = found[1]
                break
        self.base = f"http://127.0.0.1:{port}"
        options = {
            "binary": self.program,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb"],
        }
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        session = self.send("POST", "/session", {"capabilities": wanted})["sessionId"]
        self.base += f"/session/{session}"

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def run(self, script, *values):
        return self.send("POST", "/execute/sync", {"script": script, "args": list(values)})

    def find(self, selector):
        return self.send("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def press_mouse(self, element):
        self.send("POST", f"/element/{element}/click", {})

    def keys(self, selector, text):
        self.send("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def press(self, *keys):
        self.send("POST", "/actions", {"actions": self.strokes(keys)})

    def size(self, width, height):
        # A headless window is at least 500 pixels wide; the page itself can be narrower.
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def cdp(self, command, **values):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": values})

    def scheme(self, name):
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def less_motion(self, is_wanted):
        self.cdp("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-reduced-motion", "value": "reduce" if is_wanted else "no-preference"}])

    def on_paper(self, is_wanted):
        self.cdp("Emulation.setEmulatedMedia", media="print" if is_wanted else "")

    def errors(self):
        return [entry["message"] for entry in self.send("POST", "/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE"]

    def screenshot(self, whole):
        if not whole:
            return self.cdp("Page.captureScreenshot")["data"]
        width, height = self.run("return [innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        return self.cdp("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]

    def close(self):
        try:
            self.send("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()


class Firefox(Browser):
    """By Marionette, the WebDriver commands over a socket that Firefox itself answers; no driver is needed."""

    name = "firefox"
    program = os.environ.get("FIREFOX") or shutil.which("firefox") or shutil.which("firefox-esr")
    is_there = bool(program)
    settings = {
        "marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
        "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False, "extensions.update.enabled": False,
        "layout.css.prefers-color-scheme.content-override": 1, "dom.min_background_timeout_value": 4,
    }

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="gtsd-firefox-")
        with open(os.path.join(self.profile, "user.js"), "w") as file:
            file.writelines(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in self.settings.items())
        self.process = subprocess.Popen(
            [self.program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.profile})
        # The browser writes its port into its profile.
        chosen, end = os.path.join(self.profile, "MarionetteActivePort"), time.monotonic() + 120
        while not os.path.exists(chosen) or not open(chosen).read().strip():
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("Firefox does not start")
            time.sleep(0.05)
        self.socket = socket.create_connection(("127.0.0.1", int(open(chosen).read())), timeout=300)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self.message()
        self.send("NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})
        self.seen = 0

    def message(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            if not byte:
                raise RuntimeError("Firefox has ended")
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def send(self, command, body=None, of="WebDriver"):
        self.number += 1
        data = json.dumps([0, self.number, f"{of}:{command}", body or {}]).encode()
        self.socket.sendall(f"{len(data)}:".encode() + data)
        _, _, error, result = self.message()
        if error:
            raise RuntimeError(error["message"])
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def inside(self, script, *values):
        """Runs a script in the browser itself, not in the page."""
        self.send("SetContext", {"value": "chrome"}, of="Marionette")
        try:
            return self.run(script, *values)
        finally:
            self.send("SetContext", {"value": "content"}, of="Marionette")

    def open(self, url):
        self.send("Navigate", {"url": url})

    def run(self, script, *values):
        return self.send("ExecuteScript", {"script": script, "args": list(values)})

    def find(self, selector):
        return self.send("FindElement", {"using": "css selector", "value": selector})[ELEMENT]

    def press_mouse(self, element):
        self.send("ElementClick", {"id": element})

    def keys(self, selector, text):
        self.send("ElementSendKeys", {"id": self.find(selector), "text": text})

    def press(self, *keys):
        self.send("PerformActions", {"actions": self.strokes(keys)})

    def size(self, width, height):
        # A window is at least 450 pixels wide; the view of the page can be narrower.
        self.inside("window.resizeTo(Math.max(arguments[0], 500) + 40, arguments[1] + 200);"
                    "const style = gBrowser.selectedBrowser.style;"
                    "for (const end of ['min', 'max']) {"
                    "style[end + 'Width'] = arguments[0] + 'px'; style[end + 'Height'] = arguments[1] + 'px'; }",
                    width, height)
        if not self.wait(f"innerWidth === {width} && innerHeight === {height}", 10):
            raise RuntimeError(f"no page of {width} by {height}: {self.run('return [innerWidth, innerHeight]')}")

    def scheme(self, name):
        self.inside("Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])",
                    0 if name == "dark" else 1)

    def less_motion(self, is_wanted):
        self.inside("Services.prefs.setIntPref('ui.prefersReducedMotion', arguments[0])", int(is_wanted))

    def errors(self):
        # Bit 0 marks a warning, bit 1 a message of an extension. The browser's own files are not part of a page.
        told = self.inside(
            "return Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).getEvents()"
            ".filter(each => each.level === 'error' && /^(http|file):/.test(each.filename))"
            ".map(each => each.arguments.join(' '))")
        return told + self.inside(
            "return Services.console.getMessageArray().filter(each => each instanceof Ci.nsIScriptError"
            " && !(each.flags & 1) && /^(http|file):/.test(each.sourceName)).map(each => each.errorMessage)")

    def screenshot(self, whole):
        return self.send("TakeScreenshot", {"full": whole})

    def close(self):
        try:
            self.send("Quit", {"flags": ["eForceQuit"]}, of="Marionette")
        finally:
            self.process.terminate()
            self.process.wait()
            shutil.rmtree(self.profile, ignore_errors=True)
