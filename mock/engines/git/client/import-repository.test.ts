import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { packLimits } from '../pack/pack-format.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { type FakeAnswers, fakeServer, pkt, wire } from '../testing/fake-server.ts';
import { ids, packs } from '../testing/packs.ts';
import { type ImportOptions, type ImportSource, importRepository } from './import-repository.ts';

const url = 'https://git.test/one.git';
const infoRefs = '/one.git/info/refs';
const uploadPack = '/one.git/git-upload-pack';
const [first = '', second = '', third = ''] = ids.commits;
const version2 = wire(
  'version 2\n',
  'ls-refs=unborn\n',
  'fetch=shallow filter\n',
  'object-format=sha1\n',
  '0000',
);
const capabilities = 'side-band-64k ofs-delta shallow symref=HEAD:refs/heads/main object-format=sha1 agent=x';
const version0 = (...lines: readonly string[]) =>
  wire('# service=git-upload-pack\n', '0000', ...lines, '0000');
const refs2 = wire(`${third} HEAD symref-target:refs/heads/main\n`, `${third} refs/heads/main\n`, '0000');
const packfile = (pack: Uint8Array) => wire('packfile\n', pkt('Counting\n', 2), pkt(pack, 1), '0000');
const whole = [refs2, packfile(packs.ofsDeltas())];

/** Imports from a server with canned responses. */
async function take(
  answers: FakeAnswers,
  source: Partial<ImportSource> = {},
  options: Partial<ImportOptions> = {},
) {
  const storage = memoryStorage();
  const { fetch, sent } = fakeServer(answers);
  const all = { fetch, codec: gitCodec, ...options };
  const work = importRepository(storage, { url, ...source }, all);
  return { sent, storage, imported: await work.catch((error: unknown) => ({ error })) };
}

