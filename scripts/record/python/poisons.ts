import type { Mechanism } from './mechanism.ts';

const builtins = [
  'print',
  'sum',
  'len',
  'range',
  'repr',
  'str',
  'int',
  'list',
  'dict',
  'compile',
  'exec',
  'eval',
  'open',
  '__import__',
  '__build_class__',
  'isinstance',
  'sorted',
  'type',
  'getattr',
  'BaseException',
  'Exception',
  'map',
  'set',
  'ValueError',
];
const modules = [
  'json',
  'ast',
  'traceback',
  'linecache',
  'math',
  're',
  'os',
  'io',
  'random',
  'statistics',
  'builtins',
  'datetime',
];
const calls = [
  'json.dumps',
  'json.loads',
  'ast.parse',
  'traceback.TracebackException',
  'linecache.getline',
  'sys.stdout.write',
  'sys.stdout.flush',
  'sys.excepthook',
  'sys.displayhook',
  'time.sleep',
  'math.sqrt',
  'random.random',
];
const hooks = [
  'sys.settrace(lambda *a: 1/0)',
  'sys.setprofile(lambda *a: 1/0)',
  'sys.addaudithook(lambda *a: 1/0)',
  'sys.unraisablehook = None',
  'sys.excepthook = None',
  'sys.displayhook = None',
  'sys.breakpointhook = None',
  'sys.path_hooks.insert(0, lambda p: 1/0)',
  'sys.meta_path.clear()',
  'sys.path.clear()',
  'sys.modules.clear()',
  'sys.stdout = None',
  'sys.stderr = None',
  'sys.stdin = None',
  'sys.setswitchinterval(1e9)',
  'sys.set_int_max_str_digits(640)',
  'sys.setrecursionlimit(60)',
  'sys.warnoptions.append("error")',
];
const exits = [
  'sys.exit()',
  'sys.exit(3)',
  'sys.exit("bye")',
  'exit()',
  'quit(1)',
  'raise SystemExit',
  'os._exit(0)',
  'os._exit(1)',
  'os._exit(255)',
  'os.abort()',
  'os.kill(os.getpid(), 9)',
  'os.kill(0, 15)',
  'os.kill(1, 9)',
  'os.killpg(0, 9)',
  'signal.raise_signal(signal.SIGTERM)',
  'signal.raise_signal(signal.SIGSEGV)',
  'signal.alarm(1)',
  'faulthandler._sigsegv()',
  'faulthandler._fatal_error_c_thread()',
  'faulthandler._stack_overflow()',
];
const raised = [
  'KeyboardInterrupt',
  'SystemExit(7)',
  'GeneratorExit',
  'BaseException("b")',
  'MemoryError',
  'RecursionError',
  'StopIteration',
  'StopAsyncIteration',
  'SyntaxError("s")',
  'BaseExceptionGroup("g", [KeyboardInterrupt()])',
  'UnicodeDecodeError("utf-8", b"", 0, 1, "x")',
  'OSError(2, "no")',
];
const files = [
  '/lib/python314.zip',
  '/sandbox_runner.py',
  '/lib/python3.14/site-packages/sitecustomize.py',
  '/home/user/json.py',
  '/json.py',
  'ast.py',
  'sitecustomize.py',
  '/tmp/marker',
  '/home/user/.pythonrc',
  'marker',
];
const sources = [
  '',
  ' ',
  '\\n\\n',
  '#',
  'def',
  '(',
  ')',
  '"',
  "'''",
  '\\\\',
  '\\t x',
  'x = ',
  'return 1',
  'yield 1',
  'await x',
  'break',
  'nonlocal x',
  'from __future__ import braces',
  'import *',
  'class',
  '1 = 2',
  'f"{"',
  '0777',
  'lambda',
  'é = 1; é',
  '𝕏 = 1; X',
  '\\x00',
  '# coding: nonsense\\n1',
  '\\ufeff1',
  '\\u202e1',
];

