#!/usr/bin/env python3
"""Checks the site: every link and anchor in its files, and its pages in Chromium.

    scripts/site-check.py FOLDER [PICTURES]

Every page of a demo is opened once, each kind of page at two sizes, light and dark. Pictures of the kinds are written
into the folder PICTURES.
"""
import functools
import html.parser
import http.server
import itertools
import pathlib
import posixpath
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import browser

SITE = pathlib.Path(__file__).with_name("site")
SIZES = {"phone": (390, 844), "desktop": (1280, 860)}
# One page of each kind; wide tables, long lists and right-to-left text among them.
KINDS = ["index.html", "zh/index.html", "demos/then-order.html", "zh/demos/dashboard-race.html", "docs/index.html",
         "docs/library/operators.html", "docs/reference/errors.html", "docs/debug/lints.html", "docs/learn/keys.html",
         "CONTRIBUTING.html", "source/Sources/PromiseKitLite/Operators/catch.swift.html"]
WIDE = """[document.documentElement.scrollWidth - innerWidth, [...document.querySelectorAll("body *")].filter(e =>
  e.getBoundingClientRect().right > innerWidth + 1 && !e.closest("pre, .table, .skip")).slice(0, 3).map(e => e.outerHTML.slice(0, 90))]"""
failures = []


def fail(page, problem):
    failures.append(page)
    print(f"FAILED {page}: {problem}", flush=True)


class Page(html.parser.HTMLParser):
    """What a page has: the targets of links, what it loads, and what links can lead to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.add(attributes.get("id"))
        if "src" in attributes or tag == "link" and "href" in attributes:
            self.loads.append(attributes.get("src") or attributes["href"])
        elif "href" in attributes:
            self.links.append(attributes["href"])


def check_files(folder):
    """Follows every link of every page, and every address of the search; returns how many there are."""
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text()) for path in folder.rglob("*.html")}
    names = (folder / "names.js").read_text()
    pages["names.js"] = Page("")
    pages["names.js"].links = [entry[2] for entry in browser.json.loads(names[names.index("["):names.rindex(";")])]
    count = 0
    for name, page in pages.items():
        for address in page.links + page.loads:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme or parts.netloc or address.startswith("/"):
                if address in page.loads or not parts.scheme:
                    fail(name, f"{address} is not of the site")
                continue
            count += 1
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), urllib.parse.unquote(parts.path))) if parts.path else name
            if target.startswith("..") or not (folder / target).is_file():
                fail(name, f"there is no {address}")
            elif parts.fragment and not parts.fragment.startswith("event=") \
                    and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                fail(name, f"{target} has no {parts.fragment}")
    return len(pages) - 1, count


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Checker:
    def __init__(self, folder, pictures):
        self.folder, self.pictures = folder, pictures
        handler = functools.partial(Quiet, directory=folder.parent)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        # A folder below the server's, as on GitHub Pages.
        self.base = f"http://127.0.0.1:{self.server.server_port}/{urllib.parse.quote(folder.name)}/"
        self.browser = browser.Browser(allowed=(self.base, "file:", "data:"))

    def open(self, page, size, dark=False, base=None):
        self.browser.show((base or self.base) + page, *SIZES[size], dark=dark)
        over, wide = self.browser.value(WIDE)
        self.report(page, f"{size}{' dark' if dark else ''}")
        if over > 0 or wide:
            fail(page, f"{size}: wider than the window by {over} px: {wide}")

    def report(self, page, where):
        for problem in self.browser.problems:
            fail(page, f"{where}: {problem}")

    def expect(self, page, expression, wanted):
        """Waits until an expression has a value."""
        for _ in range(50):
            try:
                value = self.browser.value(expression)
            except RuntimeError:  # between two pages
                value = None
            if value == wanted:
                return
            time.sleep(.1)
        fail(page, f"{expression} is {value!r} instead of {wanted!r}")

    def kinds(self):
        pages = [page for page in KINDS if (self.folder / page).is_file()]
        for page, size, dark in itertools.product(pages, SIZES, (False, True)):
            self.open(page, size, dark)
            if self.pictures:
                time.sleep(.3)
                name = f"{page[:-5].replace('/', '-')}-{size}-{'dark' if dark else 'light'}.png"
                self.browser.picture(self.pictures / name)
        return len(pages)

    def demos(self):
        """Opens the page of every demo: in English narrow, in Chinese wide and dark."""
        pages = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.glob("**/demos/*.html"))
        for number, page in enumerate(pages, 1):
            self.open(page, "desktop" if page.startswith("zh/") else "phone", page.startswith("zh/"))
            self.expect(page, "+frames.run.document.body.dataset.events > 0", True)
            if number % 50 == 0:
                print(f"chromium: {number} of {len(pages)} pages of demos", flush=True)
        return len(pages)

    def type(self, text):
        self.browser.key("/", "/")
        for letter in text:
            self.browser.key(letter, letter)

    def at(self, place):
        self.expect("links", "document.readyState + ' ' + location.href.split('/').slice(-3).join('/')", f"complete {place}")

    def search(self, base):
        """The search finds by keyboard alone; a step moves the run; the language is kept by links."""
        site, click = self.folder.name, "document.querySelector(\"{}\").click()".format
        self.open("docs/learn/keys.html", "desktop", base=base)
        self.type("then-order")
        self.expect("search", "document.querySelector('[aria-selected=true] b')?.textContent", "then-order")
        for key in ("ArrowDown", "ArrowUp", "Enter"):
            self.browser.key(key)
        self.at(f"{site}/demos/then-order.html")
        for text, found in (("slow-handler", "warning"), ("no such demo", "error"), ("--what-if", "option"),
                            ("compactmap", "operator"), ("promise-tui repeat", "command"), ("PROMISE_TRACE", "variable")):
            self.type(text)
            self.expect(f"search for {text}", "document.querySelector('[aria-selected=true] i')?.textContent", found)
            self.browser.key("Escape")
        self.type("<b>zzz")
        self.expect("search", "document.querySelector('#found')?.textContent", "no match")
        self.browser.key("Escape")
        if base is None:  # A page from a file may not look into the frame.
            step = self.browser.value("(() => { const a = document.querySelectorAll('.moment a')[2]; a.click(); return +a.hash.slice(7); })()")
            self.expect("steps", "+frames.run.document.body.dataset.event", step)
        for link, place in (("header .language", "zh/demos/then-order.html"),
                            ("header nav a:last-child", f"{site}/docs/index.html?lang=zh"),
                            ("article a[href*=course]", "docs/learn/course.html?lang=zh"),
                            ("header .home", f"{site}/zh/index.html")):
            self.browser.value(click(link))
            self.at(place)
        self.report("search", base or self.base)


# A program with demos that no program has: names that are long, from right to left, or markup, and no lessons.
STUB = r"""#!/bin/sh
case "$*" in
  *demos) cat "$0.names" ;;
  *html) echo '<!DOCTYPE html><html lang="en"><title>run</title><p>run' ;;
  *then-order*) printf 'LESSON\n'; printf '\nLESSON\n\n# <u>T</u>\n\n**Question.** `a` <script>alert(1)</script>\n\n'; cat "$0.names" ;;
  *) echo 'a report without a lesson' ;;
