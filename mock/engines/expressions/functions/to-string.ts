import { formatIpAddress, isIpAddress } from '../ip-address.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `to_string(Integer | Boolean | IP)`. */
export const toStringFunction: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Integer', 'Boolean', 'IP'] }],
  returns: 'String',
  call: (_, value) => {
    if (isIpAddress(value)) return formatIpAddress(value);
    return typeof value === 'object' || value === undefined ? undefined : String(value);
  },
});
