import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import {
  embeddedIpv4,
  loopbackNames,
  privateIpv4,
  privateIpv6,
} from '../../../../spec/services/inference/background-runs.ts';
import { checkAddress } from '../../../engines/address/address-check.ts';
import { checkDestination } from '../../../engines/webhook/destination.ts';

const refused = { refused: expect.any(String) };

it.each(privateIpv4)('refuses the first and the last address of $cidr ($what)', ({ cidr }) => {
  expect(checkAddress(ipaddr.IPv4.networkAddressFromCIDR(cidr).toString())).toEqual(refused);
  expect(checkAddress(ipaddr.IPv4.broadcastAddressFromCIDR(cidr).toString())).toEqual(refused);
});

it.each(privateIpv6)('refuses the first and the last address of $cidr ($what)', ({ cidr }) => {
  expect(checkAddress(ipaddr.IPv6.networkAddressFromCIDR(cidr).toString())).toEqual(refused);
  expect(checkAddress(ipaddr.IPv6.broadcastAddressFromCIDR(cidr).toString())).toEqual(refused);
});

it.each(embeddedIpv4)('refuses a private address within $cidr ($what)', ({ cidr, bit }) => {
  const bytes = ipaddr.IPv6.networkAddressFromCIDR(cidr).toByteArray();
  bytes.splice(bit / 8, 4, 10, 0, 0, 1);
  expect(checkAddress(new ipaddr.IPv6(bytes).toString())).toEqual(refused);
});

it.each(loopbackNames)('refuses the name %s', async (name) => {
  const host = name.startsWith('.') ? `a${name}` : name;
  const resolve = async () => ['1.1.1.1'];
  expect(await checkDestination(`https://${host}/`, { resolve })).toMatchObject({ reason: 'local-name' });
});