/** Programs that change Python for whoever comes next, or end it. */
export const poisons: readonly Mechanism[] = [
  {
    name: 'replace a built-in',
    programs: builtins.map((name) => `import builtins\nbuiltins.${name} = lambda *a, **k: "poisoned"`),
  },
  {
    name: 'remove a built-in',
    programs: builtins.map((name) => `import builtins\ndel builtins.${name}\nprint(1)`),
  },
  {
    name: 'replace a module',
    programs: modules.map(
      (name) => `import sys\nsys.modules["${name}"] = "poisoned"\nimport ${name}\nprint(${name})`,
    ),
  },
  { name: 'empty a module', programs: modules.map((name) => `import ${name}\nvars(${name}).clear()\n1/0`) },
  {
    name: 'replace a function of a module',
    programs: calls.map(
      (name) =>
        `import json, ast, traceback, linecache, sys, time, math, random\n${name} = lambda *a, **k: "poisoned"\n1/0`,
    ),
  },
  {
    name: 'hook into the interpreter',
    programs: hooks.map((call) => `import sys\n${call}\nprint(sum(range(10)))`),
  },
  {
    name: 'end the interpreter',
    programs: exits.map((call) => `import faulthandler, os, signal, sys\n${call}`),
  },
  { name: 'raise what is no error', programs: raised.map((error) => `raise ${error}`) },
  {
    name: 'leave work for the end',
    programs: [
      'print("late")',
      'open("/tmp/marker", "w")',
      '[0 for _ in iter(int, 1)]',
      '1/0',
      '__import__("os")._exit(1)',
      '__import__("os").system("touch " + {{file}})',
    ].flatMap((work) => [
      `import atexit\natexit.register(lambda: ${work})`,
      `import weakref\nclass A: pass\na = A()\nweakref.finalize(a, lambda: ${work})`,
      `class A:\n    def __del__(self): ${work}\nkept = A()`,
    ]),
  },
  {
    name: 'leave a file',
    programs: files.flatMap((path) => [
      `open("${path}", "w").write("poisoned = 1")`,
      `import os\nos.makedirs("${path}.d", exist_ok=True)\nopen("${path}.d/x", "w").write("x")`,
    ]),
  },
  {
    name: 'remove what Python needs',
    programs: ['/lib/python314.zip', '/lib', '/home', '/tmp', '/dev/null', '/dev/stdout', '/proc', '/'].map(
      (path) =>
        `import os, shutil\ntry: os.unlink("${path}")\nexcept OSError: shutil.rmtree("${path}", ignore_errors=True)\nimport wave`,
    ),
  },
  {
    name: 'replace a stream',
    programs: [
      'os.close(1)',
      'os.close(2)',
      'os.close(0)',
      'os.dup2(2, 1)',
      'sys.stdout.close()',
      'sys.__stdout__.close()',
      'sys.stdout.buffer.detach()',
      'sys.stdout.reconfigure(encoding="utf-16")',
      'sys.stdout.detach()',
      'os.closerange(0, 100)',
      'sys.stdout = open("/tmp/out", "w")',
      'sys.stderr = sys.stdout',
    ].map((call) => `import os, sys\n${call}\nprint("after")`),
  },
  {
    name: 'set an environment',
    programs: ['PYTHONPATH', 'PATH', 'HOME', 'LD_PRELOAD', 'NODE_OPTIONS', 'PYTHONSTARTUP'].map(
      (name) => `import os\nos.environ["${name}"] = "/poisoned"\nos.putenv("${name}", "/poisoned")`,
    ),
  },
  {
    name: 'change the settings',
    programs: [
      'os.chdir("/tmp")',
      'os.umask(0o777)',
      'locale.setlocale(locale.LC_ALL, "C")',
      'random.seed(1)',
      'decimal.getcontext().prec = 1',
      'gc.disable()',
      'gc.freeze()',
      'gc.set_threshold(1)',
      'warnings.simplefilter("error")',
      'time.tzset()',
      'socket.setdefaulttimeout(0)',
      'logging.disable()',
    ].map((call) => `import decimal, gc, locale, logging, os, random, socket, time, warnings\n${call}`),
  },
  {
    name: 'change a class that all use',
    programs: ['dict', 'list', 'str', 'int', 'object', 'type', 'Exception', 'property'].flatMap((name) => [
      `${name}.poison = 1`,
      `import gc\ngc.get_referents(${name}.__dict__)[0]["__repr__"] = lambda self: "poisoned"\nprint(${name}())`,
    ]),
  },
  {
    name: 'change a constant',
    programs: ['True', 'None', '5', '()', '""', '1.5', 'b""', 'Ellipsis'].map(
      (value) => `import gc\nx = ${value}\nx.__class__ = dict`,
    ),
  },
  {
    name: 'meddle with the frame that runs it',
    programs: many(8).map(
      (n) =>
        `import sys\nf = sys._getframe()\nfor _ in range(${n}): f = f.f_back or f\nf.f_locals.clear() if ${n} % 2 else f.f_globals.clear()\nprint(1)`,
    ),
  },
  {
    name: 'show an object that lies',
    programs: [
      '__repr__',
      '__str__',
      '_repr_html_',
      '_repr_png_',
      '_repr_json_',
      '_repr_svg_',
      '_repr_latex_',
      '_repr_markdown_',
    ].flatMap((method) => [
      `class A:\n    def ${method}(self): return 1\nA()`,
      `class A:\n    def ${method}(self): raise SystemExit(1)\nA()`,
      `class A:\n    def ${method}(self): return "x" * 10**8\nA()`,
    ]),
  },
  {
    name: 'raise an error that lies',
    programs: [
      '__str__',
      '__repr__',
      '__traceback__',
      '__cause__',
      '__context__',
      '__notes__',
      '__class__',
      '__mro__',
    ].flatMap((name) => [
      `class E(Exception):\n    ${name} = property(lambda self: 1/0)\nraise E("x")`,
      `class E(BaseException):\n    def ${name}(self): raise self\nraise E`,
    ]),
  },
  {
    name: 'raise an error of many',
    programs: [
      'e.__cause__ = e',
      'e.__context__ = e',
      'e.add_note("x" * 10**7)',
      'e.__notes__ = [e]',
      'e.__traceback__ = None',
      'e.args = (e,)',
    ].map((step) => `e = ValueError("x")\n${step}\nraise e`),
  },
  {
    name: 'chain errors',
    programs: [10, 100, 1_000, 10_000].map(
      (count) =>
        `e = None\nfor i in range(${count}):\n    n = ValueError(i)\n    n.__cause__ = e\n    e = n\nraise e`,
    ),
  },
  {
    name: 'send a source that is none',
    programs: sources.map((source) => `exec("${source.replaceAll('"', '\\"')}")`),
  },
  {
    name: 'unpickle',
    programs: [
      'cos\\nsystem\\n(S"touch /tmp/x"\\ntR.',
      'cbuiltins\\neval\\n(S"1/0"\\ntR.',
      'cbuiltins\\nexec\\n(S"while 1: pass"\\ntR.',
      'cposix\\n_exit\\n(I1\\ntR.',
      'csubprocess\\ngetoutput\\n(S"id"\\ntR.',
      'cbuiltins\\nopen\\n(S"/etc/passwd"\\ntR.',
    ].map((data) => `import pickle\npickle.loads(b'${data}')`),
  },
  {
    name: 'load made code',
    programs: [0, 1, 16, 99, 128, 200, 227, 255].map(
      (byte) => `import marshal\nexec(marshal.loads(bytes([${byte}]) * 100))`,
    ),
  },
];

function many(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
