import { equal, match, ok, oneOf } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { getText, join, noise, utf8 } from './objects/bytes.ts';
import { blob, commit, tree } from './objects/git-object.ts';
import { createPack } from './objects/write-pack.ts';
import { chain, filled, nowhere, packIn, seeded } from './seeded.ts';
import { askDiscovery, getRefs, post, type Service } from './wire/discovery.ts';
import { command, fetchV0, fetchV2, readFetchV2 } from './wire/fetch.ts';
import { delimiter, flush, largestPacket, packet } from './wire/packets.ts';
import { accepted, pushHead } from './wire/push.ts';

const services: readonly Service[] = ['git-upload-pack', 'git-receive-pack'];

/** HTTP under the Git protocol: paths, types, statuses, and encodings of bodies. */
export const gitTransportSuite = defineSuite('artifacts/git/transport', [
  {
    title: 'answers discoveries and posts with the types of their service, and forbids caching',
    requirements: ['AR-HTTP-1', 'AR-HTTP-2', 'AR-HTTP-3', 'AR-HTTP-4', 'AR-HTTP-5'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'simple');
      const line = chain(1);
      const bodies: Readonly<Record<Service, Uint8Array>> = {
        'git-upload-pack': command('fetch', [`want ${refs['refs/heads/main']}`, 'done']),
        'git-receive-pack': join(
          pushHead({ commands: [{ name: 'refs/heads/new', to: line.tip }] }),
          createPack(line.objects.values()),
        ),
      };
      for (const [place, service] of services.entries()) {
        const discovery = await askDiscovery(t, repository, service);
        const result = await post(t, repository, service, bodies[service], {
          version: place === 0 ? 2 : 0,
        });
        const judged = [
          [place === 0 ? 'AR-HTTP-1' : 'AR-HTTP-2', discovery, 'advertisement'],
          [place === 0 ? 'AR-HTTP-3' : 'AR-HTTP-4', result, 'result'],
        ] as const;
        for (const [requirement, reply, kind] of judged) {
          await t.check(requirement, () => {
            equal(reply.status, 200, 'the status');
            equal(reply.headers.get('content-type'), `application/x-${service}-${kind}`, 'the type');
          });
          await t.check('AR-HTTP-5', () =>
            match(reply.headers.get('cache-control'), /no-cache|no-store/, `cache-control of ${kind}`),
          );
        }
      }
    },
  },
  {
    title: 'refuses an unknown service, and a GET of a POST route',
    requirements: ['AR-HTTP-6', 'AR-HTTP-7'],
    run: async (t) => {
      const { repository } = await seeded(t, 'simple');
      equal((await askDiscovery(t, repository, 'git-upload-pack')).status, 200, 'a discovery');
      for (const service of ['git-upload-archive', 'upload-pack', 'git-upload-pack2', '']) {
        const { status } = await askDiscovery(t, repository, service);
        await t.check('AR-HTTP-6', () =>
          ok(status >= 400 && status < 500, `a discovery of '${service}' got status ${status}`),
        );
      }
      for (const service of services) {
        const { remote, headers } = repository;
        const { status } = await t.remote({ url: `${remote}/${service}`, headers });
        await t.check('AR-HTTP-7', () =>
          ok(status >= 400 && status < 500, `a GET of ${service} got status ${status}`),
        );
      }
    },
  },
  test('AR-HTTP-9', 'refuses a body of another content type', async (t) => {
    const { repository, refs } = await seeded(t, 'simple');
    const body = command('fetch', [`want ${refs['refs/heads/main']}`, 'done']);
    const send = (headers: Record<string, string>) =>
      post(t, repository, 'git-upload-pack', body, { version: 2, headers });
    equal((await send({})).status, 200, 'a fetch with the right type');
    for (const type of ['text/plain', 'application/x-git-receive-pack-request', 'application/json']) {
      equal((await send({ 'content-type': type })).status, 415, `the status for ${type}`);
    }
  }),
  test('AR-HTTP-8', 'ignores unknown keys and versions of the protocol', async (t) => {
    const { repository } = await seeded(t, 'simple');
    const ask = async (protocol: string) => {
      const { remote, headers } = repository;
      const url = `${remote}/info/refs?service=git-upload-pack`;
      const reply = await t.remote({ url, headers: { ...headers, 'git-protocol': protocol } });
      equal(reply.status, 200, `the status for ${protocol}`);
      return getText(reply.bytes);
    };
    const [second, oldest] = [await ask('version=2'), await ask('foo')];
    ok(second.includes('version 2'), 'version=2 is not answered in version 2');
    for (const protocol of ['foo=bar:version=2', 'version=2:foo', 'version=1:version=2']) {
      equal(await ask(protocol), second, `the discovery for ${protocol}`);
    }
    for (const protocol of ['version=99', 'version=', 'foo=version=2']) {
      equal(await ask(protocol), oldest, `the discovery for ${protocol}`);
    }
  }),
  {
    title: 'accepts fetches in gzip and in chunks',
    requirements: ['AR-HTTP-10', 'AR-HTTP-13'],
    run: async (t) => {
      const line = chain(3);
      const repository = await filled(t, { objects: line.objects, refs: { 'refs/heads/main': line.tip } });
      const unknown = Array.from({ length: 2_000 }, (_, place) => place.toString(16).padStart(40, 'a'));
      const wants = [line.tip];
      const args = [`want ${line.tip}`, ...unknown.map((id) => `have ${id}`), 'ofs-delta', 'done'];
      for (const [encoding, requirement] of [
        ['gzip', 'AR-HTTP-10'],
        ['chunked', 'AR-HTTP-13'],
      ] as const) {
        await t.check(requirement, async () => {
          packIn(await fetchV2(t, repository, args, encoding), { wants });
          const capabilities = ['side-band-64k', 'multi_ack_detailed', 'no-done', 'ofs-delta'];
          const round = { wants, capabilities, haves: [unknown], encoding };
          packIn(await fetchV0(t, repository, round), { wants });
        });
      }
    },
  },
  test('AR-HTTP-12', 'accepts the four bytes before a large push', async (t) => {
    const { repository } = await seeded(t, 'simple');
    const before = await getRefs(t, repository);
    const reply = await post(t, repository, 'git-receive-pack', join(flush));
    equal(reply.status, 200, 'the status');
    equal(reply.headers.get('content-type'), 'application/x-git-receive-pack-result', 'the type');
    oneOf(getText(reply.bytes), ['', flush], 'the body');
    equal(await getRefs(t, repository), before, 'the refs');
  }),
  test('AR-HTTP-11', 'accepts a push in chunks', async (t) => {
    const repository = await t.repository();
    const line = chain(200);
    const commands = [{ name: 'refs/heads/main', to: line.tip }];
    await accepted(t, repository, { commands, pack: createPack(line.objects.values()), encoding: 'chunked' });
    packIn(await fetchV2(t, repository, [`want ${line.tip}`, 'done']), { wants: [line.tip] });
  }),
]);

