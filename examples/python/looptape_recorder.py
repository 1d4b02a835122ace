"""Records a loop of your own as Looptape events: one JSON object a line.

    from looptape_recorder import Recorder

    with Recorder("agent.jsonl").run("my agent", inputs={"goal": goal}) as run:
        with run.scope("agent") as scope:
            for _ in range(10):
                with scope.iteration() as iteration:
                    with run.fire("model", messages=messages) as fire:
                        text = ask(messages)
                        fire.outputs(text=text)
                    messages.append(text)
                    run.slot("messages", messages)
                    if iteration.stop(text == "done"):
                        break
        run.outputs(answer=text)

One file, no dependencies, Python 3.8 or newer. Where the lines go: standard output (Recorder()), a file (Recorder("agent.jsonl")), an
open stream, or a program (Recorder(["looptape", "record", "--open"])). Values are written down when they are given, so what is changed
afterwards does not change the record. May be used from several threads. A record that can't be written never stops the loop.
"""

import base64
import contextvars
import json
import math
import subprocess
import sys
import threading
import time
import uuid

__all__ = ["Bytes", "Recorder"]

_SAFE = 2**53 - 1
_DEEPEST = 200


class Bytes:
    """Bytes that say what they are, such as an image: Bytes(data, "image/png")."""

    def __init__(self, data, media_type="application/octet-stream"):
        self.data = bytes(data)
        self.media_type = media_type


