"""Writes the site: see scripts/site. Everything on it exists already, in documents, lessons, sources and exported runs."""
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
import types
import urllib.parse

import markdown_it
import pygments
import pygments.formatters
import pygments.lexers

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = {
    "en": {
        "about": "promise-tui shows how promises run, event by event.", "demos": "Demos", "documents": "Documents",
        "search": "Search: a demo, a promise, a key, an error", "other": "中文", "run": "Run", "install": "Install",
        "alone": "Open the run alone", "source": "Source", "javascript": "In JavaScript", "prints": "Node prints:",
        "event": "event", "answer": "Answer", "none": "This demo has no lesson yet.", "command": "In a terminal:",
        "begin": "Try the demo in the picture", "license": "License", "skip": "Skip to the content"},
    "zh": {
        "about": "promise-tui 逐个事件地显示 promise 如何运行。", "demos": "演示", "documents": "文档（英文）",
        "search": "查找：演示、promise、按键、错误", "other": "English", "run": "运行", "install": "安装",
        "alone": "单独打开这次运行", "source": "源码", "javascript": "JavaScript 版本", "prints": "Node 的输出：",
        "event": "事件", "answer": "答案", "none": "这个演示还没有课程。", "command": "在终端里：",
        "begin": "打开图中的演示", "license": "许可证", "skip": "跳到正文"},
}
# Documents whose tables list names: their kind, how the cell of one begins, and the columns of it and of what it is.
ROWS = {"docs/learn/keys.md": ("key", "`", 0, 1), "docs/library/operators.md": ("operator", r"\[`", 0, 1),
        "docs/reference/errors.md": ("error", "(?!message)", 2, 0), "docs/debug/lints.md": ("warning", r"\[`", 0, -1),
        "docs/debug/javascript.md": ("variable", "`PROMISE_", 0, 1), "docs/debug/recording.md": ("variable", "`PROMISE_", 0, 1),
        "docs/reference/command-line.md": ("variable", "`[A-Z]{2}", 0, 1)}
POLICY = ("default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; frame-src 'self'; "
          "base-uri 'none'; form-action 'none'")
# A promise, and its child.
ICON = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#5f7fe0" stroke-width="2">'
        '<circle cx="4.5" cy="4.5" r="2.5"/><path d="M4.5 7v5H9"/><circle cx="11.5" cy="12" r="2.5" fill="#5f7fe0"/></svg>\n')


def stop(message):
    sys.exit(f"site: {message}")


# ---- What the program says

def call(program, *arguments):
    done = subprocess.run([str(program), *arguments], capture_output=True, cwd=ROOT, stdin=subprocess.DEVNULL)
    if done.returncode or not done.stdout:
        stop(f"'promise-tui {' '.join(arguments)}' failed: {done.stderr.decode(errors='replace').strip()[:300]}")
    return done.stdout.decode()


def read_demos(program):
    """Returns the chapters and the demos with their runs and lessons, which are kept for as long as the program is the same."""
    chapters, demos = {}, []
    for line in call(program, "about", "demos").splitlines():
        if found := re.match(r"(\S[^:]*): (.+)", line):
            chapters[found[1]] = found[2]
        elif found := re.match(r"  (\S+) +(\S.*)", line):
            demos.append(types.SimpleNamespace(
                chapter=list(chapters)[-1], name=found[1], file=re.sub(r"[^\w-]+", "_", found[1]), teaches=found[2],
                run={}, lesson={}, title={}, source=None))
    cache = ROOT / ".build/site/runs" / hashlib.sha256(program.read_bytes()).hexdigest()[:16]
    cache.mkdir(parents=True, exist_ok=True)
    cache.touch()
    for old in sorted(cache.parent.iterdir(), key=lambda folder: folder.stat().st_mtime)[:-3]:
        shutil.rmtree(old)

    def kept(name, make):
        if not (cache / name).exists():
            (cache / f"{name}.part").write_text(make())
            (cache / f"{name}.part").rename(cache / name)
        return (cache / name).read_text()

    def read(demo):
        for language in TEXT:
            demo.run[language] = kept(f"{demo.file}.{language}.html", lambda: call(
                program, "--lang", language, "export", demo.name, "--as", "html"))
            lesson = kept(f"{demo.file}.{language}.md", lambda: call(
                program, "--lang", language, "demo", demo.name, "--plain").partition("\nLESSON\n\n")[2])
            # As on the screens: between Chinese characters, the end of a line is not a space.
            wide = "[\u2e80-\u9fff\uff00-\uffef\u2014-\u2026]"
            title, _, demo.lesson[language] = re.sub(f"(?<={wide})\n(?={wide})", "", lesson).partition("\n")
            demo.title[language] = title.removeprefix("# ") or demo.name

    last = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, _ in enumerate(pool.map(read, demos), 1):
            if time.monotonic() - last > 3:
                last = time.monotonic()
                print(f"site: {number} of {len(demos)} demos", file=sys.stderr, flush=True)
    named = {demo.name: demo for demo in demos}
    for path in sorted(ROOT.glob("demos/*/*.swift")):
        for name in re.findall(r'\bDemo\(\s*"([^"]+)"', path.read_text()):
            if name in named:
                named[name].source = path
    return chapters, demos


