import { toText } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `has_key(map, key)`. A key whose bytes are no UTF-8 is in no map. */
export const hasKey: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Map'], kind: 'Field' }, { types: ['String'] }],
  returns: 'Boolean',
  call: (_, map, key) => {
    if (!(map instanceof Map) || typeof key !== 'string') return undefined;
    const text = toText(key);
    return text !== undefined && map.has(text);
  },
});
