"""Checks the spans of an export with OpenTelemetry's own definitions, and with a receiver of OTLP."""
import base64
import collections
import json
import os
import pathlib
import socket
import subprocess
import time
import urllib.request

EPOCH = 1790000000
# Events of a promise that its span has. Those after its settlement may come too late.
EARLY = ["jobEnqueued", "jobStarted", "bodyStarted", "adopted", "inputSettled", "handlerSkipped"]


def decoded(base):
    """The messages of both encodings, and whether they are the same."""
    from google.protobuf import json_format
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    def bytes_of(fields):
        # OpenTelemetry's JSON has hexadecimal identifiers where that of Protocol Buffers has Base64.
        for key in ("traceId", "spanId", "parentSpanId"):
            if key in fields:
                fields[key] = base64.b64encode(bytes.fromhex(fields[key])).decode()
        return fields

    binary, text = TracesData(), TracesData()
    binary.ParseFromString(pathlib.Path(f"{base}.otlp.pb").read_bytes())
    for line in pathlib.Path(f"{base}.otlp.jsonl").read_text().splitlines():
        message = json.loads(line, object_hook=bytes_of)
        text.MergeFrom(json_format.ParseDict(message, TracesData()))
    return binary, text


def value(content):
    return getattr(content, content.WhichOneof("value"))


def spans_of(message):
    """The spans by their promises, with their attributes as a dictionary."""
    found = {}
    for resource in message.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                attributes = {item.key: value(item.value) for item in span.attributes}
                found.setdefault(attributes["promise.id"], []).append((span, attributes))
    return found


