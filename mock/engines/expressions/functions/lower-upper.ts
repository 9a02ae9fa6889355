import { lowerAscii, upperAscii } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `lower(String)`: ASCII letters only. */
export const lower: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  returns: 'String',
  call: (_, value) => (typeof value === 'string' ? lowerAscii(value) : undefined),
});

/** `upper(String)`: ASCII letters only. */
export const upper: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  returns: 'String',
  call: (_, value) => (typeof value === 'string' ? upperAscii(value) : undefined),
});
