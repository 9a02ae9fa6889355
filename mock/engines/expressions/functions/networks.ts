import { isIpAddress, toNetwork } from '../ip-address.ts';
import type { RuntimeValue } from '../values.ts';
import { defineFunction, type FunctionDefinition, type Parameter } from './definition.ts';

const ADDRESS: Parameter = { types: ['IP'], kind: 'Field' };

function bits(maximum: number): Parameter {
  return {
    types: ['Integer'],
    kind: 'Literal',
    check: (value) =>
      typeof value === 'number' && value >= 1 && value <= maximum
        ? undefined
        : `the number of bits must be between 1 and ${maximum}`,
  };
}

function network(
  address: RuntimeValue | undefined,
  four: number,
  six: RuntimeValue | undefined,
): RuntimeValue | undefined {
  if (!isIpAddress(address)) return undefined;
  return toNetwork(address, address.version === 4 ? four : Number(six));
}

/** `cidr(address, ipv4_bits, ipv6_bits)`: the network address of the address. */
export const cidr: FunctionDefinition = defineFunction({
  parameters: [ADDRESS, bits(32), bits(128)],
  returns: 'IP',
  call: (_, address, four, six) => network(address, Number(four), six),
});

/** `cidr6(address, ipv6_bits)`: like `cidr`, IPv4 addresses unchanged. */
export const cidr6: FunctionDefinition = defineFunction({
  parameters: [ADDRESS, bits(128)],
  returns: 'IP',
  call: (_, address, six) => network(address, 32, six),
});
