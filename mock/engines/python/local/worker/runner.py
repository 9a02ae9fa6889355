"""Runs one program and tells what came of it as JSON. Loaded once, kept in the snapshot."""

import ast
import json
import linecache
import sys
import traceback

FILE = "<code>"
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
    """The last finder: says why a module is not there, where Python would only say that it isn't."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or (path is not None and "." in name):
            return None
        raise ModuleNotFoundError(
            f"No module named {name!r}: only the standard library of Python is available here", name=name
        )


def _formats(value):
    """A value in the formats that its class offers, as notebooks show it."""
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
    """Name, message and traceback of an exception, the frames of this file left out."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != FILE:
        frames = frames.tb_next
    told = traceback.TracebackException(type(error), error, frames, limit=100, compact=True)
    told.stack[:] = [step for step in told.stack if step.filename != __file__]
    try:
        message = str(error)
    except BaseException:
        message = "<exception str() failed>"
    lines = [step.lineno for step in told.stack if step.filename == FILE]
    line = lines[0] if lines else getattr(error, "lineno", None)
    failure = {
        "name": type(error).__name__,
        "message": message,
        "traceback": "".join(told.format()).splitlines(),
    }
    if isinstance(line, int):
        failure["lineNumber"] = line
    return failure


def run(source):
    """Runs a program; its last expression, where it ends with one, is a result."""
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


def close():
    """Takes away what leads out of Python: the modules of JavaScript, and all who hold them."""
    import random

    # The snapshot has one state of chance for all.
    random.seed()
    sys.stdout.reconfigure(line_buffering=True)
    sys.meta_path[:] = [finder for finder in sys.meta_path if _is_own(finder)] + [OnlyStandardLibrary]
    for name in [*sys.modules]:
        if name.partition(".")[0] in JAVASCRIPT or sys.modules[name] is sys.modules[__name__]:
            del sys.modules[name]


def _is_own(finder):
    """Whether Python itself has this finder."""
    kind = finder if isinstance(finder, type) else type(finder)
    return kind.__module__.startswith("_frozen_importlib")
