import { defineFunction, type FunctionDefinition, type Parameter } from './definition.ts';

/** The documentation says that the source must not be a literal. */
const PARAMETERS: readonly Parameter[] = [{ types: ['String'], kind: 'Field' }, { types: ['String'] }];

/** `starts_with(source, substring)`. */
export const startsWith: FunctionDefinition = defineFunction({
  parameters: PARAMETERS,
  returns: 'Boolean',
  call: (_, source, part) =>
    typeof source === 'string' && typeof part === 'string' && source.startsWith(part),
});

/** `ends_with(source, substring)`. */
export const endsWith: FunctionDefinition = defineFunction({
  parameters: PARAMETERS,
  returns: 'Boolean',
  call: (_, source, part) => typeof source === 'string' && typeof part === 'string' && source.endsWith(part),
});
