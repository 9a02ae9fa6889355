import { describe, expect, it } from 'vitest';
import { namesThisMachine } from '../../address/address-check.ts';
import type { PrivateNetwork } from '../browser-engine.ts';
import { getAddress, getReach } from './navigation.ts';

describe('an address', () => {
  it.each(['http://a.test', 'https://a.test:8443/b?c#d', 'HTTP://A.test'])('%s is visited', (url) => {
    expect(getAddress(url).href).toMatch(/^https?:/);
  });

  it.each([
    ['file:///etc/passwd', 'file:'],
    ['FILE:/etc/passwd', 'file:'],
    [' \tfile:///etc/passwd', 'file:'],
    ['fi\nle:///etc/passwd', 'file:'],
    ['data:text/html,x', 'data:'],
    ['blob:https://a.test/x', 'blob:'],
    ['javascript:alert(1)', 'javascript:'],
    ['about:blank', 'about:'],
    ['chrome://version', 'chrome:'],
    ['view-source:http://a.test', 'view-source:'],
    ['ftp://a.test', 'ftp:'],
    ['ws://a.test', 'ws:'],
  ])('%j is blocked', (url, scheme) => {
    expect(() => getAddress(url)).toThrow(
      expect.objectContaining({ failure: 'blocked', detail: expect.stringContaining(scheme) }),
    );
  });

  it.each(['', 'a.test', '//a.test', 'http://', 'http://a b', 'http://[::1'])('%j is invalid', (url) => {
    expect(() => getAddress(url)).toThrow(
      expect.objectContaining({ failure: 'network', detail: 'ERR_INVALID_URL' }),
    );
  });
});

describe('the reach of a visit', () => {
  it.each<[PrivateNetwork, string | undefined, PrivateNetwork]>([
    ['refused', 'http://localhost', 'refused'],
    ['refused', undefined, 'refused'],
    ['allowed', 'http://a.test', 'allowed'],
    ['loopback', 'http://localhost:3000', 'loopback'],
    ['loopback', undefined, 'loopback'],
    ['loopback', 'http://a.test', 'refused'],
    ['loopback', 'http://192.168.0.1', 'refused'],
  ])('is, with %s and for %s, %s', (network, url, reach) => {
    expect(getReach(url === undefined ? { html: '' } : { url }, network)).toBe(reach);
  });

  it.each([
    'localhost',
    'localhost.',
    'a.localhost',
    '127.0.0.1',
    '127.1.2.3',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'LOCALHOST',
  ])('counts %s as this machine', (host) => {
    expect(namesThisMachine(new URL(`http://${host}`).hostname)).toBe(true);
  });

  it.each([
    'a.test',
    'localhost.a.test',
    'notlocalhost',
    '128.0.0.1',
    '127.0.0.1.a.test',
    '[::2]',
    '[::ffff:127.0.0.1]',
  ])('does not count %s as this machine', (host) => {
    expect(namesThisMachine(new URL(`http://${host}`).hostname)).toBe(false);
  });
});
