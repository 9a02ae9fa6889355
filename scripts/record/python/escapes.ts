import type { Mechanism } from './mechanism.ts';

const wayOut = [
  'js',
  'pyodide_js',
  'pyodide',
  'pyodide.code',
  'pyodide.ffi',
  '_pyodide',
  '_pyodide_core',
  'micropip',
];
const hostReads = [
  'open({{file}}).read()',
  'open({{file}}, "rb").read()',
  '__import__("pathlib").Path({{file}}).read_text()',
  '__import__("io").open({{file}}).read()',
  '__import__("os").open({{file}}, 0)',
  '__import__("os").stat({{file}})',
  '__import__("os").listdir(__import__("os").path.dirname({{file}}))',
  '__import__("shutil").copy({{file}}, "/tmp/copied")',
  '__import__("linecache").getlines({{file}})[0]',
  '__import__("runpy").run_path({{file}})',
  '__import__("fileinput").input({{file}}).readline()',
  '__import__("urllib.request").request.urlopen("file://" + {{file}}).read()',
  '__import__("configparser").ConfigParser().read_file(open({{file}}))',
  '__import__("mmap").mmap(__import__("os").open({{file}}, 0), 0)',
  '__import__("sqlite3").connect("file:" + {{file}} + "?mode=ro", uri=True).execute("select * from sqlite_master").fetchall()',
  '__import__("zipfile").ZipFile({{file}}).namelist()',
  '__import__("tarfile").open({{file}}).getnames()',
  '__import__("codecs").open({{file}}).read()',
];
const spawns = [
  'os.system("cat " + {{file}})',
  'os.system("touch " + {{file}} + ".touched")',
  'os.popen("cat " + {{file}}).read()',
  'os.execv("/bin/sh", ["sh", "-c", "cat " + {{file}}])',
  'os.execvp("cat", ["cat", {{file}}])',
  'os.posix_spawn("/bin/cat", ["cat", {{file}}], {})',
  'os.spawnlp(os.P_WAIT, "cat", "cat", {{file}})',
  'os.fork()',
  'os.forkpty()',
  '__import__("pty").spawn(["cat", {{file}}])',
  '__import__("subprocess").run(["cat", {{file}}], capture_output=True).stdout',
  '__import__("subprocess").check_output("cat " + {{file}}, shell=True)',
  '__import__("subprocess").getoutput("cat " + {{file}})',
  '__import__("subprocess").Popen(["cat", {{file}}]).wait()',
  '__import__("multiprocessing").Process(target=print).start()',
  '__import__("concurrent.futures").futures.ProcessPoolExecutor().submit(print).result()',
  '__import__("webbrowser").open("http://127.0.0.1:{{port}}/")',
  '__import__("_posixsubprocess").fork_exec([b"cat"], [b"/bin/cat"], True, (), None, None, -1, -1, -1, -1, -1, -1, -1, -1, False, False, 0, None, None, None, -1, None)',
];
const connections = [
  'socket.create_connection(("127.0.0.1", {{port}}), 1)',
  'socket.socket().connect(("127.0.0.1", {{port}}))',
  'socket.socket(socket.AF_INET6).connect(("::1", {{port}}))',
  'socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hi", ("127.0.0.1", {{port}}))',
  'socket.getaddrinfo("localhost", {{port}}) and socket.socket().connect(("localhost", {{port}}))',
  'socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock")',
  'socket.socket().bind(("127.0.0.1", {{port}}))',
  'socket.create_server(("0.0.0.0", 0)).accept()',
  '__import__("urllib.request").request.urlopen("http://127.0.0.1:{{port}}/").read()',
  '__import__("http.client").client.HTTPConnection("127.0.0.1", {{port}}, timeout=1).request("GET", "/")',
  '__import__("http.server").server.HTTPServer(("", 0), None).handle_request()',
  '__import__("smtplib").SMTP("127.0.0.1", {{port}}, timeout=1)',
  '__import__("ftplib").FTP().connect("127.0.0.1", {{port}}, timeout=1)',
  '__import__("xmlrpc.client").client.ServerProxy("http://127.0.0.1:{{port}}/").hello()',
  '__import__("asyncio").run(__import__("asyncio").open_connection("127.0.0.1", {{port}}))',
  '__import__("ssl").get_server_certificate(("127.0.0.1", {{port}}), timeout=1)',
  '__import__("imaplib").IMAP4("127.0.0.1", {{port}}, timeout=1)',
  '__import__("logging.handlers").handlers.SocketHandler("127.0.0.1", {{port}}).createSocket()',
];
const environment = [
  'os.environ[{{env}}]',
  'os.getenv({{env}}) or 1/0',
  'os.environb[{{env}}.encode()]',
  'open("/proc/self/environ").read()',
  'open("/proc/1/environ").read()',
  'os.path.expandvars("$" + {{env}})[0:0] or os.environ[{{env}}]',
  '__import__("posix").environ[{{env}}.encode()]',
  '__import__("sysconfig").get_config_vars()[{{env}}]',
  '__import__("string").Template("$X").substitute(X=os.environ[{{env}}])',
  'dict(os.environ)[{{env}}]',
];
const builtinImports = ['_ctypes', '_ctypes_test', 'ctypes', '_pyodide_core', 'js', 'pyodide_js'];

