"""Runs one program and returns its outcome as JSON. Loaded once, kept in the snapshot."""

import ast
import asyncio
import gc
import importlib
import json
import linecache
import logging
import random
import sys
import time
import traceback

FILE = "<code>"
# Frequent imports, which each program would compile anew: that takes longer than most programs.
READY = (
    *("calendar", "csv", "datetime", "decimal", "fractions", "hashlib", "html", "pickle", "pprint", "secrets"),
    *("statistics", "string", "textwrap", "timeit", "urllib.parse", "uuid", "zoneinfo"),
)
JAVASCRIPT = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")
FORMATS = {
    "html": "_repr_html_",
    "png": "_repr_png_",
    "jpeg": "_repr_jpeg_",
    "svg": "_repr_svg_",
    "latex": "_repr_latex_",
    "markdown": "_repr_markdown_",
    "javascript": "_repr_javascript_",
    "json": "_repr_json_",
}


class OnlyStandardLibrary:
    """The last finder: explains why a module is missing; Python's own error would not."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in sys.stdlib_module_names or "." in name:
            return None
        raise ModuleNotFoundError(
            f"No module named {name!r}: only the standard library of Python is available here", name=name
        )


class NoJavaScript:
    """The first finder: hides what Pyodide adds to the standard library."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in JAVASCRIPT:
            return OnlyStandardLibrary.find_spec(name.partition(".")[0])
        return None


def _formats(value):
    """A value in the formats of its class, as notebooks show it."""
    if isinstance(value, (dict, list)):
        try:
            return {"json": json.loads(json.dumps(value, allow_nan=False))}
        except (TypeError, ValueError, RecursionError):
            return {"text": repr(value)}
    shown = {"text": repr(value)}
    for name, method in FORMATS.items():
        show = getattr(type(value), method, None)
        made = show(value) if callable(show) else None
        if isinstance(made, tuple):
            made = made[0] if made else None
        if isinstance(made, bytes):
            import base64

            made = base64.b64encode(made).decode()
        if isinstance(made, str) or (name == "json" and isinstance(made, (dict, list))):
            shown[name] = made
    return shown


def _failure(error):
    """Name, message and traceback of an exception, without the frames of this file."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != FILE:
        frames = frames.tb_next
    details = traceback.TracebackException(type(error), error, frames, limit=100, compact=True)
    details.stack[:] = [step for step in details.stack if step.filename != __file__]
    try:
        message = str(error)
    except BaseException:
        message = "<exception str() failed>"
    lines = [step.lineno for step in details.stack if step.filename == FILE]
    line = lines[0] if lines else getattr(error, "lineno", None)
    failure = {
        "name": type(error).__name__,
        "message": message,
        "traceback": "".join(details.format()).splitlines(),
    }
    if isinstance(line, int):
        failure["lineNumber"] = line
    return failure


def run(source):
    """Runs a program; if it ends with an expression, its value is a result."""
    results = []
    outcome = {"results": results}

    def display(*values):
        results.extend(_formats(value) for value in values)

    space = sys.modules["__main__"].__dict__
    space["display"] = display
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    try:
        tree = ast.parse(source, FILE)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        exec(compile(tree, FILE, "exec"), space)
        if last is not None:
            value = eval(compile(last, FILE, "eval"), space)
            if value is not None:
                display(value)
    except BaseException as error:
        outcome["error"] = _failure(error)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    return json.dumps(outcome)


class Sleeping:
    """A selector that only sleeps: there are no sockets."""

    @staticmethod
    def select(timeout):
        if timeout is None:
            raise RuntimeError("the event loop waits for an event that never happens")
        time.sleep(max(0, timeout))
        return []


class EventLoop(asyncio.BaseEventLoop):
    """An event loop with timers only; Pyodide's own needs JavaScript."""

    def __init__(self):
        super().__init__()
        self._selector = Sleeping()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class EventLoops(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = EventLoop


_loaders = []


def settle():
    """Called last before the snapshot: excludes all existing objects from garbage collection."""
    for name in READY:
        importlib.import_module(name)
    gc.collect()
    _loaders.extend(_js_loaders())
    gc.freeze()


def _js_loaders():
    return [held for held in gc.get_objects() if type(held).__name__ == "JsLoader"]


def close():
    """Removes the ways out of Python: the modules of JavaScript, and everything with its objects."""
    # A snapshot has one random state and one start time for all programs.
    random.seed()
    logging._startTime = time.time_ns()
    sys.stdout.reconfigure(line_buffering=True)
    asyncio.run = asyncio.runners.run
    time.sleep = time.sleep.__wrapped__
    asyncio.events._set_running_loop(None)
    asyncio.events._set_event_loop_policy(EventLoops())
    finders = [finder for finder in sys.meta_path if not _is_own(finder)]
    own = [finder for finder in sys.meta_path if _is_own(finder)]
    sys.meta_path[:] = [NoJavaScript, *own, OnlyStandardLibrary]
    for finder in finders:
        getattr(finder, "jsproxies", {}).clear()
    for name in [*sys.modules]:
        if name.partition(".")[0] in JAVASCRIPT:
            space = getattr(sys.modules.pop(name), "__dict__", None)
            if type(space) is dict:
                space.clear()
    for loader in [*_loaders, *_js_loaders()]:
        vars(loader).clear()
    _loaders.clear()
    del sys.modules[__name__]
    vars(sys.modules["__main__"]).pop("sandbox_runner", None)


def _is_own(finder):
    """Whether this finder is Python's own."""
    kind = finder if isinstance(finder, type) else type(finder)
    return kind.__module__.startswith("_frozen_importlib")
