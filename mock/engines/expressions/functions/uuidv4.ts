import { toBytes } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `uuidv4(source)`: a version 4 UUID of the first 16 bytes; missing when there are fewer. */
export const uuidv4: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Bytes'] }],
  returns: 'String',
  call: (_, source) => {
    if (typeof source !== 'string' || source.length < 16) return undefined;
    const bytes = toBytes(source.slice(0, 16));
    // Version and variant take fixed bits (RFC 9562, 5.4).
    const fixed = bytes.map((byte, index) => {
      if (index === 6) return (byte & 0x0f) | 0x40;
      return index === 8 ? (byte & 0x3f) | 0x80 : byte;
    });
    const hex = Array.from(fixed, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
});
