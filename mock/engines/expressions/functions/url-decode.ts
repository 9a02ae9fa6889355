import { type ByteString, fromText } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** Passes of recursive decoding; an end is needed, or nested escapes would cost quadratic time. */
const MAX_PASSES = 10;

/** Decodes `+` and `%HH`, and `%uHHHH` (as UTF-8) when asked to; what is malformed stays. */
function decodeOnce(value: ByteString, unicode: boolean): ByteString {
  const escapes = unicode ? /\+|%[uU]([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})/g : /\+|%([0-9a-fA-F]{2})/g;
  return value.replace(escapes, (match, ...groups: unknown[]) => {
    if (match === '+') return ' ';
    if (!/^%[uU]/.test(match)) return String.fromCharCode(Number.parseInt(match.slice(1), 16));
    const code = Number.parseInt(String(groups[0]), 16);
    // Half of a surrogate pair is no character.
    return code >= 0xd800 && code <= 0xdfff ? match : fromText(String.fromCharCode(code));
  });
}

function decode(value: ByteString, options: string): ByteString {
  const unicode = options.includes('u');
  let decoded = decodeOnce(value, unicode);
  if (!options.includes('r')) return decoded;
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const next = decodeOnce(decoded, unicode);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** `url_decode(source, options?)`; option `r` decodes until nothing changes, `u` also decodes `%uHHHH`. */
export const urlDecode: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'], kind: 'Field' }],
  optional: [
    {
      types: ['String'],
      kind: 'Literal',
      check: (options) => (/^[ru]*$/.test(String(options)) ? undefined : 'options are "r" and "u"'),
    },
  ],
  returns: 'String',
  call: (_, source, options) => {
    if (typeof source !== 'string') return undefined;
    return decode(source, typeof options === 'string' ? options : '');
  },
});
