import { describe, expect, it } from 'vitest';
import { formatIpAddress, isIpAddress } from '../ip-address.ts';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('cidr and cidr6', () => {
  it.each([
    ['cidr(ip, 24, 24)', '113.10.0.2', '113.10.0.0'],
    ['cidr(ip, 24, 24)', '2001:0000:130F:0000:0000:09C0:876A:130B', '2001::'],
    ['cidr(ip, 32, 128)', '113.10.0.2', '113.10.0.2'],
    ['cidr(ip, 1, 1)', '255.255.255.255', '128.0.0.0'],
    ['cidr6(ip, 24)', '2001:0000:130F:0000:0000:09C0:876A:130B', '2001::'],
    ['cidr6(ip, 24)', '113.10.0.2', '113.10.0.2'],
  ])('%s of %s is %s', (source, ip, expected) => {
    const value = resultOf(source, { ip });
    expect(isIpAddress(value) && formatIpAddress(value)).toBe(expected);
  });

  it.each([
    ['cidr(ip, 0, 1)', 'between 1 and 32'],
    ['cidr(ip, 33, 1)', 'between 1 and 32'],
    ['cidr(ip, 1, 129)', 'between 1 and 128'],
    ['cidr6(ip, 0)', 'between 1 and 128'],
    ['cidr(1.2.3.4, 24, 24)', 'expected argument of kind Field, but got Literal'],
    ['cidr(ip, num, 24)', 'expected argument of kind Literal, but got Field'],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toContain(message);
  });
});
