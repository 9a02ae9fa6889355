/** What stays of a thread's globals: the language itself, and what the loader of Pyodide asks for. */
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

/** Names that can't be taken away from the globals; whoever is let in gets them hidden. */
export type LeftNames = readonly string[];

/**
 * Takes away everything by which a thread reaches its runtime, its machine and the network, and makes what is left
 * look like a worker of a page, so that Pyodide takes no way that only a server has: with `process` there,
 * `os.system` runs the shell of the host (example-apps: 2.5).
 */
export function closeWorld(): LeftNames {
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
    crypto: Object.freeze({ getRandomValues: (view: Uint8Array) => fillRandom(view) }),
  };
  for (const [name, value] of Object.entries(given)) setGlobal(name, value);
  return left;
}

/** Bun keeps the value of its own global; what it offers goes. */
function empty(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Reflect.ownKeys(value)) {
    if (!Reflect.deleteProperty(value, name)) Reflect.set(value, name, undefined);
  }
}

/** Sets a global that a page's worker has. */
export function setGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/**
 * Ends that code is made from text in this thread: by `eval`, by the constructors of functions however they are
 * come by, and by WebAssembly.
 */
export function endCodeGeneration(): void {
  // The glue of Pyodide asks which errors are WebAssembly's, and no more than that.
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
