import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, isLoopbackHost, isMetadataAddress, isMetadataName } from './address-check.ts';

const privateIPv4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
];

const publicIPv4 = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
];

/** The last 32 bits of an IPv6 address as two groups. */
function groups(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

describe('checkAddress', () => {
  it.each(privateIPv4)('refuses %s and every address that embeds it', (address) => {
    const carriers = [
      address,
      `::ffff:${address}`,
      `::ffff:${groups(address)}`,
      `0:0:0:0:0:ffff:${groups(address)}`,
      `::${address}`,
      `::ffff:0:${groups(address)}`,
      `64:ff9b::${address}`,
      `64:ff9b::${groups(address)}`,
      `64:ff9b:1::${groups(address)}`,
      `2002:${groups(address)}::1`,
      `2001:0:${groups(address)}::1`,
      `2606:4700::5efe:${groups(address)}`,
      `2606:4700::200:5efe:${groups(address)}`,
    ];
    for (const carrier of carriers)
      expect([carrier, checkAddress(carrier)]).toEqual([carrier, { refused: expect.any(String) }]);
  });

  it.each(publicIPv4)('allows %s, also as a mapped address', (address) => {
    expect(checkAddress(address)).toEqual({ address, family: 4 });
    expect(checkAddress(`::ffff:${groups(address)}`)).toEqual({ address, family: 4 });
    expect(checkAddress(`64:ff9b::${groups(address)}`)).toMatchObject({ family: 6 });
  });

  it.each([
    '::',
    '::1',
    '::2',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:10::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '1::1',
    '2002:101:101::1',
    '2001:0:101:101::1',
    'fe80::1%eth0',
    '2606:4700::1111%1',
  ])('refuses %s', (address) => {
    expect(checkAddress(address)).toEqual({ refused: expect.any(String) });
  });

  it.each(['2606:4700:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2606:4700::5efe:101:101'])(
    'allows %s',
    (address) => {
      expect(checkAddress(address)).toEqual({ address, family: 6 });
    },
  );

  it.each([
    '',
    'localhost',
    '1',
    '1.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '1.1.1.1 ',
    '1.1.1.1.',
    '256.1.1.1',
    '[::1]',
    ':::',
  ])('refuses %j, which is not a resolver’s notation', (text) => {
    expect(checkAddress(text)).toEqual({ refused: 'not an address' });
  });

  it('allows exactly the IPv4 addresses outside the private, shared and reserved ranges', () => {
    const octet = fc.nat(255);
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
        const closed =
          [0, 10, 127].includes(a) ||
          a >= 224 ||
          (a === 172 && b >= 16 && b < 32) ||
          (a === 192 && b === 168) ||
          (a === 169 && b === 254) ||
          (a === 100 && b >= 64 && b < 128) ||
          (a === 198 && (b === 18 || b === 19)) ||
          ['192.0.0', '192.0.2', '192.88.99', '198.51.100', '203.0.113'].includes(`${a}.${b}.${c}`) ||
          ['192.175.48', '192.31.196', '192.52.193'].includes(`${a}.${b}.${c}`);
        expect('refused' in checkAddress(`${a}.${b}.${c}.${d}`)).toBe(closed);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isMetadataAddress', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.0.23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::a9fe:a9fe',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2001:0:a9fe:a9fe::1',
    '2001:0:1:1::5601:5601',
    '2606:4700::200:5efe:a9fe:a9fe',
  ])('knows %s', (address) => {
    expect(isMetadataAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '1.1.1.1',
    '::1',
    'fd00::1',
    '2606:4700::a9fe:a9fe',
    '169.254',
    'metadata',
    '',
  ])('does not treat %j as one', (address) => {
    expect(isMetadataAddress(address)).toBe(false);
  });
});

describe('isMetadataName', () => {
  it.each([
    'metadata',
    'metadata.google.internal',
    'x.metadata.google.internal',
    'metadata.goog',
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.azure.internal',
    'metadata.tencentyun.com',
  ])('knows %s', (name) => {
    expect(isMetadataName(name)).toBe(true);
  });

  it.each(['metadata.example.com', 'mymetadata.goog', 'google.internal', 'localhost', ''])(
    'does not treat %j as one',
    (name) => {
      expect(isMetadataName(name)).toBe(false);
    },
  );
});

describe('isLoopbackHost', () => {
  it.each(['localhost', 'a.b.localhost', '127.0.0.1', '127.255.1.2', '::1', '0:0:0:0:0:0:0:1'])(
    'knows %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each([
    'notlocalhost',
    'localhost.example.com',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '128.0.0.1',
    '127.0.0.1.example.com',
    '',
  ])('does not treat %j as one', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
