// Long: programs of one kind, each written out, since they are what is tested.
import type { Mechanism } from './mechanism.ts';

const sizes = [64, 128, 256, 512, 1_024, 1_500, 2_047, 4_096, 16_384, 262_144];
const counts = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
const swallowed = ['BaseException', 'KeyboardInterrupt', '(Exception, KeyboardInterrupt)', ''];
const many = (length: number) => Array.from({ length }, (_, index) => index);

/** Programs that take all there is: memory, time, output, files, depth. */
export const bombs: readonly Mechanism[] = [
  { name: 'spin', programs: many(8).map((n) => `n = ${n}\nwhile True:\n    n += ${n + 1}`) },
  {
    name: 'spin within a built-in',
    programs: [
      'sum(iter(int, 1))',
      'max(iter(int, 1))',
      'list(iter(int, 1))',
      'any(iter(int, 1))',
      'tuple(iter(int, 1))',
      '"".join(iter(str, 1))',
      'sorted(iter(int, 1))',
      '0 in iter(lambda: 1, 2)',
    ],
  },
  {
    name: 'swallow the interrupt',
    programs: swallowed.flatMap((kind) => [
      `while True:\n    try:\n        while True: pass\n    except ${kind}: pass`,
      `def f():\n    try:\n        while True: pass\n    except ${kind}: f()\n    finally: f()\nwhile True:\n    try: f()\n    except ${kind}: pass`,
      `class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): return True\nwhile True:\n    with C():\n        while True: pass`,
    ]),
  },
  {
    name: 'spin in a handler of the interrupt',
    programs: ['lambda *a: None', 'signal.SIG_IGN', 'lambda *a: [0 for _ in iter(int, 1)]', 'print'].map(
      (handler) => `import signal\nsignal.signal(signal.SIGINT, ${handler})\nwhile True: pass`,
    ),
  },
  {
    name: 'sleep for long',
    programs: [60, 600, 86_400, 1e8].flatMap((seconds) => [
      `import time\ntime.sleep(${seconds})`,
      `import asyncio\nasyncio.run(asyncio.sleep(${seconds}))`,
    ]),
  },
  {
    name: 'wait for what never comes',
    programs: [
      'import asyncio\nasyncio.run(asyncio.Event().wait())',
      'import threading\nthreading.Event().wait()',
      'import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()',
      'import queue\nqueue.Queue().get()',
      'import select\nselect.select([], [], [])',
      'import os\nr, w = os.pipe()\nos.read(r, 1)',
      'import signal\nsignal.pause()',
      'import sys\nsys.stdin.read()\ninput()',
    ],
  },
  {
    name: 'make a huge whole number',
    programs: [
      '7 ** (10 ** 8)',
      '1 << (10 ** 10)',
      '10 ** 10 ** 10',
      'import math\nmath.factorial(10 ** 8)',
      'x = 3\nwhile True: x *= x',
      'pow(2, 10 ** 9)',
      'int("9" * 4000) ** 100000',
      'import sys\nsys.set_int_max_str_digits(0)\nstr(10 ** 10_000_000)',
    ],
  },
  {
    name: 'print a huge whole number',
    programs: many(6).map((n) => `print(10 ** ${10 ** (n + 4)})`),
  },
  {
    name: 'look for a pattern without end',
    programs: [
      '(a+)+$',
      '(a|a)*$',
      '(a|aa)+$',
      '(.*a){20}$',
      '([a-zA-Z]+)*$',
      '(a*)*b',
      '(?:a?){40}a{40}$',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ].map((pattern) => `import re\nre.match(r"${pattern}", "a" * 60 + "!")`),
  },
  {
    name: 'ask for much memory at once',
    programs: sizes.map((mib) => `b = bytearray(${mib} * 1024 * 1024)\nprint(len(b))`),
  },
  { name: 'ask for a long text', programs: sizes.map((mib) => `s = "x" * (${mib} * 1024 * 1024)\nlen(s)`) },
  { name: 'ask for a long list', programs: sizes.map((mib) => `l = [0] * (${mib} * 1024 * 256)\nlen(l)`) },
  {
    name: 'take memory bit by bit',
    programs: [1, 16, 256, 4_096, 65_536, 1_048_576, 4_194_304, 16_777_216].map(
      (size) => `kept = []\nwhile True: kept.append(bytearray(${size}))`,
    ),
  },
  {
    name: 'take memory and go on',
    programs: [1, 4, 16, 64].map(
      (mib) =>
        `kept = []\nwhile True:\n    try: kept.append(bytearray(${mib} * 1024 * 1024))\n    except MemoryError: kept.append(len(kept))`,
    ),
  },
  {
    name: 'double a structure',
    programs: [
      'l = [0]\nwhile True: l += l',
      'd = {}\nn = 0\nwhile True:\n    d[n] = str(n)\n    n += 1',
      's = set()\nn = 0\nwhile True:\n    s.add(n)\n    n += 1',
      't = "ab"\nwhile True: t += t',
      'b = b"ab"\nwhile True: b = b + b',
      'from collections import deque\nd = deque([0])\nwhile True: d.extend(list(d))',
    ],
  },
  {
    name: 'show a structure that unfolds',
    programs: [10, 15, 20, 25, 30, 50].map((depth) => `x = [0]\nfor _ in range(${depth}): x = [x, x, x]\nx`),
  },
  {
    name: 'show a structure that holds itself',
    programs: [
      'x = []\nx.append(x)\nx',
      'x = {}\nx["x"] = x\nx',
      'x = []\ny = {"x": x}\nx.append(y)\ny',
      'x = []\nfor _ in range(10**5): x = [x]\nx',
    ],
  },
  {
    name: 'recurse',
    programs: [1_000, 10_000, 100_000, 10_000_000, 2 ** 31 - 1].flatMap((limit) => [
      `import sys\nsys.setrecursionlimit(${limit})\ndef f(n): return f(n + 1)\nf(0)`,
      `import sys\nsys.setrecursionlimit(${limit})\nclass A:\n    def __getattr__(self, name): return getattr(self, name + "x")\nA().x`,
      `import sys\nsys.setrecursionlimit(${limit})\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())`,
    ]),
  },
  {
    name: 'nest a source',
    programs: [100, 1_000, 10_000, 90_000].flatMap((depth) => [
      `eval("(" * ${depth} + ")" * ${depth})`,
      `eval("[" * ${depth} + "]" * ${depth})`,
      `eval("-" * ${depth} + "1")`,
      `exec("if 1:\\n" + "".join(" " * i + "if 1:\\n" for i in range(1, ${Math.min(depth, 2_000)})) + " " * ${Math.min(depth, 2_000)} + "pass")`,
      `compile("x." * ${depth} + "y", "f", "eval")`,
    ]),
  },
  {
    name: 'nest data',
    programs: [1_000, 100_000, 1_000_000].flatMap((depth) => [
      `import json\njson.loads("[" * ${depth} + "]" * ${depth})`,
      `import pickle\npickle.loads(b"(" * ${depth} + b"t" * ${depth} + b".")`,
      `import ast\nast.literal_eval("[" * ${depth} + "]" * ${depth})`,
      `import xml.dom.minidom as m\nm.parseString("<a>" * ${depth} + "</a>" * ${depth})`,
      `import copy\nx = []\nfor _ in range(${depth}): x = [x]\ncopy.deepcopy(x)`,
    ]),
  },
  {
    name: 'write without end',
    programs: [
      'print("x")',
      'print("x" * 1000)',
      'print("")',
      'print(end="x")',
      'sys.stdout.write("x" * 10**6)',
      'sys.stderr.write("e")',
      'os.write(1, b"x" * 1000)',
      'os.write(2, b"x")',
    ].map((call) => `import os, sys\nwhile True: ${call}`),
  },
  {
    name: 'write much at once',
    programs: sizes
      .slice(0, 6)
      .flatMap((mib) => [
        `print("x" * ${mib * 16_384})`,
        `import sys\nsys.stderr.write("é" * ${mib * 16_384})`,
      ]),
  },
  {
    name: 'write what is no text',
    programs: many(8).map(
      (n) => `import os\nos.write(1, bytes(range(256)) * ${n * 37 + 1})\nos.write(2, b"\\xff\\xfe\\x00")`,
    ),
  },
  { name: 'show a long result', programs: counts.map((count) => `"x" * ${count}`) },
  { name: 'raise a long message', programs: counts.map((count) => `raise ValueError("x" * ${count})`) },
  {
    name: 'show without end',
    programs: ['display(1)', 'display("x" * 10000)', 'display([0] * 10000)', 'display(*range(1000))'].map(
      (call) => `while True: ${call}`,
    ),
  },
  {
    name: 'fill the disk',
    programs: ['/tmp', '/home', '/', '/dev/shm', '/lib', '.'].flatMap((folder) => [
      `f = open("${folder}/fill", "wb")\nwhile True: f.write(b"x" * 1048576)`,
      `n = 0\nwhile True:\n    open(f"${folder}/{n}", "wb").write(b"x" * 1048576)\n    n += 1`,
    ]),
  },
  {
    name: 'stretch a file',
    programs: [9, 10, 12, 15].flatMap((power) => [
      `f = open("/tmp/f", "wb")\nf.seek(10**${power})\nf.write(b"x")\nf.flush()`,
      `f = open("/tmp/f", "wb")\nf.truncate(10**${power})`,
      `import os\nos.posix_fallocate(os.open("/tmp/f", os.O_RDWR | os.O_CREAT), 0, 10**${power})`,
    ]),
  },
  {
    name: 'keep what was removed',
    programs: [1, 4, 16].map(
      (mib) =>
        `import os\nkept = []\nwhile True:\n    f = open("/tmp/f", "wb")\n    f.write(b"x" * ${mib} * 1048576)\n    f.flush()\n    os.unlink("/tmp/f")\n    kept.append(f)`,
    ),
  },
  {
    name: 'make files without end',
    programs: [
      'os.mkdir(p)',
      'open(p, "w").close()',
      'os.symlink("/tmp", p)',
      'os.makedirs(p + "/a/b/c")',
      'tempfile.mkdtemp()',
      'tempfile.mkstemp()',
    ].map((call) => `import os, tempfile\nn = 0\nwhile True:\n    p = f"/tmp/{n}"\n    n += 1\n    ${call}`),
  },
  {
    name: 'give long names',
    programs: [
      'os.symlink("a" * 5_000_000 + str(n), f"/tmp/{n}")',
      'os.symlink("a" * 100_000, f"/tmp/{n}")',
      'os.mkdir("/tmp/" + "a" * 5_000_000 + str(n))',
      'open("a" * 1_000_000 + str(n), "w").close()',
      'open("b", "w").close(); os.rename("b", "a" * 1_000_000 + str(n))',
      'os.makedirs(f"{n}/" + "a/" * 100_000)',
    ].map((call) => `import os\nn = 0\nwhile True:\n    n += 1\n    ${call}`),
  },
  {
    name: 'nest folders',
    programs: [
      'os.mkdir("d"); os.chdir("d")',
      'os.makedirs("d/" * 500); os.chdir("d/" * 500)',
      'os.symlink(".", f"l{n}"); os.chdir(f"l{n}")',
    ].map((step) => `import os\nos.chdir("/tmp")\nn = 0\nwhile True:\n    n += 1\n    ${step}`),
  },
  {
    name: 'link in circles',
    programs: [
      'open("/tmp/a")',
      'os.stat("/tmp/a")',
      'os.walk("/tmp/a").__next__()',
      'os.path.realpath("/tmp/a", strict=True)',
      'import shutil; shutil.rmtree("/tmp/a")',
      'os.listdir("/tmp/a")',
    ].map((call) => `import os\nos.symlink("/tmp/b", "/tmp/a")\nos.symlink("/tmp/a", "/tmp/b")\n${call}`),
  },
  {
    name: 'fill pipes',
    programs: [1, 100, 65_536, 1_048_576].map(
      (size) =>
        `import os\nkept = []\nwhile True:\n    r, w = os.pipe()\n    kept.append((r, w))\n    os.write(w, b"x" * ${size})`,
    ),
  },
  {
    name: 'fill one pipe',
    programs: [1, 100, 4_096, 65_536].map(
      (size) => `import os\nr, w = os.pipe()\nwhile True: os.write(w, b"x" * ${size})`,
    ),
  },
  {
    name: 'open without end',
    programs: [
      'open("/tmp/x", "w")',
      'os.open("/tmp", 0)',
      'os.dup(1)',
      'open("/dev/null")',
      'socket.socket()',
      'os.open("/dev/random", 0)',
    ].map((call) => `import os, socket\nkept = []\nwhile True: kept.append(${call})`),
  },
  {
    name: 'read without end',
    programs: ['/dev/zero', '/dev/random', '/dev/urandom', '/dev/stdin', '/dev/tty'].map(
      (path) => `while True: open("${path}", "rb").read()`,
    ),
  },
  {
    name: 'unpack a bomb',
    programs: ['zlib', 'gzip', 'bz2', 'lzma'].flatMap((codec) => [
      `import ${codec}\nb = ${codec}.compress(bytes(32 * 1024 * 1024))\nkept = []\nwhile True: kept.append(${codec}.decompress(b))`,
      `import ${codec}\nb = b"x" * 1000000\nfor _ in range(10): b = ${codec}.compress(b * 20)\n${codec}.decompress(b)`,
    ]),
  },
  {
    name: 'unpack an archive of a bomb',
    programs: ['zipfile', 'tarfile'].flatMap((kind) => [
      kind === 'zipfile'
        ? `import io, zipfile\nf = io.BytesIO()\nwith zipfile.ZipFile(f, "w", zipfile.ZIP_DEFLATED) as z:\n    for i in range(100): z.writestr(f"{i}", bytes(4 * 1024 * 1024))\nzipfile.ZipFile(f).extractall("/tmp")`
        : `import io, tarfile\nf = io.BytesIO()\nt = tarfile.open(fileobj=f, mode="w:gz")\nfor i in range(100):\n    h = tarfile.TarInfo(str(i))\n    h.size = 4 * 1024 * 1024\n    t.addfile(h, io.BytesIO(bytes(h.size)))\nt.close()\nf.seek(0)\ntarfile.open(fileobj=f).extractall("/tmp")`,
      kind === 'zipfile'
        ? `import io, zipfile\nf = io.BytesIO()\nwith zipfile.ZipFile(f, "w") as z: z.writestr("../../../../" + {{file}}, "gone")\nzipfile.ZipFile(f).extractall("/tmp")`
        : `import io, tarfile\nf = io.BytesIO()\nt = tarfile.open(fileobj=f, mode="w")\nh = tarfile.TarInfo("../../../.." + {{file}})\nt.addfile(h)\nt.close()\nf.seek(0)\ntarfile.open(fileobj=f).extractall("/tmp", filter="fully_trusted")`,
    ]),
  },
  {
    name: 'expand entities',
    programs: [5, 8, 10, 12].map(
      (depth) =>
        `import xml.etree.ElementTree as E\ns = '<!DOCTYPE a [<!ENTITY e0 "xxxxxxxxxx">' + "".join(f'<!ENTITY e{i} "' + f"&e{i-1};" * 10 + '">' for i in range(1, ${depth})) + ']><a>&e${depth - 1};</a>'\nlen(E.fromstring(s).text)`,
    ),
  },
  {
    name: 'let an entity read a file',
    programs: ['xml.etree.ElementTree', 'xml.dom.minidom'].map(
      (kind) =>
        `import ${kind} as E\ns = '<!DOCTYPE a [<!ENTITY e SYSTEM "file://' + {{file}} + '">]><a>&e;</a>'\np = getattr(E, "fromstring", None) or E.parseString\nx = p(s)\nprint(getattr(x, "text", None) or x.toxml())`,
    ),
  },
  {
    name: 'start threads',
    programs: [1, 10, 100, 1_000].flatMap((count) => [
      `import threading\nfor _ in range(${count}): threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()`,
      `import _thread\nfor _ in range(${count}): _thread.start_new_thread(print, ())`,
      `from concurrent.futures import ThreadPoolExecutor\nlist(ThreadPoolExecutor(${count}).map(print, range(${count})))`,
    ]),
  },
  {
    name: 'start tasks without end',
    programs: [
      'asyncio.create_task(f())',
      'asyncio.get_running_loop().call_soon(lambda: None)',
      'await asyncio.gather(f(), f())',
      'await asyncio.sleep(0)',
    ].map((step) => `import asyncio\nasync def f():\n    while True:\n        ${step}\nasyncio.run(f())`),
  },
  {
    name: 'loop in a class',
    programs: ['__eq__', '__hash__', '__repr__', '__str__', '__del__', '__len__', '__bool__', '__iter__'].map(
      (method) =>
        `class A:\n    def ${method}(self, *a):\n        while True: pass\nx = A()\nx == 1; hash(x); str(x); repr(x); len(x)\ndel x`,
    ),
  },
  {
    name: 'sort or format without end',
    programs: [
      '"%0*d" % (10**9, 1)',
      '"{:>{}}".format(1, 10**9)',
      'f"{1:>1000000000}"',
      '"a".ljust(10**9)',
      '"a".center(10**10)',
      '"a,".join(["x" * 10**6] * 1000)',
      '"x".replace("", "y" * 10**6) * 1000',
      'str([0] * 10**8)',
    ].map((code) => `x = ${code}\nlen(x)`),
  },
  {
    name: 'count combinations',
    programs: [
      'permutations(range(20))',
      'product(range(100), repeat=10)',
      'combinations(range(100), 50)',
      'accumulate(repeat(1))',
      'cycle([1])',
      'count()',
    ].map((code) => `from itertools import *\nlist(${code})`),
  },
  {
    name: 'calculate without end',
    programs: [
      'Decimal(2) ** Decimal(10**9)',
      'Decimal(10) ** 10**8',
      'Fraction(1, 3) ** (10**7)',
      'getcontext().__setattr__("prec", 10**9) or Decimal(1) / 3',
      'sum(Fraction(1, n) for n in range(1, 10**6))',
      'Decimal("1e1000000000").to_integral_value()',
    ].map(
      (code) =>
        `from decimal import *\nfrom fractions import Fraction\nsetcontext(Context(prec=10**8, Emax=MAX_EMAX))\n${code}`,
    ),
  },
  {
    name: 'hash without end',
    programs: [
      'hashlib.pbkdf2_hmac("sha512", b"a", b"b", 10**9)',
      'hashlib.scrypt(b"a", salt=b"b", n=2**20, r=8, p=16, maxmem=2**31-1)',
      '[hashlib.sha512(bytes(10**7)) for _ in iter(int, 1)]',
      'random.getrandbits(2**31 - 1)',
      'secrets.token_bytes(2**31 - 1)',
      'os.urandom(2**31 - 1)',
    ].map((code) => `import hashlib, os, random, secrets\n${code}`),
  },
  {
    name: 'ask a database for all',
    programs: [
      'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r',
      'select length(zeroblob(2000000000))',
      'select hex(randomblob(1000000000))',
      'with recursive r(n) as (select 1 union all select n + 1 from r) select group_concat(n) from r',
    ].flatMap((query) => [
      `import sqlite3\nsqlite3.connect(":memory:").execute("${query}").fetchall()`,
      `import sqlite3\nsqlite3.connect("/tmp/db").execute("${query}").fetchall()`,
    ]),
  },
];