/** Where Python calls what a program has written, from an expression that reaches out. */
const callers: Readonly<Record<string, (reach: string) => string>> = {
  'a coroutine': (reach) =>
    `import asyncio, os\nasync def f():\n    await asyncio.sleep(0)\n    return ${reach}\nprint(asyncio.run(f()))`,
  'the body of a class': (reach) => `import os\nclass C:\n    held = ${reach}\nprint(C.held)`,
  'the key of a sorting': (reach) => `import os\nprint(sorted([2, 1], key=lambda _: ${reach}))`,
  'the end of a context': (reach) =>
    `import os\nclass C:\n    def __enter__(self): return self\n    def __exit__(self, *_): print(${reach})\nwith C(): pass`,
  'an iterator': (reach) =>
    `import os\nclass C:\n    def __iter__(self): return self\n    def __next__(self): return ${reach}\nprint(next(C()))`,
  'a decorator': (reach) => `import os\ndef give(_): return ${reach}\n@give\ndef f(): pass\nprint(f)`,
  'what a dictionary lacks': (reach) =>
    `import os\nclass D(dict):\n    def __missing__(self, _): return ${reach}\nprint(D()["a"])`,
};
const reaches = [...hostReads, ...environment, ...wayOut.map((name) => `__import__("${name}").anything`)];

