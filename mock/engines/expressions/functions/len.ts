import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `len(String | Bytes | Array)`: the number of bytes, or of elements. */
export const len: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String', 'Array'] }],
  returns: 'Integer',
  call: (_, value) => (typeof value === 'string' || Array.isArray(value) ? value.length : undefined),
});
