import { arrayOf } from '../types.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `any(Array<Boolean>)`: whether one is true; false for an empty or missing array (fact sheet 7.5). */
export const any: FunctionDefinition = defineFunction({
  parameters: [{ types: [arrayOf('Boolean')], kind: 'Field' }],
  returns: 'Boolean',
  takesMissing: true,
  call: (_, values) => Array.isArray(values) && values.includes(true),
});

/** `all(Array<Boolean>)`: whether none is false; true for an empty or missing array (fact sheet 7.5). */
export const all: FunctionDefinition = defineFunction({
  parameters: [{ types: [arrayOf('Boolean')], kind: 'Field' }],
  returns: 'Boolean',
  takesMissing: true,
  call: (_, values) => !(Array.isArray(values) && values.includes(false)),
});
