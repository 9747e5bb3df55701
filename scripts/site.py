"""Writes the site: see scripts/site. Everything on it exists already, in documents, lessons, sources and exported runs."""
import argparse
import concurrent.futures
import errno
import hashlib
import html
import itertools
import json
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import time
import urllib.parse

import markdown_it
import pygments
import pygments.formatters
import pygments.lexers

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = {
    "en": {
        "about": "promise-tui shows how promises run, event by event.", "demos": "Demos", "documents": "Documents",
        "search": "Search: a demo, a promise, a key, an error", "other": "中文", "lesson": "Lesson", "run": "Run",
        "alone": "Open the run alone", "source": "Source", "javascript": "In JavaScript", "prints": "Node prints:",
        "event": "event", "answer": "Answer", "contents": "On this page", "none": "This demo has no lesson yet.",
        "command": "In a terminal:", "license": "License", "skip": "Skip to the content", "install": "Install", "begin": "Try the demo in the picture"},
    "zh": {
        "about": "promise-tui 逐个事件地显示 promise 如何运行。", "demos": "演示", "documents": "文档（英文）",
        "search": "查找：演示、promise、按键、错误", "other": "English", "lesson": "课程", "run": "运行",
        "alone": "单独打开这次运行", "source": "源码", "javascript": "JavaScript 版本", "prints": "Node 的输出：",
        "event": "事件", "answer": "答案", "contents": "本页内容", "none": "这个演示还没有课程。",
        "command": "在终端里：", "license": "许可证", "skip": "跳到正文", "install": "安装", "begin": "打开图中的演示"},
}
# Documents whose tables list names: their kind, how the cell of one begins, and the columns of it and of what it is.
ROWS = {"docs/learn/keys.md": ("key", "`", 0, 1), "docs/library/operators.md": ("operator", r"\[`", 0, 1),
        "docs/reference/errors.md": ("error", "(?!message)", 2, 0), "docs/debug/lints.md": ("warning", r"\[`", 0, -1),
        "docs/debug/javascript.md": ("variable", "`PROMISE_", 0, 1),
        "docs/debug/recording.md": ("variable", "`PROMISE_", 0, 1), "docs/reference/command-line.md": ("variable", "`[A-Z]{2}", 0, 1)}
POLICY = ("default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; frame-src 'self'; "
          "base-uri 'none'; form-action 'none'")
WIDE = "[\u2e80-\u9fff\uff00-\uffef\u2014-\u2026]"
# A promise, and its child.
ICON = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#5f7fe0" stroke-width="2">'
        '<circle cx="4.5" cy="4.5" r="2.5"/><path d="M4.5 7v5H9"/><circle cx="11.5" cy="12" r="2.5" fill="#5f7fe0"/></svg>\n')
problems = []


def stop(message):
    sys.exit(f"site: {message}")


def escape(text):
    return html.escape(text, quote=True)


class Folder:
    """The folder of the site. A list in it names the files that were written; no other file is changed."""

    def __init__(self, path):
        self.path, self.written = path, set()
        path.mkdir(parents=True, exist_ok=True)
        self.list = path / ".promise-tui-site"
        if not self.list.exists() and any(path.iterdir()):
            stop(f"{path} has other files in it. Choose another folder: make site SITE=FOLDER")
        self.file = self.list.open("a+")
        self.file.seek(0)
        self.known = {name for name in self.file.read().splitlines() if ".." not in name.split("/")}

    def write(self, name, content):
        path = self.path / name
        if name not in self.known:
            if path.exists():
                stop(f"{path} was not written by 'make site'. Move it, or choose another folder: make site SITE=FOLDER")
            self.file.write(name + "\n")
            self.file.flush()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.written.add(name)

    def finish(self):
        """Removes the files of an earlier site that are not in this one."""
        for name in self.known - self.written:
            (self.path / name).unlink(missing_ok=True)
            for parent in list(pathlib.PurePosixPath(name).parents)[:-1]:
                if (self.path / parent).is_dir() and not any((self.path / parent).iterdir()):
                    (self.path / parent).rmdir()
        self.file.close()
        self.list.write_text("".join(f"{name}\n" for name in sorted(self.written)))