def check(base, events, fail):
    """Compares every field of every span with the events of the run."""
    def wrong(what):
        fail(base.name, f"otlp: {what}")

    binary, text = decoded(base)
    if binary != text:
        return wrong("the two encodings differ")
    if len({name for r in binary.resource_spans for a in r.resource.attributes
            if a.key == "service.name" for name in [a.value.string_value]}) > 1:
        wrong("several services")
    creations, settlements, freed, counts, late = {}, {}, {}, collections.Counter(), collections.Counter()
    last = 0
    for event in events:
        last = max(last, event["t"])
        kind, p = event["k"], event.get("p")
        if kind == "created":
            creations.setdefault(p, event)
        elif kind == "settled" and p in creations and p not in freed:
            settlements.setdefault(p, event)
        elif kind == "deallocated" and p in creations:
            freed.setdefault(p, event)
        if p in creations:
            (late if p in settlements or p in freed else counts)[p, kind] += 1
    found = spans_of(binary)
    if set(found) != set(creations):
        return wrong(f"spans of {len(found)} promises for {len(creations)}")
    identities = [bytes(s.trace_id) + bytes(s.span_id) for spans in found.values() for s, _ in spans]
    if len(set(identities)) != len(creations) or any(len(one) != 24 for one in identities):
        wrong("the identities of the spans are not unique")
    for p, creation in creations.items():
        (span, attributes), *more = found[p]
        settled, free = settlements.get(p), freed.get(p)
        end = settled or (free if free and free.get("state") != "settled" else None)
        start_time = EPOCH * 10**9 + creation["t"]
        end_time = EPOCH * 10**9 + max(creation["t"], end["t"] if end else last)
        expected = {
            "start": (span.start_time_unix_nano, start_time), "spans": (len(more), 0),
            "end": (span.end_time_unix_nano, end_time) if end or not free else (0, 0),
            "operation": (attributes["promise.operation"], creation["op"]),
            "outcome": (attributes["promise.outcome"], settled["out"]) if settled else (0, 0),
            "status": (span.status.code, 2 if settled and settled["out"] == "rejected"
                       or end and end.get("state") == "pending" else 0),
            "file": ("code.file.path" in attributes, "file" in creation),
            "line": (attributes.get("code.line.number"), creation.get("line")),
            "kind": (span.kind, 1),
        }
        label = creation.get("label")
        if label and label.isascii() and label.isprintable() and len(label) < 100:
            expected["name"] = (span.name, label)
            expected["label"] = (attributes["promise.label"], label)
        names = collections.Counter(event.name for event in span.events)
        if not span.dropped_events_count:
            for name in EARLY:
                least = counts[p, name]
                expected[name] = (least <= names[name] <= least + late[p, name], True)
        parents = [one for one in creation.get("parents", []) if one != p and one in creations
                   and creations[one]["n"] < creation["n"]]
        if parents and span.parent_span_id:
            expected["parent"] = (span.parent_span_id, found[parents[0]][0][0].span_id)
        elif span.parent_span_id:
            known = {bytes(s.trace_id) + bytes(s.span_id) for spans in found.values() for s, _ in spans}
            expected["maker"] = (bytes(span.trace_id) + bytes(span.parent_span_id) in known, True)
        for what, (is_now, should) in expected.items():
            if is_now != should:
                wrong(f"p{p}: {what} is {is_now!r}, expected {should!r}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check_receiver(program, phoenix, recorded, folder, fail):
    """Sends spans to a receiver of OTLP, Arize Phoenix, and reads them back through its own interface."""
    folder.mkdir(parents=True, exist_ok=True)
    port, rpc = free_port(), free_port()
    address = f"http://127.0.0.1:{port}"
    variables = {**os.environ, "PHOENIX_WORKING_DIR": str(folder), "PHOENIX_PORT": str(port),
                 "PHOENIX_HOST": "127.0.0.1", "PHOENIX_GRPC_PORT": str(rpc), "PHOENIX_TELEMETRY_ENABLED": "false"}
    with open(folder / "phoenix.log", "wb") as log:
        server = subprocess.Popen([phoenix, "serve"], env=variables, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
                break
            except OSError:
                if time.monotonic() > deadline or server.poll() is not None:
                    return fail("receiver", f"phoenix does not start: see {folder / 'phoenix.log'}")
                time.sleep(0.2)
        trace = folder / "live.ptrace"
        trace.unlink(missing_ok=True)
        commands = [[program, "export", "login-fetch-submit", "--epoch", str(int(time.time())), "--otlp", address],
                    [program, "record", "--otlp", address, "-o", trace, "--", recorded]]
        expected = {}
        for command in commands:
            done = subprocess.run([str(word) for word in command], capture_output=True, timeout=120)
            if done.returncode or b"sent " not in done.stderr:
                fail("receiver", f"{command[1]}: {done.stderr.decode()[:400]}")
            source = trace if command[1] == "record" else command[2]
            date = [] if source == trace else command[3:5]
            subprocess.run([program, "export", source, *date, "--as", "otlp-proto", "-o", folder / "sent.otlp.pb"],
                           check=True, capture_output=True)
            from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
            message = TracesData()
            message.ParseFromString((folder / "sent.otlp.pb").read_bytes())
            for spans in spans_of(message).values():
                for span, _ in spans:
                    expected[span.span_id.hex()] = (
                        span.trace_id.hex(), span.parent_span_id.hex(), span.name,
                        sorted(event.name for event in span.events))
        received = {}
        while time.monotonic() < deadline and set(received) != set(expected):
            with urllib.request.urlopen(f"{address}/v1/projects/default/spans?limit=1000") as answer:
                for span in json.load(answer)["data"]:
                    context = span["context"]
                    received[context["span_id"]] = (
                        context["trace_id"], span["parent_id"] or "", span["name"],
                        sorted(event["name"] for event in span["events"]))
            time.sleep(0.2)
        if received != expected:
            different = [one for one in set(received) | set(expected) if received.get(one) != expected.get(one)]
            fail("receiver", f"{len(different)} of {len(expected)} spans differ, such as "
                 f"{received.get(different[0])} for {expected.get(different[0])}")
        return len(expected)
    finally:
        server.terminate()
        server.wait(30)