def encode(value, depth=0):
    """The value in the public form: JSON, with {"$value": …} for what JSON lacks."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value) if -_SAFE <= value <= _SAFE else {"$value": "bigint", "text": str(int(value))}
    if isinstance(value, float):
        if math.isnan(value):
            return {"$value": "NaN"}
        if math.isinf(value):
            return {"$value": "Infinity" if value > 0 else "-Infinity"}
        return {"$value": "-0"} if value == 0 and math.copysign(1, value) < 0 else float(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        value = Bytes(value)
    if isinstance(value, Bytes):
        text = base64.b64encode(value.data).decode("ascii")
        return {"$value": "bytes", "mediaType": value.media_type, "base64": text}
    if depth < _DEEPEST and isinstance(value, (list, tuple)):
        return [encode(item, depth + 1) for item in value]
    if depth < _DEEPEST and isinstance(value, dict):
        made = {str(key): encode(item, depth + 1) for key, item in value.items()}
        return {"$value": "object", "of": made} if "$value" in made else made
    return {"$value": "unrecorded", "type": type(value).__name__}


def encode_all(values):
    return {str(name): encode(value) for name, value in values.items()}


class Recorder:
    """Where the lines go: None for standard output, a path, a stream of text, or a list, the command of a program that reads them."""

    def __init__(self, out=None):
        self._child = None
        self._owned = False
        self._lock = threading.Lock()
        if out is None:
            self._stream = sys.stdout
        elif isinstance(out, (list, tuple)):
            self._child = subprocess.Popen(list(out), stdin=subprocess.PIPE)
            self._stream = self._child.stdin
        elif hasattr(out, "write"):
            self._stream = out
        else:
            self._stream = open(out, "w", encoding="utf-8", newline="\n")
            self._owned = True

    def run(self, name, inputs=None, graph=None, versions=None):
        """One run; a recorder records one."""
        return Run(self, name, inputs or {}, graph, versions or {})

    def write(self, fields):
        line = json.dumps(fields, allow_nan=False) + "\n"
        with self._lock:
            if self._stream is None:
                return
            try:
                self._stream.write(line.encode("ascii") if self._child else line)
                self._stream.flush()
            except (OSError, ValueError) as error:
                self._stream = None
                print("looptape_recorder: nothing more is recorded: %s" % error, file=sys.stderr)

    def close(self):
        with self._lock:
            stream, self._stream = self._stream, None
            if stream is not None and (self._owned or self._child):
                try:
                    stream.close()
                except OSError:
                    pass  # Whoever reads is gone; what it has, it has.
        if self._child:
            self._child.wait()


class Run:
    def __init__(self, recorder, name, inputs, graph, versions):
        self._recorder = recorder
        self._started = (name, inputs, graph, versions)
        self._began = time.monotonic()
        self._fires = 0
        self._count = threading.Lock()
        self._outputs = {}
        self._status = ("ended", "end")
        self._failed = None
        # The innermost iteration: of this thread, else that of the thread which began the run.
        self._here = contextvars.ContextVar("looptape-here", default=None)
        self._thread = threading.get_ident()
        self._last = ("", "")
        self._entries = {}

    def __enter__(self):
        name, inputs, graph, versions = self._started
        self._began = time.monotonic()
        self._emit(
            "run.started",
            at="",
            id=str(uuid.uuid4()),
            dialect="foreign",
            graph=encode(graph),
            name=name,
            inputs=encode_all(inputs),
            versions=dict({"python": sys.version.split()[0]}, **versions),
        )
        return self

    def __exit__(self, kind, error, _trace):
        status, reason = self._status
        fields = {}
        if error is not None and not (isinstance(error, SystemExit) and error.code in (None, 0)):
            cancelled = isinstance(error, (KeyboardInterrupt, SystemExit))
            status = reason = "cancelled" if cancelled else "failed"
            node, at = self._failed[1:] if self._failed and self._failed[0] is error else (None, self.here()[1])
            fields["error"] = dict(_error(error), at=at, **({} if node is None else {"node": node}))
        self._emit("run.finished", at="", status=status, reason=reason, outputs=self._outputs, **fields)
        self._recorder.close()
        return False

    def outputs(self, **values):
        """What the run came to."""
        self._outputs.update(encode_all(values))

    def ended(self, reason, status="ended"):
        """Why the run ended, where it is not simply over: stop, budget, exhausted, halt, …"""
        self._status = (status, reason)

    def scope(self, name):
        """A loop. Its iterations happen inside."""
        return Scope(self, name)

    def fire(self, node, **inputs):
        """One execution of a step, with its inputs by name."""
        return Fire(self, node, inputs)

    def slot(self, name, value, scope=None, writer="assign", persist=None):
        """A named place now holds a value. Its scope: the innermost loop; "" for the run's own."""
        fields = {} if persist is None else {"persist": persist}
        self._emit("slot.written", slot=name, scope=self._scope(scope), writer=writer, value=encode(value), **fields)

    def cleared(self, name, why, scope=None):
        self._emit("slot.cleared", slot=name, scope=self._scope(scope), why=why)

    def signal(self, name, scope=None):
        self._emit("signal.emitted", signal=name, scope=self._scope(scope))

    def decision(self, question, subject, chosen, candidates, operands=None, target=None, scope=None):
        """A choice: candidates is {id: why}; chosen one of them, or None. The question: edge, exit, boundary, input, predicate, …"""
        rows = [{"id": one, "matched": one == chosen, "why": why} for one, why in candidates.items()]
        fields = {} if target is None else {"target": target}
        self._emit(
            "decision.made",
            question=question,
            subject=subject,
            scope=self._scope(scope),
            operands=encode_all(operands or {}),
            candidates=rows,
            chosen=chosen,
            **fields
        )

    def here(self):
        """The scope and path of the innermost iteration."""
        return self._here.get() or self._last

    def _scope(self, given):
        return self.here()[0] if given is None else given

    def _emit(self, kind, at=None, **fields):
        t = round((time.monotonic() - self._began) * 1000, 3)
        line = {"kind": kind, "at": self.here()[1] if at is None else at, "t": t}
        line.update(fields)
        self._recorder.write(line)


