import { describe, expect, it } from 'vitest';
import type { PrivateNetwork } from '../../browser-engine.ts';
import { checkUrl } from './find-addresses.ts';

const names: Readonly<Record<string, string[]>> = {
  'public.test': ['1.1.1.1', '2606:4700::1111'],
  'mixed.test': ['1.1.1.1', '192.168.0.1'],
  'rebound.test': ['127.0.0.1'],
  'odd.test': ['nonsense'],
};

const resolve = async (name: string) => names[name] ?? [];

describe('checkUrl', () => {
  it.each<[string, PrivateNetwork, string | undefined]>([
    ['https://public.test/x', 'refused', undefined],
    ['wss://public.test/x', 'refused', undefined],
    ['https://1.1.1.1/', 'refused', undefined],
    ['data:text/html,x', 'refused', undefined],
    ['blob:https://public.test/1', 'refused', undefined],
    ['about:blank', 'refused', undefined],
    ['http://localhost:3000/', 'loopback', undefined],
    ['ws://[::1]:3000/', 'loopback', undefined],
    ['http://192.168.0.1/', 'allowed', undefined],
    ['http://mixed.test/', 'allowed', undefined],
    ['https://mixed.test/', 'refused', 'blocked'],
    ['https://rebound.test/', 'loopback', 'blocked'],
    ['https://odd.test/', 'allowed', 'blocked'],
    ['http://localhost/', 'refused', 'blocked'],
    ['http://2130706433/', 'refused', 'blocked'],
    ['http://[fe80::1]/', 'allowed', 'blocked'],
    ['http://169.254.169.254/latest/meta-data/', 'allowed', 'blocked'],
    ['http://metadata.google.internal./', 'allowed', 'blocked'],
    ['file:///etc/passwd', 'allowed', 'blocked'],
    ['ftp://public.test/', 'allowed', 'blocked'],
    ['chrome://version', 'allowed', 'blocked'],
    ['view-source:https://public.test/', 'allowed', 'blocked'],
    ['filesystem:https://public.test/x', 'allowed', 'blocked'],
    ['nonsense', 'allowed', 'blocked'],
    ['https://nowhere.test/', 'refused', 'unresolved'],
  ])('judges %s with %s: %s', async (url, network, expected) => {
    expect(await checkUrl(url, network, resolve)).toBe(expected);
  });

  it('resolves no name of this machine', async () => {
    const asked: string[] = [];
    const remember = async (name: string) => {
      asked.push(name);
      return [];
    };
    expect(await checkUrl('http://a.localhost/', 'refused', remember)).toBe('blocked');
    expect(await checkUrl('http://a.localhost/', 'loopback', remember)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
