import type { KnownRequirementId } from '../../spec/requirements.ts';
import { embeddedIpv4, privateIpv4, privateIpv6 } from '../../spec/services/inference/background-runs.ts';
import { equal } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { openPrivatePort } from '../harness/private-port.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { refusedRuns } from './asking.ts';
import { ownHost, pause, quietMs, runWith, takenUrl } from './background-runs.ts';

/** Private IPv4 addresses: one of each block, and a loopback address in every notation that URLs allow. */
const ipv4 = [
  ...privateIpv4.map(({ cidr }) => cidr.replace(/\d+\/\d+$/, '7')),
  '169.254.169.254',
  '10.255.255.255',
  '172.31.255.255',
  '127.0.0.2',
  '127.0.0.2.',
  '127.2',
  '2130706434',
  '0x7f000002',
  '0x7f.2',
  '0177.0.0.2',
  '017700000002',
  '%31%32%37.0.0.2',
  '0',
];

const ipv6 = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  ...privateIpv6.flatMap(({ cidr }) => (cidr.startsWith('::') ? [] : [`[${cidr.replace(/\/\d+$/, '7')}]`])),
  '[fdff:ffff::1]',
  '[febf::1]',
];

/** Private IPv4 addresses inside IPv6 addresses, in both notations. */
const embedded = [
  ...['10.0.0.1', 'a00:1', '127.0.0.2', '7f00:2', '192.168.0.1', 'a9fe:a9fe'].flatMap((address) =>
    embeddedIpv4.flatMap(({ cidr, bit }) =>
      bit === 96 ? [`[${cidr.replace(/0?(?::0)?\/96$/, '')}${address}]`] : [],
    ),
  ),
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[2002:a00:1::1]',
  '[2002:7f00:2::1]',
];

/** A test that hosts of one kind are refused, while a valid one is accepted. */
function refusing(id: KnownRequirementId, title: string, hosts: readonly string[]): Test<KnownRequirementId> {
  return test(id, title, async (t) => {
    const url = await takenUrl(t);
    await refusedRuns(
      t,
      () => send(t, url),
      hosts.map((host) => ({ what: `to ${host}`, send: () => send(t, `https://${host}/runs`) })),
    );
  });
}

const send = (t: TestContext, webhookUrl: string) => runWith(t, { background: true, webhookUrl });

/** Hosts that webhooks may not go to: seed, /ai/run request body; Cloudflare docs, AI Gateway Run API. */
export const backgroundDestinationsSuite = defineSuite('inference/background-destinations', [
  test('INF-BG-6', 'sends nothing to names and addresses of the local machine', async (t) => {
    const port = await openPrivatePort();
    t.after(() => port.close());
    const own = await ownHost(t);
    const hosts = ['localhost', 'LOCALHOST.', '127.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'];
    const foreign = hosts.filter((host) => new URL(`https://${host}/`).hostname.replace(/\.$/, '') !== own);
    const replies = [];
    for (const host of foreign) replies.push(await send(t, `https://${host}:${port.port}/runs`));
    // The target may refuse these, or accept them and send nothing. The seed requires only that nothing arrives.
    if (replies.some(succeeded)) await pause(quietMs);
    equal(port.connections(), 0, 'the number of connections to the private address');
  }),
  test('INF-BG-20', 'answers a webhookUrl with a private address with status 400', async (t) => {
    const url = await takenUrl(t);
    await refusedRuns(
      t,
      () => send(t, url),
      ['10.0.0.1', '[fd00::1]', '[::ffff:10.0.0.1]'].map((host) => ({
        what: `to ${host}`,
        send: () => send(t, `https://${host}/runs`),
        status: 400,
      })),
    );
  }),
  refusing('INF-BG-21', 'refuses private IPv4 addresses in every notation', ipv4),
  refusing('INF-BG-22', 'refuses private IPv6 addresses', ipv6),
  refusing('INF-BG-23', 'refuses IPv6 addresses that contain a private IPv4 address', embedded),
  test('INF-BG-24', 'refuses localhost and its subdomains', async (t) => {
    if ((await ownHost(t)) === 'localhost') t.skip('the target may send webhooks to localhost');
    const url = await takenUrl(t);
    await refusedRuns(
      t,
      () => send(t, url),
      ['localhost', 'LocalHost', 'localhost.', 'localhost:8443', 'hooks.localhost'].map((host) => ({
        what: `to ${host}`,
        send: () => send(t, `https://${host}/runs`),
      })),
    );
  }),
  test('INF-BG-26', 'refuses a webhookUrl with a user name or a password', async (t) => {
    const url = await takenUrl(t);
    await refusedRuns(
      t,
      () => send(t, url),
      ['user@', 'user:secret@', ':secret@'].map((user) => ({
        what: `with ${user}`,
        send: () => send(t, url.replace('https://', `https://${user}`)),
      })),
    );
  }),
]);
