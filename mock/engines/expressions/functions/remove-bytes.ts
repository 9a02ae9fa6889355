import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `remove_bytes(value, bytes)`: the value without any of the given bytes. */
export const removeBytes: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Bytes'] }, { types: ['Bytes'] }],
  returns: 'Bytes',
  call: (_, value, bytes) => {
    if (typeof value !== 'string' || typeof bytes !== 'string') return undefined;
    const removed = new Set(bytes);
    return Array.from(value)
      .filter((byte) => !removed.has(byte))
      .join('');
  },
});