# ---- Text

def escape(text):
    return html.escape(text, quote=True)


def words(token):
    """The text of an inline token."""
    return "".join(child.content for child in token.children if child.type in ("text", "code_inline", "text_special"))


def quoted(place):
    path, mark, anchor = place.partition("#")
    return urllib.parse.quote(path) + mark + urllib.parse.quote(anchor, safe="=")


def link(page, place, language="en"):
    """Returns the address of a place of the site as seen from a page; in Chinese, that of its Chinese page."""
    path, mark, anchor = quoted("zh/" + place if language == "zh" and place.startswith(("demos/", "index.")) else place).partition("#")
    keep = "?lang=zh" if language == "zh" and path.endswith(".html") and not path.startswith("zh/") else ""
    return escape(posixpath.relpath(path, posixpath.dirname(page) or ".") + keep + mark + anchor)


def highlighted(text, language, _attributes=""):
    try:
        lexer = pygments.lexers.get_lexer_by_name({"mjs": "js", "h": "c"}.get(language, language or "text"), stripnl=False)
    except pygments.util.ClassNotFound:
        return escape(text)
    return pygments.highlight(text, lexer, pygments.formatters.HtmlFormatter(nowrap=True))


class Site:
    """The files of the site, and the names that its search finds."""

    def __init__(self, chapters, demos):
        self.chapters, self.demos = chapters, demos
        self.files, self.names, self.waiting, self.places, self.problems = {}, [], [], {}, []
        self.markdown = markdown_it.MarkdownIt("commonmark", {"highlight": highlighted}).enable(["table", "strikethrough"])
        # Documents have no markup but comments: what looks like it is text.
        for rule in ("html_block", "html_inline"):
            self.markdown.add_render_rule(rule, lambda _, tokens, index, *__: (
                "" if tokens[index].content.startswith("<!--") else escape(tokens[index].content)))
        for demo in demos:
            for ending, part in ((".swift", "source"), (".mjs", "javascript"), (".md", "lesson"), (".zh.md", "lesson")):
                if demo.source and (file := demo.source.with_suffix(ending)).exists():
                    self.places[file.relative_to(ROOT).as_posix()] = f"demos/{demo.file}.html#{part}"

    def place(self, path):
        """Returns the page of a file of the checkout, which will be written; `None` if there is no such file."""
        file = ROOT / path
        if path not in self.places:
            if path.startswith("..") or not file.exists():
                return None
            if (file / "README.md").exists():
                return self.place(posixpath.join(path, "README.md"))
            if file.suffix == ".md":
                self.places[path] = re.sub(r"(/README|)\.md$", lambda end: "/index.html" if end[1] else ".html", path)
            else:
                self.places[path] = path if file.suffix == ".svg" else f"source/{path}{'/index' if file.is_dir() else ''}.html"
            self.waiting.append(path)
        return self.places[path]

    def target(self, href, source, page, language):
        """Returns the address on `page` for a link in the document `source`."""
        if re.match(r"[a-z][a-z+.-]*:|#", href):
            return href
        path, mark, anchor = urllib.parse.unquote(href).partition("#")
        place = self.place(posixpath.normpath(posixpath.join(posixpath.dirname(source), path)))
        if not place:
            self.problems.append(f"{source} links to {href}, which does not exist")
        return html.unescape(link(page, (place or "") + mark + anchor, language))

    def render(self, text, source, page, language="en"):
        """Returns a document as HTML, and its headings: level, anchor, text."""
        tokens, headings, used = self.markdown.parse(text), [], {}
        for index, token in enumerate(tokens):
            for child, name in itertools.product(token.children or [], ("href", "src")):
                if name in child.attrs:
                    child.attrs[name] = self.target(child.attrs[name], source, page, language)
            if token.type == "heading_open":
                # As GitHub makes anchors.
                plain = words(tokens[index + 1])
                anchor = re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")
                used[anchor] = used.get(anchor, -1) + 1
                token.attrs["id"] = anchor + (f"-{used[anchor]}" if used[anchor] else "")
                headings.append((int(token.tag[1]), token.attrs["id"], plain))
        if source in ROWS:
            self.rows(tokens, source, page)
            self.help(tokens, page)
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        return body.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>"), headings

    # ---- The search

    def name(self, name, kind, place, about, chinese=""):
        short = [text if len(text) < 160 else text[:159] + "…" for text in (name, about, chinese)]
        self.names.append([short[0], kind, quoted(place), *short[1:]])

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
                    token.attrs["id"] = f"{kind}-{len(seen)}"
                    anchor = "#" + token.attrs["id"]
                self.name(words(cells[name]), kind, page + anchor, words(cells[about]))

    def help(self, tokens, page):
        """Adds the commands whose help is in the document, and their options, to the search."""
        for mark, fence in zip(tokens, tokens[1:]):
            found = re.match(r"<!-- begin: promise-tui ((?:help |about )(\w+)) -->", mark.content)
            if not found or fence.type != "fence":
                continue
            fence.attrs["id"], place = found[2], f"{page}#{found[2]}"
            about = re.match(r"(?:OVERVIEW: )?(.+)", fence.content)[1]
            self.name("promise-tui " + found[1].removeprefix("help "), "command", place, about)
            for option, says in re.findall(r"^  (?:-\w, )?(--[\w-]+).*?\s{2,}(\S.*(?:\n {26}\S.*)*)", fence.content, re.M):
                if option not in ("--version", "--help"):
                    self.name(option, "option", place, f"{found[2]}: {' '.join(says.split())}")

    # ---- The pages

    def page(self, page, title, body, language="en", twin=None, about="", kind="document"):
        """Adds a page with `body`; `twin` is the same page in the other language."""
        text, here = TEXT[language], lambda place: link(page, place, language)
        other = {"en": "zh", "zh": "en"}[language]
        to_twin = f'hreflang="{other}" href="{link(page, twin)}"' if twin else ""
        switch = f'<a class="language" lang="{other}" {to_twin}>{text["other"]}</a>' if twin else ""
        alternate = f'<link rel="alternate" {to_twin}>\n' if twin else ""
        name = title if title == "promise-tui" else f"{title} – promise-tui"
        self.files[page] = f"""<!DOCTYPE html>
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
<a class="home" href="{here('index.html')}">promise-tui</a>
<nav><a href="{here('index.html#demos')}">{text['demos']}</a> <a href="{here('docs/index.html')}">{text['documents']}</a></nav>
<div id="search" hidden><input type="search" role="combobox" aria-expanded="false" aria-controls="found"
 aria-autocomplete="list" autocomplete="off" spellcheck="false" aria-label="{text['search']}" placeholder="{text['search']}">
<ul id="found" role="listbox" aria-label="{text['search']}" hidden></ul></div>
{switch}
</header>
<main id="content">
{body}
</main>
<footer>promise-tui · <a href="{here(self.place('LICENSE'))}">{text['license']}: MIT</a></footer>
</body>
</html>
"""

    def first(self, language):
        """The first page: the beginning of the README, the demos by chapter, and the documents by reader."""
        page, text = ("zh/" if language == "zh" else "") + "index.html", TEXT[language]
        beginning = (ROOT / "README.md").read_text().partition("\n## ")[0]
        picture = re.search(r"^!\[.*pictures/([\w-]+)\.svg.*$", beginning, re.M)
        chinese = {}
        if language == "zh":
            # The documents exist in English only.
            beginning = f"# promise-tui\n\n{text['about']}\n\n{picture[0]}"
            chinese = dict(re.findall(r'^"(.*)" = "(.*)";$', (
                ROOT / "Sources/PromiseInsight/Languages/chinese.txt").read_text(), re.M))
        buttons = [(self.place("README.md") + "#install", text["install"])] + [
            (f"demos/{demo.file}.html", text["begin"]) for demo in self.demos if demo.name == picture[1]]
        body = f'<section class="beginning">{self.render(beginning, "README.md", page, language)[0]}<p class="go">' + " ".join(
            f'<a href="{link(page, place, language)}">{says}</a>' for place, says in buttons) + "</p></section>\n"
        body += f'<h2 id="demos">{text["demos"]}</h2>\n'
        for chapter, about in self.chapters.items():
            body += (f'<section class="chapter" id="{escape(chapter)}"><h3>{escape(chapter)}'
                     f'<small>{escape(chinese.get(about, about))}</small></h3>\n<ol>' + "".join(
                         f'<li><a href="{link(page, f"demos/{demo.file}.html", language)}"><bdi>{escape(demo.title[language])}'
                         f'</bdi></a> <span><bdi>{escape(self.sentence(demo, language))}</bdi></span></li>\n'
                         for demo in self.demos if demo.chapter == chapter) + "</ol></section>\n")
        body += f'<h2 id="documents">{text["documents"]}</h2>\n<div class="readers">\n'
        parts = (ROOT / "docs/README.md").read_text().split("\n## ")[1:] + [
            "The project\n\n- [Three commands, and how to begin](../README.md), [changes](../CHANGELOG.md), "
            "[security](../SECURITY.md), and [the map of the code](../CONTRIBUTING.md)"]
        for part in parts:
            body += f'<section>{self.render("### " + part, "docs/README.md", page, language)[0]}</section>\n'
        self.page(page, "promise-tui", body + "</div>\n", language, kind="first",
                  twin="index.html" if language == "zh" else "zh/index.html")

    def sentence(self, demo, language):
        """What a demo teaches; in Chinese, the first sentence of its lesson."""
        found = re.match(r"\s*([^。？#]+[。？])", re.sub("[`*]", "", demo.lesson[language]))
        return " ".join(found[1].split()) if language == "zh" and found else demo.teaches

    def demo(self, index, language):
        """The page of a demo: its lesson beside its run, and its sources. A step of the lesson moves the run."""
        demo, text = self.demos[index], TEXT[language]
        page = ("zh/" if language == "zh" else "") + f"demos/{demo.file}.html"
        run = page.replace("demos/", "runs/", 1)
        self.files[run], run = demo.run[language], link(page, run)
        source = demo.source.relative_to(ROOT).as_posix() if demo.source else "demos/"
        lesson, _ = self.render(demo.lesson[language], source, page, language)
        lesson = re.sub(r"<p><strong>(?:Answer\.|答案。)</strong>(.*?)(?=<h2|\Z)",
                        rf"<details><summary>{text['answer']}</summary>\n<p>\1</details>\n", lesson, flags=re.S)
        lesson, steps = re.subn(
            r"<blockquote>\s*<p>(<code>.*?</code>) \(event (\d+), ([^)]*)\)</p>\s*</blockquote>",
            rf'<p class="moment"><a target="run" href="{run}#event=\2">\1 <span>{text["event"]} \2, \3</span></a></p>', lesson)
        start = re.search(r"#event=\d+", lesson)[0] if steps else ""
        introduction, mark, lesson = lesson.partition("<h2")
        chapter, name = link(page, f"index.html#{demo.chapter}", language), escape(demo.name)
        about = f" · <bdi>{escape(demo.teaches)}</bdi>" if language == "en" else ""
        near = [(sign, self.demos[place]) for sign, place in (("←", index - 1), ("→", index + 1)) if 0 <= place < len(self.demos)]
        body = f"""<div class="lesson"><div class="introduction">
<h1><bdi>{escape(demo.title[language])}</bdi></h1>
<p class="about"><bdi>{name}</bdi> · <a href="{chapter}">{escape(demo.chapter)}</a>{about}</p>
{introduction or f'<p>{text["none"]}</p>'}</div>
<section class="run" id="run"><iframe name="run" title="{text['run']}: {name}" src="{run}{start}"></iframe>
<p><a href="{run}">{text['alone']}</a> <span>{text['command']} <code>promise-tui demo {name} --lesson</code></span></p></section>
<div class="steps" id="lesson">{mark + lesson}</div></div>
<div class="sources">{self.code(demo, ".swift", "source", text)}{self.code(demo, ".mjs", "javascript", text)}</div>
<nav class="neighbors">""" + " ".join(
            f'<a href="{link(page, f"demos/{other.file}.html", language)}">{sign} <bdi>{escape(other.title[language])}</bdi></a>'
            for sign, other in near) + "</nav>\n"
        twin = page.removeprefix("zh/") if language == "zh" else "zh/" + page
        self.page(page, demo.title[language], body, language, twin, about=demo.teaches, kind="demo")
        if language == "en":
            self.name(demo.name, "demo", page, f"{demo.title['en']}: {demo.teaches}",
                      f"{demo.title['zh']}：{self.sentence(demo, 'zh')}")
            for label in dict.fromkeys(re.findall(r'label: "([^"\\]+)"', demo.source.read_text() if demo.source else "")):
                self.name(label, "promise", page, demo.name)

    def code(self, demo, ending, part, text):
        """A source of a demo and, if it is a script, what it prints."""
        if not demo.source or not (file := demo.source.with_suffix(ending)).exists():
            return ""
        prints = file.with_suffix(ending + ".out")
        printed = f'<p>{text["prints"]}</p><pre>{escape(prints.read_text())}</pre>' if prints.exists() else ""
        return (f'<section id="{part}"><h2>{text[part]} <small>{file.relative_to(ROOT).as_posix()}</small></h2>'
                f'<pre tabindex="0">{highlighted(file.read_text(), ending[1:])}</pre>{printed}</section>\n')

    def document(self, path):
        """The page of a document, a source, a folder or a picture."""
        file, page = ROOT / path, self.places[path]
        if file.suffix == ".svg":
            self.files[page] = file.read_text()
        elif file.is_dir():
            names = sorted(entry.name for entry in file.iterdir() if entry.is_file())
            body, _ = self.render("\n".join([f"# {path}\n", *(f"- [{name}]({name})" for name in names)]), f"{path}/", page)
            self.page(page, path, f"<article>{body}</article>")
        elif file.suffix != ".md":
            self.page(page, path, f'<article class="file"><h1 class="path">{escape(path)}</h1>\n'
                      f'<pre tabindex="0">{highlighted(file.read_text(), file.suffix[1:])}</pre></article>')
        else:
            body, headings = self.render(file.read_text(), path, page)
            parts = "".join(f'<li><a href="#{escape(anchor)}">{escape(text)}</a></li>' for level, anchor, text in headings if level == 2)
            contents = f'<details class="contents" open><summary>On this page</summary><ul>{parts}</ul></details>' if parts else ""
            self.page(page, headings[0][2] if headings else path, f"{contents}<article>{body}</article>",
                      kind="with-contents" if parts else "document")
            known = {entry[2] for entry in self.names}
            for level, anchor, text in headings:
                if quoted(f"{page}#{anchor}") not in known:
                    self.name(text, "document", f"{page}#{anchor}", headings[0][2] if level > 1 else "")

    def make(self):
        """Adds everything."""
        colors = next(iter(re.findall(r":root \{.*?\n\}\n", self.demos[0].run["en"], re.S)), "") if self.demos else ""
        self.files["site.css"] = "/* The colors are those of the pages of runs. */\n" + colors + (ROOT / "scripts/site.css").read_text()
        self.files["site.js"] = (ROOT / "scripts/site.js").read_text()
        self.files["icon.svg"] = ICON
        for path in sorted(itertools.chain(ROOT.glob("*.md"), ROOT.glob("docs/**/*.md"))):
            self.place(path.relative_to(ROOT).as_posix())
        for language in TEXT:
            self.first(language)
            for index in range(len(self.demos)):
                self.demo(index, language)
        while self.waiting:
            self.document(self.waiting.pop(0))
        self.files["names.js"] = f"window.siteNames = {json.dumps(self.names, ensure_ascii=False, separators=(',', ':'))};\n"
        return self.files


