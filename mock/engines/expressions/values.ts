import type { ByteString } from './bytes.ts';
import type { Integer } from './integer.ts';
import type { IpAddress } from './ip-address.ts';

/**
 * A field value as a caller hands it in, by type:
 *
 * - String, Bytes: a JS string (text, taken as its UTF-8 bytes) or a `Uint8Array` (the bytes themselves);
 * - Integer: a `number` or `bigint`, within 64 bits;
 * - Boolean: a boolean;
 * - IP: what `parseIpAddress` returns, or its text;
 * - Array: an array; Map: a JS `Map` with text keys.
 *
 * A value of the wrong kind counts as missing (an element: as absent), so no request can make the engine
 * throw.
 */
export type Value =
  | string
  | Uint8Array
  | number
  | bigint
  | boolean
  | IpAddress
  | readonly Value[]
  | ReadonlyMap<string, Value>;

/**
 * A value inside the engine, as functions receive and return it: String and Bytes are byte strings (see
 * `bytes.ts`), Integer is canonical, IP is parsed, arrays hold such values. A map is the caller's own, with
 * its values as they were handed in.
 */
export type RuntimeValue =
  | ByteString
  | Integer
  | boolean
  | IpAddress
  | readonly RuntimeValue[]
  | ReadonlyMap<string, Value>;

/** What an evaluation reads: fields are fetched one by one, when the expression needs them. */
export interface EvaluationContext {
  /** The value of a field of the scheme, or undefined when the request does not have it. */
  get(field: string): Value | undefined;
}
