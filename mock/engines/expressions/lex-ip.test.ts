import { describe, expect, it } from 'vitest';
import { Cursor } from './cursor.ts';
import { formatIpAddress } from './ip-address.ts';
import { type IpItem, lexIpItem } from './lex-ip.ts';

function lex(source: string): [string, string] {
  const cursor = new Cursor(source, 0, source.length);
  const item = lexIpItem(cursor);
  return [show(item), source.slice(cursor.position)];
}

function show(item: IpItem): string {
  if (item.kind === 'ip') return formatIpAddress(item.value);
  if (item.kind === 'cidr') return `${formatIpAddress(item.base)}/${item.bits}`;
  return `${formatIpAddress(item.first)}..${formatIpAddress(item.last)}`;
}

const INVALID = "couldn't parse address in network: invalid IP address syntax";

describe('an item of a list of addresses', () => {
  it.each([
    ['12.34.56.78;', '12.34.56.78', ';'],
    ['12.34.56.0/24;', '12.34.56.0/24', ';'],
    ['::/10;', '::/10', ';'],
    ['::ffff:12.34.56.78/127;', '::ffff:12.34.56.78/127', ';'],
    ['1234::5678', '1234::5678', ''],
    ['10.0.0.0..127.0.0.1 ', '10.0.0.0..127.0.0.1', ' '],
    ['::1..::2||', '::1..::2', '||'],
    ['0.0.0.0/0', '0.0.0.0/0', ''],
  ])('%s is read', (source, shown, rest) => {
    expect(lex(source)).toEqual([shown, rest]);
  });

  it.each([
    ['203.0.113.5/24', 'host part of address was not zero', '203.0.113.5'],
    ['2001:db8::1/32', 'host part of address was not zero', '2001:db8::1'],
    [
      '10.0.0.0/100',
      'invalid length for network: Network length 100 is too long for Ipv4 (maximum: 32)',
      '10.0.0.0/100',
    ],
    [
      '::/129',
      'invalid length for network: Network length 129 is too long for Ipv6 (maximum: 128)',
      '::/129',
    ],
    ['::/2000', "couldn't parse length in network: number too large to fit in target type", '2000'],
    ['::/.1', "couldn't parse length in network: invalid digit found in string", '.1'],
    ['10.0.0.0/', "couldn't parse length in network: cannot parse integer from empty string", ''],
    ['666', INVALID, '666'],
    ['10.0.0.0.0/10', INVALID, '10.0.0.0.0'],
    ['10.0.0.0..::1', 'incompatible range bounds', '10.0.0.0..::1'],
    ['127.0.0.1..10.0.0.0', 'incompatible range bounds', '127.0.0.1..10.0.0.0'],
    ['::2..::1', 'incompatible range bounds', '::2..::1'],
    ['10.0.0.0..x', INVALID, ''],
    ['"test"}', 'expected IP address character', '"test"}'],
  ])('%s is refused', (source, message, part) => {
    const position = expect.objectContaining({ length: part.length });
    expect(() => lex(source)).toThrow(expect.objectContaining({ message, position }));
  });
});
