import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { type ByteString, fromBytes, toBytes } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** The bytes of standard Base64 with or without padding; undefined for any other text. */
function decodeBase64Bytes(text: string): ByteString | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, '');
  if (digits.length % 4 === 1 || (text !== digits && text.length % 4 !== 0)) return undefined;
  return atob(digits);
}

/** Base64 in the standard alphabet, without padding. */
function encodeBase64Bytes(bytes: ByteString): string {
  return btoa(bytes).replace(/=+$/, '');
}

/** `decode_base64(source)`: standard alphabet; missing if the source is not Base64. */
export const decodeBase64: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'], kind: 'Field' }],
  returns: 'String',
  call: (_, source) => (typeof source === 'string' ? decodeBase64Bytes(source) : undefined),
});

/** `encode_base64(input, flags?)`: standard, unpadded; flag `u` selects the URL alphabet, `p` pads. */
export const encodeBase64: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  optional: [
    {
      types: ['String'],
      kind: 'Literal',
      check: (flags) => (/^[up]*$/.test(String(flags)) ? undefined : 'flags are "u" and "p"'),
    },
  ],
  returns: 'String',
  call: (_, input, flags) => {
    if (typeof input !== 'string') return undefined;
    const chosen = typeof flags === 'string' ? flags : '';
    const padded = chosen.includes('p') ? btoa(input) : encodeBase64Bytes(input);
    return chosen.includes('u') ? padded.replaceAll('+', '-').replaceAll('/', '_') : padded;
  },
});

/** `sha256(input)`: the 32 bytes of the digest. */
export const sha256: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  returns: 'Bytes',
  call: (_, input) => (typeof input === 'string' ? fromBytes(digest(toBytes(input))) : undefined),
});

const TIMESTAMP_LENGTH = 10;
const MIN_MAC_LENGTH = 43;

/**
 * A parsed MessageMAC (Cloudflare docs, Rules language functions): message, separator, timestamp, `-`, MAC.
 */
interface MessageMac {
  readonly message: ByteString;
  readonly timestamp: string;
  readonly mac: string;
}

/** Splits at the last `-` with ten digits before it and space for a MAC after it. */
function splitMessageMac(text: ByteString, separatorLength: number): MessageMac | undefined {
  let dash = text.lastIndexOf('-', text.length - MIN_MAC_LENGTH - 1);
  while (dash > TIMESTAMP_LENGTH) {
    const timestamp = text.slice(dash - TIMESTAMP_LENGTH, dash);
    if (/^[0-9]{10}$/.test(timestamp)) {
      const end = dash - TIMESTAMP_LENGTH - separatorLength;
      if (end < 1) return undefined;
      return { message: text.slice(0, end), timestamp, mac: text.slice(dash + 1) };
    }
    dash = text.lastIndexOf('-', dash - 1);
  }
  return undefined;
}

/** The bytes of the MAC: URL-safe and unpadded, or URL-encoded standard Base64. */
function decodeMac(mac: string, urlSafe: boolean): ByteString | undefined {
  if (urlSafe) {
    if (!/^[A-Za-z0-9_-]{43}$/.test(mac)) return undefined;
    return decodeBase64Bytes(mac.replaceAll('-', '+').replaceAll('_', '/'));
  }
  return decodeBase64Bytes(
    mac.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}

/** Compares in constant time. */
function sameBytes(a: ByteString, b: ByteString): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/**
 * `is_timed_hmac_valid_v0(key, messageMAC, ttl, now, separatorLength = 0, flags?)`: whether the MAC is the
 * HMAC-SHA-256 of message and timestamp, and the timestamp no more than `ttl` seconds ago.
 */
export const isTimedHmacValid: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'], kind: 'Literal' },
    { types: ['String'] },
    { types: ['Integer'], kind: 'Literal' },
    { types: ['Integer'] },
  ],
  optional: [
    {
      types: ['Integer'],
      kind: 'Literal',
      check: (length) =>
        typeof length === 'number' && length >= 0
          ? undefined
          : 'the length of the separator cannot be negative',
    },
    {
      types: ['String'],
      kind: 'Literal',
      check: (flags) => (flags === 's' || flags === '' ? undefined : 'the only flag is "s"'),
    },
  ],
  returns: 'Boolean',
  call: (_, key, text, ttl, now, separatorLength, flags) => {
    if (typeof key !== 'string' || typeof text !== 'string') return undefined;
    const parts = splitMessageMac(text, Number(separatorLength ?? 0));
    const mac = parts === undefined ? undefined : decodeMac(parts.mac, flags === 's');
    if (parts === undefined || mac === undefined) return false;
    const computed = fromBytes(hmac(digest, toBytes(key), toBytes(parts.message + parts.timestamp)));
    return sameBytes(mac, computed) && Number(now) <= Number(parts.timestamp) + Number(ttl);
  },
});