/** Valid and invalid packets, the units of the protocol. */
export const gitPacketsSuite = defineSuite('artifacts/git/packets', [
  {
    title: 'accepts lengths in either case, and lines with or without a line feed',
    requirements: ['AR-PKT-1', 'AR-PKT-2'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'simple');
      const wants = [refs['refs/heads/main'] ?? ''];
      const send = async (body: Uint8Array) => {
        const reply = await post(t, repository, 'git-upload-pack', body, { version: 2 });
        packIn(readFetchV2(reply.status, reply.bytes), { wants });
      };
      const request = (end: string) =>
        join(
          packet(`command=fetch${end}`),
          packet(`agent=a-name-of-this-length${end}`),
          delimiter,
          packet(`want ${wants[0]}${end}`),
          packet(`done${end}`),
          flush,
        );
      await t.check('AR-PKT-2', async () => {
        await send(request('\n'));
        await send(request(''));
      });
      await t.check('AR-PKT-1', async () => {
        const upper = getText(request('')).replace(/^[0-9a-f]{4}/g, (head) => head.toUpperCase());
        await send(utf8(upper.replace('0032want', '0032want')));
        const agent = 'agent=0123456789012345678901';
        await send(
          join(
            packet('command=fetch'),
            `00${(agent.length + 4).toString(16).toUpperCase()}${agent}`,
            delimiter,
            packet(`want ${wants[0]}`),
            packet('done'),
            flush,
          ),
        );
      });
    },
  },
  test('AR-PKT-3', 'reports protocol errors in an ERR packet', async (t) => {
    const { repository } = await seeded(t, 'simple');
    const body = command('fetch', [`want ${nowhere}`, 'done']);
    const { status, bytes } = await post(t, repository, 'git-upload-pack', body, { version: 2 });
    equal(status, 200, 'the status');
    match(getText(bytes), /^[0-9a-f]{4}ERR ./, 'the answer');
  }),
  test('AR-PKT-4', 'sends no packet beyond the maximum length', async (t) => {
    const file = blob(noise(3_000_000));
    const root = tree([{ name: 'noise', mode: '100644', id: file.id }]);
    const tip = commit({ tree: root.id });
    const objects = new Map([file, root, tip].map((object) => [object.id, object]));
    const repository = await filled(t, { objects, refs: { 'refs/heads/main': tip.id } });
    const answer = await fetchV2(t, repository, [`want ${tip.id}`, 'done']);
    packIn(answer, { wants: [tip.id] });
    ok(answer.longest <= largestPacket, `a packet has ${answer.longest} bytes`);
  }),
]);
