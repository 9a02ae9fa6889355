import { isBytes, isFloats } from '../../../../spec/value-kinds.ts';
import type { Task } from '../backend.ts';
import { fromBase64, toBase64 } from '../base64.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const TAGS: readonly string[] = ['$bytes', '$floats', '$url', '$object'];

/**
 * Converts a value to JSON: bytes, vectors and URLs under names that begin with `$`, without undefined members, and
 * with members sorted by name. So equal values are equal texts.
 *
 * @throws TypeError for anything JSON can't represent
 * @example
 * encode({ b: new Uint8Array([1]), a: undefined }) // { b: { $bytes: 'AQ==' } }
 */
export function encode(value: unknown): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} can't be represented in JSON.`);
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : encode(item)));
  if (isBytes(value)) return { $bytes: toBase64(value) };
  if (isFloats(value)) return { $floats: toBase64(floatsToBytes(value)) };
  if (value instanceof URL) return { $url: value.href };
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} can't be represented in JSON.`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]): [string, Json] => [name, encode(member)]);
  const object = Object.fromEntries(members);
  // A value that only looks like a tagged one.
  return isTagged(object) ? { $object: object } : object;
}

/**
 * Restores the value that `encode` converted.
 *
 * @throws ModelError `malformed` for invalid base64; TypeError for other invalid tagged values
 */
export function decode(json: Json): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(decode);
  if (!isTagged(json)) return decodeMembers(json);
  const { $bytes, $floats, $url, $object } = json;
  if (typeof $bytes === 'string') return fromBase64($bytes);
  if (typeof $floats === 'string') return bytesToFloats(fromBase64($floats));
  if (typeof $url === 'string') return new URL($url);
  if (typeof $object === 'object' && $object !== null && !Array.isArray($object))
    return decodeMembers($object);
  throw new TypeError(`${JSON.stringify(json).slice(0, 100)} is not a valid value.`);
}

function decodeMembers(object: { readonly [name: string]: Json }): unknown {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, decode(member)]));
}

function isTagged(object: { readonly [name: string]: Json }): boolean {
  const names = Object.keys(object);
  return names.length === 1 && TAGS.includes(names[0] ?? '');
}

function floatsToBytes(floats: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(floats.length * 4));
  for (const [index, number] of floats.entries()) view.setFloat32(index * 4, number, true);
  return new Uint8Array(view.buffer);
}

function bytesToFloats(bytes: Uint8Array<ArrayBuffer>): Float32Array {
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    view.getFloat32(index * 4, true),
  );
}

/**
 * The key of a recorded answer: SHA-256 of task, model and request, in hexadecimal. It is the same on every machine, in
 * any order of members.
 *
 * @example
 * await recordKey('draw', 'google/nano-banana', { prompt: 'a cat', width: 64, height: 64 })
 */
export async function recordKey(task: Task, model: string, request: unknown): Promise<string> {
  const text = JSON.stringify(encode([task, model, request]));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
