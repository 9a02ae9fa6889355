import { describe, expect, it } from 'vitest';
import { checkDestination, type ResolveHost } from './destination.ts';

const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses;
const publicHost = resolvesTo('1.1.1.1');

describe('checkDestination', () => {
  it('returns the URL with all addresses of its host', async () => {
    expect(
      await checkDestination('https://hooks.example.com:8443/a?b', {
        resolve: resolvesTo('1.1.1.1', '2606:4700::1111'),
      }),
    ).toEqual({
      url: new URL('https://hooks.example.com:8443/a?b'),
      host: 'hooks.example.com',
      addresses: [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    });
  });

  it.each([
    ['http://hooks.example.com/', 'not-https'],
    ['ftp://hooks.example.com/', 'not-https'],
    ['hooks.example.com', 'invalid-url'],
    ['', 'invalid-url'],
    ['https://', 'invalid-url'],
    ['https://[fe80::1%25eth0]/', 'invalid-url'],
    ['https://[::1', 'invalid-url'],
    ['https://a..b/', 'invalid-url'],
    ['https://1.1.1.256/', 'invalid-url'],
    ['https://user@hooks.example.com/', 'user-info'],
    ['https://:secret@hooks.example.com/', 'user-info'],
    ['https://hooks.example.com@127.0.0.1/', 'user-info'],
    ['https://localhost/', 'local-name'],
    ['https://LOCALHOST:8443/', 'local-name'],
    ['https://localhost./', 'local-name'],
    ['https://hooks.localhost/', 'local-name'],
    ['https://localhost.localdomain/', 'local-name'],
    ['https://ip6-loopback/', 'local-name'],
    ['https://127.0.0.1/', 'private-address'],
    ['https://127.0.0.1./', 'private-address'],
    ['https://127.1/', 'private-address'],
    ['https://2130706433/', 'private-address'],
    ['https://0x7f000001/', 'private-address'],
    ['https://0x7f.1/', 'private-address'],
    ['https://0177.0.0.1/', 'private-address'],
    ['https://017700000001/', 'private-address'],
    ['https://%31%32%37.0.0.1/', 'private-address'],
    ['https://１２７.０.０.１/', 'private-address'],
    ['https://[::1]/', 'private-address'],
    ['https://[::ffff:127.0.0.1]/', 'private-address'],
    ['https://[::ffff:7f00:1]/', 'private-address'],
    ['https://[64:ff9b::a00:1]/', 'private-address'],
    ['https://0/', 'private-address'],
    ['https:\\\\127.0.0.1\\x', 'private-address'],
  ])('refuses %s (%s)', async (url, reason) => {
    expect(await checkDestination(url, { resolve: publicHost })).toMatchObject({
      outcome: 'refused',
      reason,
    });
  });

  it.each([
    [['10.0.0.1']],
    [['1.1.1.1', '10.0.0.1']],
    [['2606:4700::1111', '::ffff:10.0.0.1']],
    [['1.1.1.1', 'nonsense']],
    [['fe80::1%2']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    const checked = await checkDestination('https://hooks.example.com/', {
      resolve: resolvesTo(...addresses),
    });
    expect(checked).toMatchObject({ reason: 'private-address' });
    expect('message' in checked && checked.message).toContain(addresses.at(-1));
  });

  it.each<[string, ResolveHost]>([
    ['answers nothing', resolvesTo()],
    ['throws', () => Promise.reject(new Error('NXDOMAIN'))],
  ])('refuses a name when the resolver %s', async (_name, resolve) => {
    expect(await checkDestination('https://hooks.example.com/', { resolve })).toMatchObject({
      reason: 'unresolvable',
    });
  });

  it('resolves names only, once, without a trailing dot', async () => {
    const asked: string[] = [];
    const resolve: ResolveHost = async (name) => {
      asked.push(name);
      return ['1.1.1.1'];
    };
    for (const host of ['Hooks.Example.com.', '1.1.1.1', '[2606:4700::1111]']) {
      expect(await checkDestination(`https://${host}/`, { resolve })).toHaveProperty('addresses');
    }
    expect(asked).toEqual(['hooks.example.com']);
  });

  it.each([
    ['https://localhost:8443/', ['localhost']],
    ['https://localhost:8443/', ['LOCALHOST.:8443']],
    ['https://localhost/', ['localhost:443']],
    ['https://127.0.0.1:8443/', ['127.0.0.1']],
    ['https://[::1]:8443/', ['::1']],
    ['https://[::1]:8443/', ['other', '[::1]:8443']],
    ['https://hooks.test/', ['hooks.test']],
  ])('allows %s when %j is exempt', async (url, allowHosts) => {
    expect(await checkDestination(url, { resolve: resolvesTo('127.0.0.1'), allowHosts })).toHaveProperty(
      'addresses',
    );
  });

  it.each([
    ['http://localhost/', ['localhost'], 'not-https'],
    ['https://localhost:8444/', ['localhost:8443'], 'local-name'],
    ['https://localhost:8443/', ['localhost:443'], 'local-name'],
    ['https://hooks.test/', ['test', 'x.hooks.test', '*', ''], 'private-address'],
    ['https://user@localhost/', ['localhost'], 'user-info'],
  ])('refuses %s although %j is exempt', async (url, allowHosts, reason) => {
    expect(await checkDestination(url, { resolve: resolvesTo('127.0.0.1'), allowHosts })).toMatchObject({
      reason,
    });
  });

  it.each([
    ['a public name', 'https://hooks.example.com/x', [], { addresses: [], host: 'hooks.example.com' }],
    ['a public address', 'https://1.1.1.1/', [], { addresses: [{ address: '1.1.1.1', family: 4 }] }],
    ['an exempt private name', 'https://box.local/', ['box.local'], { addresses: [] }],
    ['the machine itself', 'https://localhost/', [], { reason: 'local-name' }],
    ['a private address', 'https://0x7f.1/', [], { reason: 'private-address' }],
    ['a single label', 'https://intranet/', [], { reason: 'local-name' }],
    ['a name of a local network', 'https://Box.Local./', [], { reason: 'local-name' }],
    ['a name of a home', 'https://nas.home.arpa/', [], { reason: 'local-name' }],
  ])('judges %s without a resolver by its form', async (_, url, allowHosts, expected) => {
    expect(await checkDestination(url, { allowHosts })).toMatchObject(expected);
  });
});