class Demo:
    """A demo: what the program says about it, and its files in the checkout."""

    def __init__(self, chapter, name, teaches):
        self.chapter, self.name, self.teaches = chapter, name, teaches
        self.file, self.source, self.script, self.run, self.lesson = re.sub(r"[^\w-]+", "_", name), None, None, {}, {}

    def title(self, language):
        found = re.match(r"# (.+)", self.lesson[language])
        return found[1] if found else self.name

    def sentence(self, language):
        """What it teaches; in Chinese, the first sentence of its lesson."""
        paragraphs = re.sub("[`*]", "", self.lesson["zh"]).split("\n\n")
        found = re.match("[^。？]+[。？]", joined(paragraphs[1]).replace("\n", " ")) if len(paragraphs) > 1 else None
        return found[0] if language == "zh" and found else self.teaches


def joined(text):
    """Returns Chinese text whose lines are joined as the screens do: between Chinese characters without a space."""
    return re.sub(f"(?<={WIDE})\n(?={WIDE})", "", text)


# ---- What the program says

def call(program, *arguments):
    done = subprocess.run([str(program), *arguments], capture_output=True, cwd=ROOT, stdin=subprocess.DEVNULL)
    if done.returncode or not done.stdout:
        stop(f"'promise-tui {' '.join(arguments)}' failed: {done.stderr.decode(errors='replace').strip()[:300]}")
    return done.stdout.decode()


def read_demos(program, only):
    """Returns the chapters with their demos, and reads the runs and lessons; those of the same program are kept."""
    chapters, demos = {}, []
    for line in call(program, "about", "demos").splitlines():
        if found := re.match(r"(\S[^:]*): (.+)", line):
            chapters[found[1]] = found[2]
        elif (found := re.match(r"  (\S+) +(\S.*)", line)) and (not only or found[1] in only):
            demos.append(Demo(list(chapters)[-1], found[1], found[2]))
    if unknown := set(only) - {demo.name for demo in demos}:
        stop(f"{', '.join(sorted(unknown))}: no such demo. 'promise-tui about demos' lists them.")
    cache = ROOT / ".build/site/runs" / hashlib.sha256(program.read_bytes()).hexdigest()[:16]
    cache.mkdir(parents=True, exist_ok=True)
    cache.touch()
    for old in sorted(cache.parent.iterdir(), key=lambda folder: folder.stat().st_mtime)[:-3]:
        shutil.rmtree(old)

    def kept(demo, language, ending, make):
        path = cache / f"{demo.file}.{language}.{ending}"
        if not path.exists():
            part = path.with_suffix(".part")
            part.write_text(make())
            part.rename(path)
        return path.read_text()

    def read(demo):
        for language in TEXT:
            demo.run[language] = kept(demo, language, "html", lambda: call(
                program, "--lang", language, "export", demo.name, "--as", "html"))
            demo.lesson[language] = kept(demo, language, "md", lambda: call(
                program, "--lang", language, "demo", demo.name, "--plain").partition("\nLESSON\n\n")[2])

    last = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, _ in enumerate(pool.map(read, demos), 1):
            if time.monotonic() - last > 3:
                last = time.monotonic()
                print(f"site: {number} of {len(demos)} demos", file=sys.stderr, flush=True)
    for path in sorted(ROOT.glob("demos/*/*.swift")):
        for name in re.findall(r'\bDemo\(\s*"([^"]+)"', path.read_text()):
            for demo in demos:
                if demo.name == name:
                    demo.source, script = path, path.with_suffix(".mjs")
                    demo.script = script if script.exists() else None
    return chapters, demos


# ---- Pages