describe('an import', () => {
  it('requests refs in version 2, and then the objects they need', async () => {
    const { sent, storage, imported } = await take({ [infoRefs]: version2, [uploadPack]: whole });
    expect(imported).toEqual({
      refs: new Map([['refs/heads/main', third]]),
      head: 'refs/heads/main',
      objects: 13,
      shallow: [],
    });
    expect((await storage.load()).refs).toEqual(new Map([['refs/heads/main', third]]));
    expect(sent.map((request) => request.url)).toEqual([
      `${url}/info/refs?service=git-upload-pack`,
      `${url}/git-upload-pack`,
      `${url}/git-upload-pack`,
    ]);
    expect(sent.map(({ headers }) => headers.get('git-protocol'))).toEqual(Array(3).fill('version=2'));
    expect(sent[1]?.headers.get('content-type')).toBe('application/x-git-upload-pack-request');
    expect(sent[1]?.body).toBe(
      '0014command=ls-refs\n0019agent=git/touchstone\n0017object-format=sha1\n0001' +
        '0009peel\n000csymrefs\n000bunborn\n0014ref-prefix HEAD\n001bref-prefix refs/heads/\n' +
        '001aref-prefix refs/tags/\n0000',
    );
    expect(sent[2]?.body).toBe(
      '0012command=fetch\n0019agent=git/touchstone\n0017object-format=sha1\n0001' +
        `000eofs-delta\n0010no-progress\n0032want ${third}\n0009done\n0000`,
    );
  });

  it.each([
    ['0', []],
    ['1', ['version 1\n']],
  ])('reads a response of version %s', async (_, before) => {
    const lines = [
      `${third} HEAD\0${capabilities}\n`,
      `${third} refs/heads/main\n`,
      `${second} refs/pull/1/head\n`,
      `${ids.tag} refs/tags/v1\n`,
      `${third} refs/tags/v1^{}\n`,
    ];
    const answers = {
      [infoRefs]: version0(...before, ...lines),
      [uploadPack]: wire('NAK\n', pkt(packs.ofsDeltas(), 1), '0000'),
    };
    const { sent, imported } = await take(answers);
    const refs = new Map([
      ['refs/heads/main', third],
      ['refs/tags/v1', ids.tag],
    ]);
    expect(imported).toMatchObject({ refs, head: 'refs/heads/main', objects: 13 });
    expect(sent[1]?.body).toBe(
      `0072want ${third} side-band-64k ofs-delta object-format=sha1 agent=git/touchstone\n` +
        `0032want ${ids.tag}\n00000009done\n`,
    );
  });

  it('reads a pack from a server without side-bands', async () => {
    const answers = {
      [infoRefs]: version0(`${third} refs/heads/main\0agent=x\n`),
      [uploadPack]: Uint8Array.from([...wire('NAK\n'), ...packs.ofsDeltas()]),
    };
    expect((await take(answers)).imported).toMatchObject({ objects: 13 });
  });

  it.each([
    ['one that names its capabilities', version0(`${'0'.repeat(40)} capabilities^{}\0${capabilities}\n`)],
    ['one that sends nothing', wire('# service=git-upload-pack\n', '0000', '0000')],
  ])('of an empty repository has no refs: %s', async (_, advertised) => {
    const { imported } = await take({ [infoRefs]: advertised });
    expect(imported).toMatchObject({ refs: new Map(), objects: 0 });
  });

  it('requests a depth, and records the shallow commits', async () => {
    const line = `${second} refs/heads/main\n`;
    const pack = wire('shallow-info\n', `shallow ${second}\n`, '0001', packfile(packs.ofsDeltas()));
    const answers = { [infoRefs]: version2, [uploadPack]: [wire(line, '0000'), pack] };
    const { sent, storage, imported } = await take(answers, { depth: 1, branch: 'main' });
    expect(sent[2]?.body).toContain('000ddeepen 1\n');
    expect(imported).toMatchObject({ shallow: [second] });
    expect((await storage.load()).shallow).toEqual([second]);
  });

  it('leaves out refs with invalid names', async () => {
    const names = ['refs/heads/main', 'refs/heads/a..b', 'refs/heads/x.lock', 'refs/heads/'];
    const refs = wire(...names.map((name) => `${third} ${name}\n`), '0000');
    const answers = { [infoRefs]: version2, [uploadPack]: [refs, packfile(packs.ofsDeltas())] };
    expect((await take(answers)).imported).toMatchObject({ refs: new Map([['refs/heads/main', third]]) });
  });

  it.each([301, 302, 303, 307, 308])('follows a redirect with the status %i', async (status) => {
    const headers = { location: 'https://elsewhere.test/two.git/info/refs?service=git-upload-pack' };
    const { imported } = await take({
      [infoRefs]: new Response(null, { status, headers }),
      '/two.git/info/refs': version2,
      '/two.git/git-upload-pack': whole,
    });
    expect(imported).toMatchObject({ objects: 13 });
  });

  it('sends user and password as Basic, and the token of the URL nowhere else', async () => {
    const answers = {
      [infoRefs]: new Response(null, {
        status: 301,
        headers: { location: 'https://elsewhere.test/two.git/info/refs?service=git-upload-pack' },
      }),
      '/two.git/info/refs': version2,
      '/two.git/git-upload-pack': whole,
    };
    const { sent, imported } = await take(answers, { url: 'https://me:p%40ss@git.test/one.git' });
    expect(imported).toMatchObject({ objects: 13 });
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual([
      `Basic ${btoa('me:p@ss')}`,
      null,
      null,
      null,
    ]);
    expect(sent[3]?.url).toBe('https://elsewhere.test/two.git/git-upload-pack');
  });
});

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
const refused = (status: number) => ({ [infoRefs]: new Response('no', { status }) });
const query = 'info/refs?service=git-upload-pack';
/** Responses of version 2 to the request for refs, and to the one for the pack. */
const answering = (...responses: readonly Uint8Array<ArrayBuffer>[]) => ({
  [infoRefs]: version2,
  [uploadPack]: responses,
});
const silent = { [infoRefs]: () => new Promise<Response>(() => {}) };
const refusals: readonly [string, string, FakeAnswers, (Partial<ImportSource> & Partial<ImportOptions>)?][] =
  [
    ['requires credentials', 'auth-required', refused(401)],
    ['forbids it', 'auth-required', refused(403)],
    ['has no such repository', 'not-found', {}],
    ['fails', 'unavailable', refused(503)],
    ['gets too many requests', 'unavailable', refused(429)],
    ['does not understand', 'not-a-repository', refused(400)],
    ['answers with a page', 'not-a-repository', { [infoRefs]: new Response('<html>') }],
    [
      'answers as dumb servers do',
      'not-a-repository',
      { [infoRefs]: new Response(`${third}\trefs/heads/main\n`) },
    ],
    ['sends an invalid packet', 'unavailable', { [infoRefs]: 'PACK' }],
    ['ends within its refs', 'unavailable', { [infoRefs]: wire('version 2\n') }],
    ['refuses in words', 'unavailable', { [infoRefs]: wire('ERR no\n') }],
    [
      'has objects of SHA-256',
      'not-a-repository',
      { [infoRefs]: wire('version 2\n', 'object-format=sha256\n', '0000') },
    ],
    ['names a ref without a value', 'damaged', answering(wire('0 refs/heads/main\n', '0000'))],
    ['lacks the branch', 'branch-not-found', answering(...whole), { branch: 'mai' }],
    [
      'has conflicting refs',
      'damaged',
      answering(wire(`${third} refs/heads/a\n`, `${third} refs/heads/a/b\n`, '0000')),
    ],
    ['refuses the pack', 'unavailable', answering(refs2, wire('ERR not our ref\n'))],
    ['sends no pack', 'unavailable', answering(refs2, wire('0000'))],
    ['breaks off', 'unavailable', answering(refs2, wire('packfile\n', pkt('out of memory', 3)))],
    [
      'ends within the pack',
      'unavailable',
      answering(refs2, wire('packfile\n', pkt(packs.ofsDeltas().subarray(0, 90), 1))),
    ],
    [
      'sends half a pack as if it were complete',
      'damaged',
      answering(refs2, packfile(packs.ofsDeltas().subarray(0, 90))),
    ],
    ['lacks objects', 'damaged', answering(refs2, packfile(packs.before()))],
    ['sends a pack with deltas without a base', 'damaged', answering(refs2, packfile(packs.thin()))],
    ['sends too much', 'too-large', answering(...whole), { limits: { ...packLimits, packBytes: 500 } }],
    [
      'does not support a depth',
      'unavailable',
      { [infoRefs]: wire('version 2\n', 'ls-refs\n', 'fetch\n', '0000'), [uploadPack]: whole },
      { depth: 1 },
    ],
    ['redirects without end', 'unavailable', { [infoRefs]: () => redirect(`/one.git/${query}`) }],
    ['redirects to another page', 'not-a-repository', { [infoRefs]: redirect('https://git.test/login') }],
    ['redirects nowhere', 'not-a-repository', { [infoRefs]: new Response(null, { status: 302 }) }],
    ['redirects to http', 'unavailable', { [infoRefs]: redirect(`http://git.test/one.git/${query}`) }],
    ['cannot be reached', 'unavailable', { [infoRefs]: () => Promise.reject(new TypeError('no route')) }],
    ['does not answer', 'unavailable', silent, { times: { idleMs: 20, totalMs: 10_000 } }],
    ['never ends', 'unavailable', silent, { times: { idleMs: 10_000, totalMs: 20 } }],
    ['has an unsupported scheme', 'not-a-repository', {}, { url: 'ssh://git.test/one.git' }],
    ['has no URL', 'not-a-repository', {}, { url: 'one.git' }],
  ];