def save(files, folder):
    """Writes the files. A list in the folder names them; a file that is not in the list is never changed."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / ".promise-tui-site"
    known = {name for name in mark.read_text().splitlines() if ".." not in name} if mark.exists() else set()
    others = [path for path in map(folder.joinpath, files.keys() - known) if path.exists()] if known else list(folder.iterdir())
    if others:
        stop(f"{others[0]} was not written by 'make site'. Choose another folder: make site SITE=FOLDER")
    mark.write_text("\n".join(sorted(known | files.keys())))
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    for name in known - files.keys():
        (folder / name).unlink(missing_ok=True)
    mark.write_text("\n".join(sorted(files)))


def main():
    program, folder = map(pathlib.Path, sys.argv[1:])
    if not program.exists():
        stop(f"there is no {program}: type make site, which builds it")
    try:
        site = Site(*read_demos(program.resolve()))
        files = site.make()
        if site.problems:
            stop("\n".join(["links that lead nowhere:", *site.problems]))
        save(files, folder)
    except KeyboardInterrupt:
        stop("interrupted; finished runs are kept")
    except OSError as error:
        stop(f"{error.filename or folder}: {error.strerror}. " + (
            "Free some space, then try again: finished runs are kept."
            if error.errno in (errno.ENOSPC, errno.EDQUOT) else "Choose another folder: make site SITE=FOLDER"))
    size = sum(map(len, files.values())) // 1_000_000
    print(f"site: {len(files)} files, {size} MB in {folder}. To look at it: "
          f"python3 -m http.server -b 127.0.0.1 -d {folder} 8000, then http://127.0.0.1:8000")


main()
