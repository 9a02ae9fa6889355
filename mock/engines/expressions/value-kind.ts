import { admitBytes, admitLoosely, admitText, admitterOf } from './admit.ts';
import { type ByteString, toLenientText } from './bytes.ts';
import { type Integer, toInteger } from './integer.ts';
import { type IpAddress, isIpAddress, parseIpAddress } from './ip-address.ts';
import type { Type } from './types.ts';
import type { RuntimeValue } from './values.ts';

/** How values of one kind are taken: from a caller, and from inside of the engine. */
export interface ValueKind<T> {
  /** Takes a field value or a part of one. */
  readonly admit: (value: unknown) => T | undefined;
  /** Takes a function result or a part of one. */
  readonly accept: (value: unknown) => T | undefined;
}

function acceptBytes(value: unknown): ByteString | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Strings as their exact bytes. */
export const bytesKind: ValueKind<ByteString> = { admit: admitBytes, accept: acceptBytes };

/** Strings as they come, for comparison with ASCII. */
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
export function kindOf(type: Type): ValueKind<RuntimeValue> {
  return {
    admit: admitterOf(type),
    // Only functions of the scheme put values here, and their results are runtime values by type.
    accept: (value) => value as RuntimeValue | undefined,
  };
}
