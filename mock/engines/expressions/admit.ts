import { isBytes } from '../../../spec/value-kinds.ts';
import { type ByteString, decodeLeniently, fromBytes, fromText, toBytes, toText } from './bytes.ts';
import { type Integer, toInteger } from './integer.ts';
import { type IpAddress, isIpAddress, parseIpAddress } from './ip-address.ts';
import { isArrayType, isBytesType, isMapType, type Type } from './types.ts';
import type { RuntimeValue, Value } from './values.ts';

/** Takes a caller's value into the engine; undefined when it is not of the type. */
export type Admit = (value: unknown) => RuntimeValue | undefined;

/** The bytes of a String field. */
export function admitBytes(value: unknown): ByteString | undefined {
  if (typeof value === 'string') return fromText(value);
  return isBytes(value) ? fromBytes(value) : undefined;
}

/**
 * A String field left as it is. Good enough, and free, wherever only ASCII is compared with it: an ASCII
 * byte never is a part of another character in UTF-8.
 */
export function admitLoosely(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isBytes(value) ? fromBytes(value) : undefined;
}

/** A String field as text, for regular expressions. */
export function admitText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isBytes(value) ? decodeLeniently(value) : undefined;
}

function admitInteger(value: unknown): Integer | undefined {
  return toInteger(value);
}

function admitBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function admitIp(value: unknown): IpAddress | undefined {
  if (typeof value === 'string') return parseIpAddress(value);
  return isIpAddress(value) ? value : undefined;
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

/** The way in for values of a type. Maps stay as they are: their users read single entries. */
export function admitterOf(type: Type): Admit {
  if (isArrayType(type)) return admitArray(admitterOf(type.array));
  if (isMapType(type)) return (value) => (value instanceof Map ? value : undefined);
  if (isBytesType(type)) return admitBytes;
  if (type === 'Integer') return admitInteger;
  return type === 'Boolean' ? admitBoolean : admitIp;
}

/** The way out: a byte string becomes text, or stays bytes when it is no UTF-8. */
export function release(value: RuntimeValue): Value {
  if (typeof value === 'string') {
    return toText(value) ?? toBytes(value);
  }
  if (Array.isArray(value)) return value.map((element: RuntimeValue) => release(element));
  // A map is the caller's own already, and Array.isArray does not narrow a readonly array away.
  return value as Exclude<typeof value, readonly RuntimeValue[]>;
}
