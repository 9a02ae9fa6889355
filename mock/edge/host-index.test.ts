import { describe, expect, it } from 'vitest';
import { HostIndex } from './host-index.ts';

function indexOf(...hosts: readonly string[]): HostIndex<string[]> {
  const index = new HostIndex<string[]>(() => []);
  for (const host of hosts) index.entry(host).push(host);
  return index;
}

describe('HostIndex', () => {
  it.each([
    ['api.example.com', ['api.example.com', 'api.{b}.com', '{a}.example.com']],
    ['shop.example.com', ['{a}.example.com']],
    ['api.other.com', ['api.{b}.com']],
    ['a.b.example.com', ['{x}.{y}.example.com']],
    ['example.com', []],
    ['other.com', []],
    ['.example.com', []],
    ['a.b.c.example.com', []],
    ['', []],
  ])('matches %s by one label for each variable, the most literal first', (host, expected) => {
    const index = indexOf('{a}.example.com', 'api.{b}.com', 'api.example.com', '{x}.{y}.example.com');
    expect([...index.matches(host)].flat()).toEqual(expected);
  });

  it('keeps one value for hosts that differ only in the names of their variables', () => {
    const index = indexOf('{a}.example.com', '{b}.example.com');
    expect([...index.matches('x.example.com')]).toEqual([['{a}.example.com', '{b}.example.com']]);
  });

  it('gives the same value for the same host', () => {
    const index = new HostIndex<object>(() => ({}));
    expect(index.entry('a.test')).toBe(index.entry('a.test'));
    expect(index.entry('{a}.test')).toBe(index.entry('{a}.test'));
  });
});