esac
"""
NAMES = ["x" * 200, "\u202eשלום-עולם", "<b>&\"'", "100%-#1?", "then-order"]


def check_hostile(checker, folder):
    """Writes sites from names that are hard to show, and into folders that are not its own."""
    def write(site, names=NAMES):
        (folder / "program.names").write_text("a<i>b: " + "y" * 300 + "\n" + "".join(f"  {name}  {'z' * 90}{name}\n" for name in names))
        return subprocess.run([SITE, folder / "program", site], capture_output=True, text=True, timeout=300)

    (folder / "program").write_text(STUB)
    (folder / "program").chmod(0o755)
    site = folder / "a site"
    if (done := write(site)).returncode:
        return fail("hostile", done.stderr)
    check_files(site)
    pages = sorted(path.name for path in site.glob("demos/*.html"))
    for page, size in itertools.product([f"demos/{urllib.parse.quote(name)}" for name in pages] + ["index.html"], SIZES):
        checker.open(page, size, base=site.as_uri() + "/")
    (site / "mine.txt").write_text("mine")
    # A demo less: its pages go, and nothing else does.
    done = write(site, NAMES[-1:])
    left = [path.name for path in site.glob("demos/*.html")]
    if len(pages) != len(NAMES) or done.returncode or left != ["then-order.html"] or not (site / "mine.txt").exists():
        fail("hostile", f"a site with one demo: {pages} {left} {done.stderr}")
    for other, words in ((folder, "was not written by"), (folder / "program", "Choose another folder"), ("/proc/site", "Choose another folder")):
        done = write(other)
        if done.returncode != 1 or words not in done.stderr or len(done.stderr.splitlines()) != 1:
            fail("hostile", f"{other}: {done.returncode} {done.stderr}")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pictures = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if not (folder / "names.js").is_file():
        sys.exit(f"site: {folder} is not a site: type make site")
    pages, links = check_files(folder)
    print(f"links: followed {links} on {pages} pages", flush=True)
    if not browser.find():
        sys.exit("site: the pages were not opened: there is no chromium. Install it (apt-get install chromium), then try again")
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    checker = Checker(folder, pictures)
    kinds = checker.kinds()
    print(f"chromium: {kinds} kinds of pages at 390 and 1280 pixels, light and dark", flush=True)
    print(f"chromium: {checker.demos()} pages of demos, in English at 390 pixels, in Chinese at 1280", flush=True)
    checker.search(None)
    checker.search(folder.as_uri() + "/")
    print("chromium: searched and followed links, by a server and by files", flush=True)
    with tempfile.TemporaryDirectory() as other:
        check_hostile(checker, pathlib.Path(other))
    print("hostile: wrote sites of odd names, and none into folders of others", flush=True)
    checker.browser.close()
    print(f"{len(failures)} failed" if failures else "passed")
    return bool(failures)


sys.exit(main())
