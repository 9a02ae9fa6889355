/*
 * Kinds of values, told by what they are and not by their class: where tests run in a realm of their own (jsdom, the
 * sandbox of Jest, `node:vm`), values come from outside that have other classes of the same name.
 */

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a `Uint8Array`, or a `Buffer`. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && getTag(value) === 'Uint8Array';
}

/** Whether a value is a `Float32Array`. */
export function isFloats(value: unknown): value is Float32Array {
  return ArrayBuffer.isView(value) && getTag(value) === 'Float32Array';
}

export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return getTag(value) === 'ArrayBuffer';
}

export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

export function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}

/** Whether a value is a readable stream. */
export function isStream(value: unknown): value is ReadableStream {
  return getTag(value) === 'ReadableStream' && has(value, 'getReader');
}

/** Whether a value is a `Blob` or a `File` with readable bytes; older ones of jsdom have none. */
export function isBlob(value: unknown): value is Blob {
  const tag = getTag(value);
  return (tag === 'Blob' || tag === 'File') && has(value, 'stream') && has(value, 'arrayBuffer');
}

/** The name of the class of a value. */
function getTag(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, Symbol.toStringTag) : undefined;
}

function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}