/** Ways out: to the host's files, processes, network and environment, and to the JavaScript around Python. */
export const escapes: readonly Mechanism[] = [
  { name: 'read a file of the host', programs: hostReads },
  ...Object.entries(callers).map(([caller, program]) => ({
    name: `reach out of ${caller}`,
    programs: reaches.map(program),
  })),
  {
    name: 'write a file of the host',
    programs: ['w', 'a', 'wb', 'x', 'r+', 'w+', 'ab', 'rb+'].map((mode) => {
      const data = mode.includes('b') ? 'b"gone"' : '"gone"';
      return `open({{file}}, ${JSON.stringify(mode)}).write(${data})`;
    }),
  },
  {
    name: 'remove or move a file of the host',
    programs: ['remove', 'unlink', 'rmdir', 'truncate', 'rename', 'replace', 'chmod', 'utime'].map((call) => {
      const more: Record<string, string> = {
        truncate: ', 0',
        rename: ', "/tmp/x"',
        replace: ', "/tmp/x"',
        chmod: ', 0',
      };
      return `import os\nos.${call}({{file}}${more[call] ?? ''})`;
    }),
  },
  {
    name: 'climb out of the folder',
    programs: [1, 2, 4, 8, 16, 32, 64, 128].map(
      (steps) => `print(open(${'"../" * '}${steps} + {{file}}.lstrip("/")).read())`,
    ),
  },
  {
    name: 'link to a file of the host',
    programs: ['symlink', 'link'].flatMap((call) =>
      ['/tmp/l', '/l', '/home/l', 'l'].map(
        (path) =>
          `import os\nos.${call}({{file}}, ${JSON.stringify(path)})\nprint(open(${JSON.stringify(path)}).read())`,
      ),
    ),
  },
  {
    name: 'read what a kernel tells',
    programs: [
      'self/cmdline',
      'self/maps',
      '1/cmdline',
      'self/fd/0',
      'self/root',
      'self/mem',
      'version',
      'mounts',
    ].map((path) => `print(open("/proc/${path}").read(100))`),
  },
  {
    name: 'use a descriptor that was not opened',
    programs: [3, 4, 5, 10, 20, 50, 100, 1_000].map((fd) => `import os\nprint(os.read(${fd}, 100))`),
  },
  { name: 'spawn a process', programs: spawns.map((code) => `import os\n${code}`) },
  { name: 'open a connection', programs: connections.map((code) => `import socket\n${code}`) },
  { name: 'read the environment', programs: environment.map((code) => `import os\nprint(${code})`) },
  { name: 'import a way to JavaScript', programs: wayOut.map((name) => `import ${name}\nprint(${name})`) },
  {
    name: 'import a way to JavaScript by importlib',
    programs: wayOut.map(
      (name) => `import importlib\nprint(importlib.import_module(${JSON.stringify(name)}))`,
    ),
  },
  {
    name: 'import a way to JavaScript by another finder',
    programs: wayOut
      .slice(0, 7)
      .map(
        (name) =>
          `import sys\nsys.meta_path.reverse()\nsys.path_importer_cache.clear()\nsys.meta_path.pop()\nimport ${name}\nprint(${name}.run_js("process.env"))`,
      ),
  },
  {
    name: 'make a built-in module by hand',
    programs: builtinImports.flatMap((name) => [
      `import _imp, types\nmodule = _imp.create_builtin(types.SimpleNamespace(name=${JSON.stringify(name)}, origin=None))\nprint(module.__name__)`,
      `from importlib.machinery import BuiltinImporter\nspec = BuiltinImporter.find_spec(${JSON.stringify(name)})\nprint(BuiltinImporter.create_module(spec))`,
    ]),
  },
  {
    name: 'run JavaScript',
    programs: [
      'process.env',
      'globalThis.constructor',
      'fetch("http://127.0.0.1:{{port}}/")',
      'import("node:fs")',
    ].flatMap((script) => [
      `from pyodide.code import run_js\nprint(run_js(${JSON.stringify(script)}))`,
      `import js\nprint(js.eval(${JSON.stringify(script)}))`,
      `import js\nprint(js.Function(${JSON.stringify(`return ${script}`)})())`,
    ]),
  },
  {
    name: 'import a way to JavaScript by its loader',
    programs: wayOut.flatMap((name) => [
      `module = __import__(${JSON.stringify(name)}, fromlist=["x"])\nprint(module)`,
      `import importlib.util as u\nspec = u.find_spec(${JSON.stringify(name)})\nmodule = u.module_from_spec(spec)\nspec.loader.exec_module(module)\nprint(module)`,
    ]),
  },
  {
    name: 'hide a read in made source',
    programs: hostReads.map((code) => hidden(`print(${code})`)),
  },
  {
    name: 'hide a spawn in made source',
    programs: spawns.map((code) => hidden(`import os\nprint(${code})`)),
  },
  {
    name: 'connect when an object goes',
    programs: connections.map(
      (code) => `import socket\nclass A:\n    def __del__(self): ${code}\nA()\nraise SystemExit(1)`,
    ),
  },
  {
    name: 'read the environment from a generator',
    programs: environment.map((code) => `import os\ndef f():\n    yield ${code}\nprint(*f())`),
  },
  {
    name: 'spawn from a handler of a signal',
    programs: spawns.map(
      (code) =>
        `import os, signal\nsignal.signal(signal.SIGTERM, lambda *a: print(${code}))\nsignal.raise_signal(signal.SIGTERM)`,
    ),
  },
  {
    name: 'call JavaScript through ctypes',
    programs: [
      'emscripten_run_script',
      'emscripten_run_script_int',
      'system',
      'execve',
      'getenv',
      'fopen',
      'socket',
      'dlopen',
    ].map((symbol) => `import ctypes\nprint(ctypes.CDLL(None).${symbol}(b"process.exit(1)"))`),
  },
  {
    name: 'write memory through ctypes',
    programs: [
      'memset(0, 255, 65536)',
      'string_at(0, 10**9)',
      'memmove(8, 0, 10**6)',
      'cast(id(1), POINTER(c_int))[3]',
      'pythonapi.Py_Finalize()',
      'pythonapi.PyRun_SimpleString(b"1")',
    ].map((call) => `from ctypes import *\n${call}`),
  },
  {
    name: 'search the heap for a way out',
    programs: [
      'JsProxy',
      'JsFinder',
      'JsLoader',
      'run_js',
      'pyodide_js',
      'mountNodeFS',
      'Function',
      'process',
    ].flatMap((name) => [
      `import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == "${name}" or getattr(o, "__name__", "") == "${name}":\n        print(o.constructor.constructor("return process")().env.PATH)\nraise SystemExit(1)`,
      `import gc\nfor o in gc.get_objects():\n    for r in gc.get_referents(o):\n        if "${name}" in [c.__name__ for c in type(r).__mro__]:\n            r.constructor.constructor("return 1")()`,
    ]),
  },
  {
    name: 'climb the classes',
    programs: [
      'os._wrap_close',
      'Popen',
      'FileLoader',
      '_Printer',
      'catch_warnings',
      'BuiltinImporter',
      'Quitter',
      'JsProxy',
    ].map(
      (name) =>
        `for c in ().__class__.__base__.__subclasses__():\n    if c.__name__ == "${name.split('.').pop()}":\n        g = getattr(c.__init__, "__globals__", {})\n        print(g["__builtins__"]["open"]({{file}}).read() if "__builtins__" in g else g["system"]("cat " + {{file}}))\nraise LookupError("nothing")`,
    ),
  },
  {
    name: 'climb the frames',
    programs: ['f_back', 'f_globals', 'f_builtins', 'f_locals'].flatMap((field) => [
      `import sys\nf = sys._getframe()\nwhile f:\n    print(sorted(map(str, f.${field} if isinstance(f.${field}, dict) else [])))\n    f = f.f_back\nopen({{file}}).read()`,
      `try:\n    1/0\nexcept Exception as e:\n    t = e.__traceback__.tb_frame\n    while t.f_back: t = t.f_back\n    t.f_globals["js"].process`,
    ]),
  },
  {
    name: 'forge what the runner tells',
    programs: ['run', 'close', '_failure', '_formats', 'sys', 'json', 'FORMATS', 'FILE'].map(
      (name) =>
        `import sys\nf = sys._getframe()\nwhile f.f_back: f = f.f_back\nf.f_globals[${JSON.stringify(name)}] = lambda *a, **k: "forged"\n1/0`,
    ),
  },
  {
    name: 'make code by hand',
    programs: [0, 1, 50, 100, 150, 200, 250, 255].map(
      (op) =>
        `def f(): return 1\nf.__code__ = f.__code__.replace(co_code=bytes([${op}, 255]) * 64, co_stacksize=1)\nf()`,
    ),
  },
];

/** A program that makes the source of another, and runs it. */
function hidden(code: string): string {
  const lines = code.split('\n').map((line) => `'''${line}'''`);
  return `exec(compile("\\n".join([${lines.join(', ')}]), "made", "exec"), {})`;
}
