import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isMetadataAddress, isMetadataName } from './index.ts';

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
  ])('does not take %j for one', (address) => {
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
    'does not take %j for one',
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
  ])('does not take %j for one', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