describe('an import is refused and leaves nothing behind', () => {
  it.each(refusals)('when the server %s: %s', async (_, failure, answers, given = {}) => {
    const { imported, storage } = await take(answers, given, given);
    expect(imported).toMatchObject({ error: { failure, name: 'RemoteError' } });
    expect(await storage.load()).toMatchObject({ packs: [], refs: new Map() });
  });

  it('when the caller aborts, with the reason of the abort', async () => {
    const reason = new Error('enough');
    for (const signal of [AbortSignal.abort(reason), abortLater(reason)]) {
      const { imported } = await take({ [infoRefs]: () => new Promise<Response>(() => {}) }, {}, { signal });
      expect(imported).toEqual({ error: reason });
    }
  });

  it('and names a branch that is not a commit', async () => {
    const refs = wire(`${ids.trees[0]} refs/heads/main\n`, `${first} refs/heads/old\n`, '0000');
    const { imported, storage } = await take({
      [infoRefs]: version2,
      [uploadPack]: [refs, packfile(packs.ofsDeltas())],
    });
    expect(imported).toMatchObject({ error: { failure: 'damaged' } });
    expect(await storage.load()).toMatchObject({ packs: [], refs: new Map() });
  });
});

function abortLater(reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 5);
  return controller.signal;
}
