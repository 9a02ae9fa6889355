import { isBytes } from '../../../spec/value-kinds.ts';
import {
  type ByteString,
  decodeLeniently,
  fromBytes,
  fromText,
  toBytes,
  toLenientText,
  toText,
} from './bytes.ts';
import { type IpAddress, isIpAddress, parseIpAddress } from './ip-address.ts';
import { isArrayType, isBytesType, isMapType, type Type } from './types.ts';

/**
 * A field value from a caller, by type:
 *
 * - String, Bytes: a JS string (text, encoded as UTF-8) or a `Uint8Array` (the bytes themselves);
 * - Integer: a `number` or `bigint`, within 64 bits;
 * - Boolean: a boolean;
 * - IP: a result of `parseIpAddress`, or its text;
 * - Array: an array; Map: a JS `Map` with text keys.
 *
 * A value of the wrong kind counts as missing (an element as absent), so no request can make the engine throw.
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
 * A value inside the engine, as functions receive and return it: String and Bytes are byte strings (see `bytes.ts`),
 * Integer is canonical, IP is parsed, arrays have such values. A map is the caller's own, with its values unconverted.
 */
export type RuntimeValue =
  | ByteString
  | Integer
  | boolean
  | IpAddress
  | readonly RuntimeValue[]
  | ReadonlyMap<string, Value>;

/** The input of an evaluation: each field is fetched when the expression needs it. */
export interface EvaluationContext {
  /** The value of a field of the scheme, or undefined if the request does not have it. */
  get(field: string): Value | undefined;
}

/** Converts a caller's value; undefined if it is not of the type. */
type Admit = (value: unknown) => RuntimeValue | undefined;

/** The bytes of a String field. */
function admitBytes(value: unknown): ByteString | undefined {
  if (typeof value === 'string') return fromText(value);
  return isBytes(value) ? fromBytes(value) : undefined;
}

/**
 * A String field, unconverted. That is enough for a comparison with ASCII, and free: in UTF-8, an ASCII byte is never
 * part of another character.
 */
function admitLoosely(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isBytes(value) ? fromBytes(value) : undefined;
}

/** A String field as text, for regular expressions. */
function admitText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isBytes(value) ? decodeLeniently(value) : undefined;
}

function admitArray(admit: Admit): Admit {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const elements: RuntimeValue[] = [];
    for (const element of value) {
      const admitted = admit(element);
      if (admitted !== undefined) elements.push(admitted);
    }
    return elements;
  };
}

/** Converts input values of a type. Maps stay as they are: their users read single entries. */
export function createAdmitter(type: Type): Admit {
  if (isArrayType(type)) return admitArray(createAdmitter(type.array));
  if (isMapType(type)) return (value) => (value instanceof Map ? value : undefined);
  if (isBytesType(type)) return admitBytes;
  if (type === 'Integer') return toInteger;
  return type === 'Boolean' ? takeBoolean : takeIp;
}

/** Converts a result: a byte string becomes text, or stays bytes if it is not UTF-8. */
export function release(value: RuntimeValue): Value {
  if (typeof value === 'string') {
    return toText(value) ?? toBytes(value);
  }
  if (Array.isArray(value)) return value.map((element: RuntimeValue) => release(element));
  // A map is already the caller's own; and Array.isArray does not narrow a readonly array away.
  return value as Exclude<typeof value, readonly RuntimeValue[]>;
}

/** How values of one kind are converted: from a caller, and from inside the engine. */
export interface ValueKind<T> {
  /** Converts a field value or a part of one. */
  readonly admit: (value: unknown) => T | undefined;
  /** Converts a function result or a part of one. */
  readonly accept: (value: unknown) => T | undefined;
}

function acceptBytes(value: unknown): ByteString | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Strings as their exact bytes. */
export const bytesKind: ValueKind<ByteString> = { admit: admitBytes, accept: acceptBytes };

/** Strings unconverted, for comparison with ASCII. */
export const looseKind: ValueKind<string> = { admit: admitLoosely, accept: acceptBytes };

/** Strings as text. */
export const textKind: ValueKind<string> = {
  admit: admitText,
  accept: (value) => (typeof value === 'string' ? toLenientText(value) : undefined),
};

/** Integers. */
export const integerKind: ValueKind<Integer> = { admit: toInteger, accept: toInteger };

function takeIp(value: unknown): IpAddress | undefined {
  if (typeof value === 'string') return parseIpAddress(value);
  return isIpAddress(value) ? value : undefined;
}

/** Addresses. */
export const ipKind: ValueKind<IpAddress> = { admit: takeIp, accept: takeIp };

function takeBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Booleans. */
export const booleanKind: ValueKind<boolean> = { admit: takeBoolean, accept: takeBoolean };

/** Values of any type, for arguments and results. */
export function getKind(type: Type): ValueKind<RuntimeValue> {
  return {
    admit: createAdmitter(type),
    // Only functions of the scheme store values here, and their results are runtime values by type.
    accept: (value) => value as RuntimeValue | undefined,
  };
}

/**
 * A 64-bit signed integer. Canonical: a `number` in the safe range, a `bigint` beyond it. So `===` compares values, and
 * the usual range costs nothing.
 */
export type Integer = number | bigint;

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** The canonical form of a big integer, or undefined beyond 64 bits. */
function canonicalInteger(value: bigint): Integer | undefined {
  if (value < MIN || value > MAX) return undefined;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** The canonical form of any JS number or bigint, or undefined if it is not a 64-bit integer. */
export function toInteger(value: unknown): Integer | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value;
    return Number.isInteger(value) ? canonicalInteger(BigInt(value)) : undefined;
  }
  return typeof value === 'bigint' ? canonicalInteger(value) : undefined;
}

/** `a & b` on 64 bits, two's complement. */
export function bitwiseAnd(a: Integer, b: Integer): Integer {
  // JS's own `&` truncates to 32 bits, so it serves only operands that fit.
  if (typeof a === 'number' && typeof b === 'number' && (a | 0) === a && (b | 0) === b) return a & b;
  return canonicalInteger(BigInt(a) & BigInt(b)) ?? 0;
}

/** Why digits are not an integer, in the words of the platform's error texts (cloudflare/wirefilter). */
type IntegerFault =
  | 'invalid digit found in string'
  | 'number too large to fit in target type'
  | 'number too small to fit in target type';

const DIGITS: Readonly<Record<8 | 10 | 16, RegExp>> = {
  8: /^[0-7]+$/,
  10: /^-?[0-9]+$/,
  16: /^[0-9a-fA-F]+$/,
};
const PREFIX: Readonly<Record<8 | 10 | 16, string>> = { 8: '0o', 10: '', 16: '0x' };

/**
 * Parses digits in a radix.
 *
 * @example
 * ```ts
 * parseInteger('0123', 8); // 83
 * parseInteger('9223372036854775808', 10); // 'number too large to fit in target type'
 * ```
 */
export function parseInteger(digits: string, radix: 8 | 10 | 16): Integer | IntegerFault {
  if (!DIGITS[radix].test(digits)) return 'invalid digit found in string';
  const value = canonicalInteger(BigInt(PREFIX[radix] + digits));
  if (value !== undefined) return value;
  return digits.startsWith('-')
    ? 'number too small to fit in target type'
    : 'number too large to fit in target type';
}