class Site:
    def __init__(self, folder, chapters, demos):
        self.folder, self.chapters, self.demos = folder, chapters, demos
        self.names, self.waiting, self.done = [], [], set()
        self.markdown = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])
        self.markdown.options["highlight"] = highlighted
        for rule in ("html_block", "html_inline"):
            self.markdown.add_render_rule(rule, lambda _, tokens, index, *__: unmarked(tokens[index].content))
        self.places = {}
        for demo in demos:
            page = f"demos/{demo.file}.html"
            for ending, part in ((".swift", "source"), (".mjs", "javascript"), (".md", "lesson"), (".zh.md", "lesson")):
                if demo.source and (file := demo.source.with_suffix(ending)).exists():
                    self.places[file.relative_to(ROOT).as_posix()] = f"{page}#{part}"

    def place(self, path):
        """Returns the page of a file of the checkout, which will be written; `None` if there is no such file."""
        if path in self.places:
            return self.places[path]
        file = ROOT / path
        if path.startswith("..") or not file.exists():
            return None
        if file.is_dir():
            if (file / "README.md").exists():
                return self.place(posixpath.join(path, "README.md"))
            page = f"source/{path}/index.html"
        elif file.suffix == ".svg":
            page = path
        elif file.suffix == ".md":
            page = re.sub(r"(/README|)\.md$", lambda end: "/index.html" if end[1] else ".html", path)
        else:
            page = f"source/{path}.html"
        self.places[path] = page
        self.waiting.append(path)
        return page

    def target(self, href, source, page, language):
        """Returns the link on `page` for a link in the document `source`."""
        if re.match(r"[a-z][a-z+.-]*:|#", href):
            return href
        path, _, anchor = urllib.parse.unquote(href).partition("#")
        place = self.place(posixpath.normpath(posixpath.join(posixpath.dirname(source), path)))
        if not place:
            problems.append(f"{source}: there is no {href}")
            return "#"
        return link(page, place + (f"#{anchor}" if anchor else ""), language)

    def render(self, text, source, page, language="en"):
        """Returns a document as HTML, and its headings: level, anchor, text."""
        tokens = self.markdown.parse(text)
        headings, used = [], {}
        for index, token in enumerate(tokens):
            for child in token.children or []:
                for name in ("href", "src"):
                    if name in child.attrs:
                        child.attrs[name] = self.target(child.attrs[name], source, page, language)
            if token.type == "heading_open":
                plain = words(tokens[index + 1])
                anchor = re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")
                used[anchor] = used.get(anchor, -1) + 1
                token.attrs["id"] = anchor + (f"-{used[anchor]}" if used[anchor] else "")
                headings.append((int(token.tag[1]), token.attrs["id"], plain))
        if source in ROWS:
            self.rows(tokens, source, page)
            self.help(tokens, page)
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        body = body.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>")
        return body, headings

    def rows(self, tokens, source, page):
        """Adds the names in the tables of a document to the search."""
        kind, form, name, about = ROWS[source]
        seen = set()
        for index, token in enumerate(tokens):
            if token.type != "tr_open":
                continue
            row = itertools.takewhile(lambda other: other.type != "tr_close", tokens[index:])
            cells = [cell for cell in row if cell.type == "inline"]
            if len(cells) > max(name, about) and cells[name].content not in seen and re.match(form, cells[name].content):
                seen.add(cells[name].content)
                anchor = cells[name].children[0].attrs.get("href", "")
                if not anchor.startswith("#"):
                    anchor, token.attrs["id"] = f"#{kind}-{len(seen)}", f"{kind}-{len(seen)}"
                self.name(words(cells[name]), kind, page + anchor, words(cells[about]))

    def help(self, tokens, page):
        """Adds the commands whose help is in the document, and their options, to the search."""
        for mark, fence in zip(tokens, tokens[1:]):
            found = re.match(r"<!-- begin: promise-tui (help|about) (\w+) -->", mark.content)
            if not found or fence.type != "fence":
                continue
            fence.attrs["id"], place = found[2], f"{page}#{found[2]}"
            about = re.match(r"OVERVIEW: (.+)", fence.content)
            self.name(f"promise-tui {found[2] if about else found[1] + ' ' + found[2]}", "command", place, about[1] if about else "")
            for option, says in re.findall(r"^  (?:-\w, )?(--[\w-]+).*?\s{2,}(\S.*(?:\n {26}\S.*)*)", fence.content, re.M):
                if option not in ("--version", "--help"):
                    self.name(option, "option", place, f"{found[2]}: {' '.join(says.split())}")

    def name(self, name, kind, place, about, chinese=None):
        short = [text if len(text) < 160 else text[:159] + "…" for text in (name, about, chinese or "")]
        self.names.append([short[0], kind, quoted(place), *short[1:]])

    def page(self, page, title, body, language="en", twin=None, about="", kind="document"):
        """Writes a page around `body`."""
        text, here = TEXT[language], lambda place: escape(link(page, place, language))
        home = "zh/index.html" if language == "zh" else "index.html"
        other = "en" if language == "zh" else "zh"
        switch = f'<a class="language" hreflang="{other}" lang="{other}" href="{escape(link(page, twin))}">{text["other"]}</a>' \
            if twin else ""
        alternate = f'<link rel="alternate" hreflang="{other}" href="{escape(link(page, twin))}">\n' if twin else ""
        name = "promise-tui" if title == "promise-tui" else f"{title} – promise-tui"
        self.folder.write(page, f"""<!DOCTYPE html>
<html lang="{language}" data-root="{'../' * page.count('/') or './'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{escape(about or text['about'])}">
<title>{escape(name)}</title>
{alternate}<link rel="icon" href="{here('icon.svg')}">
<link rel="stylesheet" href="{here('site.css')}">
<script src="{here('site.js')}" defer></script>
</head>
<body class="{kind}">
<a class="skip" href="#content">{text['skip']}</a>
<header>
<a class="home" href="{here(home)}">promise-tui</a>
<nav><a href="{here(home + '#demos')}">{text['demos']}</a> <a href="{here('docs/index.html')}">{text['documents']}</a></nav>
<div id="search" hidden><input type="search" role="combobox" aria-expanded="false" aria-controls="found"
 aria-autocomplete="list" autocomplete="off" spellcheck="false" aria-label="{text['search']}" placeholder="{text['search']}">
<ul id="found" role="listbox" aria-label="{text['search']}" hidden></ul></div>
{switch}
</header>
<main id="content">
{body}
</main>
<footer>promise-tui · <a href="{here('CHANGELOG.html')}">{self.version}</a> · <a href="{here(self.place('LICENSE'))}">{text['license']}: MIT</a></footer>
</body>
</html>
""")

    # ---- The kinds of pages

    def first(self, language):
        page, text = ("zh/" if language == "zh" else "") + "index.html", TEXT[language]
        beginning = (ROOT / "README.md").read_text().partition("\n## ")[0]
        if language == "zh":
            # The documents exist in English only: of the first page, the picture is shared.
            beginning = "# promise-tui\n\n" + text["about"] + "\n\n" + re.search(r"^!\[.*$", beginning, re.M)[0]
        body, _ = self.render(beginning, "README.md", page, language)
        picture = re.search(r"pictures/([\w-]+)\.svg", beginning)[1]
        body += (f'<p class="go"><a href="{escape(link(page, self.place("README.md"), language))}#install">{text["install"]}</a>'
                 + "".join(f' <a href="{escape(link(page, self.demo_page(demo, language)))}">{text["begin"]}</a>'
                           for demo in self.demos if demo.name == picture) + "</p>")
        body = f'<section class="beginning">{body}</section>\n<h2 id="demos">{text["demos"]}</h2>\n'
        chinese = dict(re.findall(r'^"(.*)" = "(.*)";$', (
            ROOT / "Sources/PromiseInsight/Languages/chinese.txt").read_text(), re.M)) if language == "zh" else {}
        for chapter, about in self.chapters.items():
            items = "".join(
                f'<li><a href="{escape(link(page, self.demo_page(demo, language)))}"><bdi>{escape(demo.title(language))}</bdi></a>'
                f' <span><bdi>{escape(demo.sentence(language))}</bdi></span></li>\n'
                for demo in self.demos if demo.chapter == chapter)
            if items:
                body += (f'<section class="chapter" id="{escape(chapter)}"><h3>{escape(chapter)}'
                         f'<small>{escape(chinese.get(about, about))}</small></h3>\n<ol>{items}</ol></section>\n')
        body += f'<h2 id="documents">{text["documents"]}</h2>\n<div class="readers">\n'
        parts = (ROOT / "docs/README.md").read_text().split("\n## ")[1:] + [
            "The project\n\n- [Three commands, and how to begin](../README.md), [changes](../CHANGELOG.md), [security](../SECURITY.md),"
            " and [the map of the code](../CONTRIBUTING.md)"]
        for part in parts:
            body += f'<section>{self.render("### " + part, "docs/README.md", page, language)[0]}</section>\n'
        self.page(page, "promise-tui", body + "</div>\n", language, kind="first",
                  twin="index.html" if language == "zh" else "zh/index.html")

    def demo_page(self, demo, language):
        return ("zh/" if language == "zh" else "") + f"demos/{demo.file}.html"

    def demo(self, demo, language):
        page, text, title = self.demo_page(demo, language), TEXT[language], demo.title(language)
        run = page.replace("demos/", "runs/", 1)
        self.folder.write(run, demo.run[language])
        steps = re.findall(r"\(event (\d+), ", demo.lesson[language])
        start = link(page, run) + (f"#event={steps[0]}" if steps else "")
        source = demo.source.relative_to(ROOT).as_posix() if demo.source else "demos/"
        lesson, _ = self.render(joined(demo.lesson[language]).partition("\n")[2], source, page, language)
        lesson = re.sub(r"<p><strong>(?:Answer\.|答案。)</strong>(.*?)(?=<h2|\Z)",
                        rf"<details><summary>{text['answer']}</summary>\n<p>\1</details>\n", lesson, flags=re.S)
        lesson = re.sub(
            r"<blockquote>\s*<p>(<code>.*?</code>) \(event (\d+), ([^)]*)\)</p>\s*</blockquote>",
            lambda found: f'<p class="moment"><a target="run" href="{escape(link(page, run))}#event={found[2]}">'
            f'{found[1]} <span>{text["event"]} {found[2]}, {found[3]}</span></a></p>', lesson)
        introduction, mark, lesson = lesson.partition("<h2")
        name = escape(demo.name)
        home = link(page, ("zh/" if language == "zh" else "") + f"index.html#{demo.chapter}")
        teaches = f" · <bdi>{escape(demo.teaches)}</bdi>" if language == "en" else ""
        body = f"""<div class="lesson"><div class="introduction">
<h1><bdi>{escape(title)}</bdi></h1>
<p class="about"><bdi>{name}</bdi> · <a href="{escape(home)}">{escape(demo.chapter)}</a>{teaches}</p>
{introduction or f'<p>{text["none"]}</p>'}</div>
<section class="run" id="run"><iframe name="run" title="{text['run']}: {name}" src="{escape(start)}"></iframe>
<p><a href="{escape(link(page, run))}">{text['alone']}</a> <span>{text['command']} <code>promise-tui demo {name} --lesson</code></span></p></section>
<div class="steps" id="lesson">{mark + lesson}</div></div>
<div class="sources">{self.code(demo.source, "source", text)}{self.code(demo.script, "javascript", text)}</div>
{self.neighbors(demo, page, language)}"""
        self.page(page, title, body, language, about=demo.teaches, kind="demo",
                  twin=self.demo_page(demo, "en" if language == "zh" else "zh"))
        if language == "zh":
            return
        chinese = f"{demo.title('zh')}：{demo.sentence('zh')}"
        self.name(demo.name, "demo", page, f"{title}: {demo.teaches}", chinese)
        labels = re.findall(r'label: "([^"\\]+)"', demo.source.read_text()) if demo.source else []
        for label in dict.fromkeys(labels):
            self.name(label, "promise", page, demo.name, demo.name)

    def code(self, path, part, text):
        if not path:
            return ""
        prints = path.with_name(path.name + ".out")
        printed = f'<p>{text["prints"]}</p><pre>{escape(prints.read_text())}</pre>' if prints.exists() else ""
        return (f'<section id="{part}"><h2>{text[part]} <small>{path.relative_to(ROOT).as_posix()}</small></h2>'
                f'<pre tabindex="0">{highlighted(path.read_text(), path.suffix[1:])}</pre>{printed}</section>\n')

    def neighbors(self, demo, page, language):
        index = self.demos.index(demo)
        near = [(sign, other) for sign, other in (("←", self.demos[index - 1:index]), ("→", self.demos[index + 1:index + 2])) if other]
        return '<nav class="neighbors">' + " ".join(
            f'<a href="{escape(link(page, self.demo_page(other[0], language)))}" rel="{"prev" if sign == "←" else "next"}">'
            f'{sign} <bdi>{escape(other[0].title(language))}</bdi></a>' for sign, other in near) + "</nav>\n"

    def document(self, path):
        """Writes the page of a document, a source, a folder or a picture."""
        file, page = ROOT / path, self.places[path]
        if file.suffix == ".svg":
            return self.folder.write(page, file.read_bytes())
        if file.is_dir():
            items = "".join(f"- [{name}]({name})\n" for name in sorted(entry.name for entry in file.iterdir() if entry.is_file()))
            body, _ = self.render(f"# {path}\n\n{items}", f"{path}/", page)
            return self.page(page, path, f"<article>{body}</article>")
        if file.suffix != ".md":
            body = f'<h1 class="path">{escape(path)}</h1>\n<pre tabindex="0">{highlighted(file.read_text(), file.suffix[1:])}</pre>'
            return self.page(page, path, f'<article class="file">{body}</article>')
        body, headings = self.render(file.read_text(), path, page)
        title = next((text for level, _, text in headings if level == 1), path)
        parts = "".join(f'<li><a href="#{escape(anchor)}">{escape(text)}</a></li>' for level, anchor, text in headings if level == 2)
        contents = f'<details class="contents" open><summary>{TEXT["en"]["contents"]}</summary><ul>{parts}</ul></details>' if parts else ""
        self.page(page, title, f"{contents}<article>{body}</article>", kind="document with-contents" if parts else "document")
        for level, anchor, text in headings:
            if not any(entry[2] == f"{page}#{anchor}" for entry in self.names):
                self.name(text, "document", f"{page}#{anchor}", title if level > 1 else "")

    def write(self):
        style = re.search(r":root \{.*?\n\}\n", self.demos[0].run["en"], re.S) if self.demos else None
        self.version = re.search(r"says (\d[\d.]*\d)|^## \[?(\d[\d.]*\d)", (ROOT / "CHANGELOG.md").read_text(), re.M)
        self.version = next(filter(None, self.version.groups())) if self.version else "changes"
        self.folder.write("site.css", "/* The colors are those of the pages of runs. */\n"
                          + (style[0] if style else "") + (ROOT / "scripts/site.css").read_text())
        self.folder.write("icon.svg", ICON)
        self.folder.write("site.js", (ROOT / "scripts/site.js").read_bytes())
        for path in sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md")]):
            self.place(path)
        for language in TEXT:
            self.first(language)
            for demo in self.demos:
                self.demo(demo, language)
        while self.waiting:
            self.document(self.waiting.pop(0))
        self.folder.write("names.js", "window.siteNames = " + json.dumps(
            self.names, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/") + ";\n")


def words(token):
    """The text of an inline token."""
    return "".join(child.content for child in token.children or [] if child.type in ("text", "code_inline", "text_special"))


def unmarked(text):
    """Documents have no markup of their own but comments: what looks like it is text."""
    return "" if text.startswith("<!--") else escape(text)


def quoted(place):
    path, mark, anchor = place.partition("#")
    return urllib.parse.quote(path) + mark + urllib.parse.quote(anchor, safe="=")


def link(page, place, language="en"):
    """Returns the address of a place of the site as seen from a page; in Chinese, of its Chinese page."""
    if language == "zh" and place.startswith("demos/"):
        place = "zh/" + place
    path, mark, anchor = quoted(place).partition("#")
    query = "?lang=zh" if language == "zh" and path.endswith(".html") and not path.startswith("zh/") else ""
    return posixpath.relpath(path, urllib.parse.quote(posixpath.dirname(page)) or ".") + query + mark + anchor


def highlighted(text, language, _attributes=""):
    try:
        lexer = pygments.lexers.get_lexer_by_name({"mjs": "js", "h": "c"}.get(language, language or "text"), stripnl=False)
    except pygments.util.ClassNotFound:
        return escape(text)
    return pygments.highlight(text, lexer, pygments.formatters.HtmlFormatter(nowrap=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", default=[], metavar="DEMO", help="leave out all other demos")
    chosen = parser.parse_args()
    if not chosen.program.exists():
        stop(f"there is no {chosen.program}: type make site, which builds it")
    try:
        chapters, demos = read_demos(chosen.program.resolve(), chosen.only)
        folder = Folder(chosen.folder)
        Site(folder, chapters, demos).write()
        folder.finish()
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        stop(f"{error.filename or chosen.folder}: {error.strerror}. "
             + ("Free some space, then try again: finished runs are kept." if full else
                "Choose another folder: make site SITE=FOLDER"))
    if problems:
        stop("\n".join(["links that lead nowhere:", *problems]))
    size = sum((chosen.folder / name).stat().st_size for name in folder.written) // 1_000_000
    print(f"site: {len(folder.written)} files, {size} MB in {chosen.folder}. To look at it: "
          f"python3 -m http.server -b 127.0.0.1 -d {chosen.folder} 8000, then http://127.0.0.1:8000")


main()