class Scope:
    def __init__(self, run, name):
        self._run = run
        self.name = name
        self.iterations = 0
        self._reason = "end"
        self._finals = {}

    def __enter__(self):
        run = self._run
        self._parent = run.here()[1]
        with run._count:
            entries = run._entries.setdefault(self._parent, {})
            self._activation = entries[self.name] = entries.get(self.name, 0) + 1
        run._emit("scope.entered", at=self._parent, scope=self.name)
        return self

    def __exit__(self, kind, error, _trace):
        reason = self._reason
        if error is not None:
            reason = "failed" if isinstance(error, Exception) else "cancelled"
        finals = {"finals": encode_all(self._finals)} if self._finals else {}
        self._run._emit(
            "scope.exited", at=self._parent, scope=self.name, reason=reason, iterations=self.iterations, **finals
        )
        return False

    def iteration(self, label=None):
        """The next round."""
        return Iteration(self._run, self, label)

    def ended(self, reason, **finals):
        """Why the loop ended: stop, budget, exhausted, end, …; and what it came to."""
        self._reason = reason
        self._finals = finals

    def _path(self, iteration):
        name = "".join("%%%02X" % ord(c) if c in "./[]#@:%" else c for c in self.name)
        again = "#%d" % self._activation if self._activation > 1 else ""
        step = "%s%s[%d]" % (name, again, iteration)
        return step if self._parent == "" else "%s/%s" % (self._parent, step)


class Iteration:
    def __init__(self, run, scope, label):
        self._run = run
        self._scope = scope
        self._label = label
        self._carry = {}
        self._stop = {}

    def __enter__(self):
        run, scope = self._run, self._scope
        self.number = scope.iterations
        self.path = scope._path(self.number)
        self._before = run._last
        here = (scope.name, self.path)
        self._token = run._here.set(here)
        self._is_first = threading.get_ident() == run._thread
        if self._is_first:
            run._last = here
        label = {} if self._label is None else {"label": str(self._label)}
        run._emit("iteration.opened", scope=scope.name, iteration=self.number, **label)
        return self

    def __exit__(self, kind, error, _trace):
        run, scope = self._run, self._scope
        if error is None:
            run._emit("iteration.closed", scope=scope.name, iteration=self.number, carry=self._carry, **self._stop)
        elif run._failed is None or run._failed[0] is not error:
            run._failed = (error, None, self.path)
        if error is None:
            scope.iterations += 1
        run._here.reset(self._token)
        if self._is_first:
            run._last = self._before
        with run._count:
            run._entries.pop(self.path, None)
        return False

    def carry(self, **values):
        """What is handed to the next round."""
        self._carry.update(encode_all(values))

    def stop(self, verdict):
        """Whether the loop ends here. Gives the verdict back."""
        self._stop = {"stop": encode(verdict)}
        if verdict:
            self._scope._reason = "stop"
        return verdict


class Fire:
    def __init__(self, run, node, inputs):
        self._run = run
        self._node = node
        self._inputs = inputs
        self._outputs = {}
        self._more = {}

    def __enter__(self):
        run = self._run
        with run._count:
            self._id = run._fires
            run._fires += 1
        self._at = run.here()[1]
        run._emit("fire.started", at=self._at, fire=self._id, node=self._node, inputs=encode_all(self._inputs))
        self._began = time.monotonic()
        return self

    def __exit__(self, kind, error, _trace):
        run = self._run
        took = round((time.monotonic() - self._began) * 1000, 3)
        common = dict(self._more, fire=self._id, node=self._node, durationMs=took)
        if error is None:
            run._emit("fire.finished", at=self._at, outputs=self._outputs, **common)
            return False
        run._failed = (error, self._node, self._at)
        run._emit("fire.failed", at=self._at, error=_error(error), **common)
        return False

    def outputs(self, **values):
        """What it gave, by name."""
        self._outputs.update(encode_all(values))

    def usage(self, **values):
        """What it cost, such as tokens."""
        self._more["usage"] = encode_all(values)

    def log(self, text, level="log"):
        self._more.setdefault("log", []).append({"level": level, "text": str(text)})


def _error(error):
    return {"code": type(error).__name__, "message": str(error) or type(error).__name__}
