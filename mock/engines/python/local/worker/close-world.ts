import process from 'node:process';
import { setGlobal } from './pyodide.ts';

/** Globals to keep: the language itself, and what the loader of Pyodide needs. */
const language = [
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp',
  'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis',
  'JSON Math Intl ArrayBuffer SharedArrayBuffer Atomics DataView Int8Array Uint8Array Uint8ClampedArray Int16Array',
  'Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array BigInt Map',
  'Set WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect Iterator DisposableStack AsyncDisposableStack',
  'decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN WebAssembly',
  'TextDecoder TextEncoder URL AbortController AbortSignal DOMException Event EventTarget setTimeout clearTimeout',
  'queueMicrotask performance',
].flatMap((line) => line.split(' '));

/**
 * Removes every global that gives access to the runtime, the machine or the network. The thread then looks like a web
 * worker, and Pyodide uses nothing that only a server has: with `process`, `os.system` runs the shell of the host
 * (example-apps: 2.5).
 *
 * @returns names of globals that cannot be removed; evaluated code must not see them
 */
export function closeWorld(): readonly string[] {
  const left: string[] = [];
  const { crypto } = globalThis;
  const fillRandom = crypto.getRandomValues.bind(crypto);
  for (let owner: object | null = globalThis; owner && owner !== Object.prototype; ) {
    for (const name of Reflect.ownKeys(owner)) {
      if (typeof name === 'symbol' || language.includes(name) || name === 'constructor') continue;
      if (!Reflect.deleteProperty(owner, name)) {
        left.push(name);
        empty(Reflect.get(globalThis, name));
      }
    }
    owner = Object.getPrototypeOf(owner);
  }
  class WorkerGlobalScope {}
  const silent = () => {};
  const given: Record<string, unknown> = {
    WorkerGlobalScope,
    self: new WorkerGlobalScope(),
    location: 'http://python.invalid/',
    console: Object.freeze({ log: silent, info: silent, debug: silent, warn: silent, error: silent }),
    crypto: Object.freeze({ getRandomValues: (view: Uint8Array<ArrayBuffer>) => fillRandom(view) }),
  };
  for (const [name, value] of Object.entries(given)) setGlobal(name, value);
  return left;
}

/** Bun's own global cannot be removed; its members can. */
function empty(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Reflect.ownKeys(value)) {
    if (!Reflect.deleteProperty(value, name)) Reflect.set(value, name, undefined);
  }
}

/** Stops this thread from compiling code from text: by `eval`, by function constructors, and by WebAssembly. */
export function endCodeGeneration(): void {
  // Pyodide's glue code uses only the errors of WebAssembly.
  const { RuntimeError, CompileError, LinkError, Exception } = WebAssembly;
  const wasmErrors = Object.freeze({ RuntimeError, CompileError, LinkError, Exception });
  const refuse = function refuse(): never {
    throw new EvalError('No code is made from text here.');
  };
  Object.freeze(refuse);
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind);
    Object.defineProperty(prototype, 'constructor', { value: refuse, configurable: false, writable: false });
  }
  for (const name of [
    'eval',
    'Function',
    'fetch',
    'WebAssembly',
    'location',
    'SharedArrayBuffer',
    'Atomics',
  ]) {
    Reflect.deleteProperty(globalThis, name);
  }
  setGlobal('WebAssembly', wasmErrors);
}

/** Permissions that a thread of Node can drop, from 24.21 on. */
interface Permission {
  has(scope: string): boolean;
  drop?(scope: string): void;
}

/**
 * Drops the Node permissions that a thread needs only to load its modules: reading, and starting threads, which would
 * have no limits. Deno has one set of permissions for all threads, which is already narrow.
 */
export function dropPermissions(): void {
  const { permission }: { permission?: Permission } = process;
  for (const scope of ['fs.read', 'worker']) permission?.drop?.(scope);
}
