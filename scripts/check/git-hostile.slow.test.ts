import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPack } from '../../mock/engines/git/testing/packs.ts';
import { folderStorage } from '../../mock/serve/git/folder-storage.ts';
import { startRepositoryServer } from '../git/repository-server.ts';
import {
  branchingTrees,
  deltasTo,
  getCommit,
  growingDeltas,
  longTree,
  object,
  packet,
  pushBody,
  pushOfTree,
  sparseFiles,
  toBytes,
  treeEntry,
  zero,
} from './hostile-git.ts';

/** Without Git the integrity of a repository can't be checked; the tests of the engine run anyway. */
const hasGit = spawnSync('git', ['--version']).status === 0;

/** Limits of one request, whatever it claims, and of the server's growth. */
const limitMs = 20_000;
const mebi = 1_048_576;
const limitBytes = 512 * mebi;

const blob = object('blob', 'hello\n');
const tree = object('tree', treeEntry('100644', 'a', blob.id));
const commit = getCommit(tree.id);
const whole = buildPack([commit.entry, tree.entry, blob.entry]);
const toEntry = (count: number) => Buffer.concat([toBytes('PACK'), Buffer.from([0, 0, 0, 2]), uint32(count)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const push = (pack: Uint8Array, to = commit.id) => pushBody('refs/heads/new', to, pack);
const named = (ref: string) => pushBody(ref, commit.id, whole);
const withBlob = (entry: Partial<typeof blob.entry> & { size?: number }) =>
  push(buildPack([commit.entry, tree.entry, { ...blob.entry, ...entry }]));

/** The push and the expected answer. */
const pushes: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['garbage in place of commands', toBytes('these are no packets'), /bad line length/],
  ['garbage in place of the pack', push(toBytes('GIF89a, which is no pack')), /signature mismatch/],
  [
    'garbage after the header of the pack',
    push(Buffer.concat([toEntry(3), Buffer.alloc(400, 0xa5)])),
    /unpack /,
  ],
  ['a packet of a reserved length', toBytes('0003'), /bad line length 3/],
  ['a packet beyond the longest', toBytes(`fff1${'x'.repeat(70_000)}`), /bad line length 65521/],
  ['a packet that is cut', toBytes('00a4only this much'), /hung up/],
  ['commands without an end', packet(`${zero} ${commit.id} refs/heads/new\0 report-status`), /hung up/],
  [
    'a command without a name',
    Buffer.concat([packet(`${zero} ${commit.id}`), toBytes('0000')]),
    /old\/new\/ref/,
  ],
  ['no pack at all', push(new Uint8Array()), /unpack /],
  ['a pack cut in its head', push(whole.subarray(0, 9)), /early EOF/],
  ['a pack cut in an object', push(whole.subarray(0, 40)), /early EOF|unpack /],
  ['a pack cut in its sum', push(whole.subarray(0, -3)), /unpack /],
  ['a pack with the wrong sum', push(Buffer.concat([whole.subarray(0, -1), Buffer.from([1])])), /unpack /],
  ['a pack with trailing junk', push(Buffer.concat([whole, toBytes('junk')])), /unpack /],
  ['a count of four billion objects', push(toEntry(0xffffffff)), /4294967295 objects/],
  ['a count of no objects', push(buildPack([commit.entry], 0)), /junk/],
  ['an unknown version', push(toBytes('PACK\0\0\0\x09\0\0\0\0')), /version 9 unsupported/],
  ['an object of 4 GB', withBlob({ size: 4_294_967_296 }), /4294967296/],
  ['an object with an oversized length', withBlob({ size: 2 ** 53 }), /unpack /],
  ['an object shorter than it says', withBlob({ size: 9 }), /unpack /],
  ['a tree of a billion entries', push(buildPack([{ ...tree.entry, size: 28e9 }])), /28000000000/],
  ['deltas that grow without bound', push(growingDeltas(4)), /unpack /],
  ['deltas that grow to a hundred gigabytes', push(growingDeltas(4).subarray(0, -20)), /unpack /],
  [
    'deltas in a circle',
    push(
      buildPack([
        { kind: 7, data: Uint8Array.from([1, 1, 1, 65]), base: object('blob', 'B').id },
        { kind: 7, data: Uint8Array.from([1, 1, 1, 66]), base: object('blob', 'A').id },
      ]),
    ),
    /unresolved delta/,
  ],
  [
    'a delta on a missing base',
    push(buildPack([{ kind: 7, data: Uint8Array.from([1, 1, 1, 65]), base: zero }])),
    /unresolved delta/,
  ],
  ['a commit without its tree', push(buildPack([commit.entry])), /missing necessary objects/],
  ['a tree without its file', push(buildPack([commit.entry, tree.entry])), /missing necessary objects/],
  ['a ref to a missing object', push(buildPack([]), 'a'.repeat(40)), /missing necessary objects|bad pack/],
  ['a branch that is a file', push(whole, blob.id), /failed to update ref/],
  ...['..', '.', '.git', '.GIT', 'a/b', '', 'git~1', '.git\u200c'].map(
    (name) =>
      [
        `a tree with the entry "${name}"`,
        pushOfTree('100644', Buffer.from(name).toString('latin1')),
        /unpack /,
      ] as const,
  ),
  ['a tree with an entry of an unknown kind', pushOfTree('777777', 'a'), /unpack |missing/],
  ...[
    'refs/heads/../../escape',
    'refs/heads/a..b',
    'refs/heads/.hidden',
    'refs/heads/a.lock',
    'refs/heads/a\u0001b',
    'refs/heads/a\u007f',
    'refs/heads/sp ace',
    'refs/heads/a\nb',
    'refs/heads/',
    'refs//heads',
    'refs/heads/a^',
    'refs/heads/@{1}',
    'refs/heads/\xff\xfe',
    '/etc/passwd',
    '../../../etc/passwd',
    'HEAD',
    'refs',
    'config',
    `refs/heads/${'x'.repeat(5_000)}`,
  ].map((ref) => [`the ref ${JSON.stringify(ref.slice(0, 40))}`, named(ref), /funny refname/] as const),
];

const fetch0 = (...lines: readonly string[]) =>
  Buffer.concat([...lines.map(packet), toBytes('0000'), packet('done\n')]);
const fetch2 = (...lines: readonly string[]) =>
  Buffer.concat([packet('command=fetch'), toBytes('0001'), ...lines.map(packet), toBytes('0000')]);
/** Objects in the repository before the push. */
const existing = getCommit(object('tree', '').id);
const seed = pushBody('refs/heads/main', existing.id, buildPack([existing.entry, object('tree', '').entry]));
const want = `want ${existing.id}`;

/** The request, the protocol version, and the expected answer. */
const fetches: readonly (readonly [string, 0 | 2, Uint8Array, RegExp])[] = [
  ['garbage', 0, toBytes('these are no packets'), /ERR .*bad line length/],
  ['garbage', 2, toBytes('these are no packets'), /ERR .*bad line length/],
  ['a want that is cut', 0, toBytes('0032want 1234'), /ERR .*hung up/],
  ['a want of a missing object', 0, fetch0(`want ${'a'.repeat(40)}\n`), /ERR .*not our ref/],
  ['a want of a missing object', 2, fetch2(`want ${'a'.repeat(40)}\n`, 'done\n'), /ERR .*not our ref/],
  ['a want with an invalid id', 2, fetch2('want ../../etc/passwd\n', 'done\n'), /ERR /],
  ['a want of a ref by name', 0, fetch0('want refs/heads/main\n'), /ERR /],
  ['a depth below zero', 2, fetch2(`${want}\n`, 'deepen -1\n', 'done\n'), /ERR /],
  ['an invalid depth', 2, fetch2(`${want}\n`, 'deepen 1e9\n', 'done\n'), /ERR /],
  ['an invalid depth', 0, fetch0(`${want}\n`, 'deepen x\n'), /ERR /],
  ['an unknown filter', 2, fetch2(`${want}\n`, 'filter ../../x\n', 'done\n'), /ERR .*filter/],
  [
    'a filter of filters of filters',
    2,
    fetch2(`${want}\n`, `filter ${'combine:'.repeat(5_000)}tree:0\n`, 'done\n'),
    /ERR /,
  ],
  ['an unknown argument', 2, fetch2('please\n', 'done\n'), /ERR /],
  ['an unknown command', 2, Buffer.concat([packet('command=rm -rf'), toBytes('0000')]), /ERR |^$/],
  ['no command', 2, Buffer.concat([packet('agent=hostile'), toBytes('0000')]), /ERR |^$/],
  ['marks in the wrong place', 0, toBytes('000100020001'), /ERR /],
  ['marks in the wrong place', 2, Buffer.concat([packet('command=fetch'), toBytes('000100010000')]), /ERR /],
];

/** The server in a separate process: in this one, tests of other files use memory too. */
async function startAlone() {
  const child = fork(join(import.meta.dirname, '..', 'git', 'repository-server-run.ts'));
  const answered = async () => (await once(child, 'message'))[0];
  return {
    url: String(await answered()),
    async bytes(): Promise<number> {
      child.send('bytes');
      return Number(await answered());
    },
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

describe.runIf(hasGit)('a Git server with invalid requests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-hostile-'));
  let server: Awaited<ReturnType<typeof startAlone>>;
  let clones = 0;
  let refs = '';
  let idle = 0;

  const git = async (...args: readonly string[]) => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const { stdout, stderr } = await promisify(execFile)('git', ['-C', folder, ...args], { env });
    return stdout + stderr;
  };

  /** Posts a body; @returns the answer as readable text */
  async function post(
    service: 'git-upload-pack' | 'git-receive-pack',
    body: Uint8Array,
    headers: Readonly<Record<string, string>> = {},
    repository = 'hub',
  ): Promise<{ readonly status: number; readonly text: string }> {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/${repository}.git/${service}`, {
      method: 'POST',
      headers: { 'content-type': `application/x-${service}-request`, ...headers },
      body: new Uint8Array(body),
    });
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(performance.now() - begun).toBeLessThan(limitMs);
    expect((await server.bytes()) - idle).toBeLessThan(limitBytes);
    return { status: answer.status, text };
  }

  beforeAll(async () => {
    server = await startAlone();
    idle = await server.bytes();
    const { text } = await post('git-receive-pack', seed);
    expect(text).toContain('ok refs/heads/main');
    refs = await git('ls-remote', `${server.url}/hub.git`);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  afterEach(async () => {
    const copy = `clone-${clones++}`;
    await git('clone', '--quiet', '--mirror', `${server.url}/hub.git`, copy);
    expect(await git('-C', copy, 'fsck', '--strict', '--full')).not.toMatch(/error|missing|broken|dangling/);
    expect(await git('ls-remote', `${server.url}/hub.git`)).toBe(refs);
    rmSync(join(folder, copy), { recursive: true });
  });

  it.each(pushes)('refuses a push of %s', async (_, body, words) => {
    const { status, text } = await post('git-receive-pack', body);
    expect(status).toBe(200);
    expect(text).toMatch(words);
    expect(text).not.toMatch(/ok refs/);
  });

  it.each(fetches)('refuses %s in a fetch of version %i', async (_, version, body, words) => {
    const { status, text } = await post('git-upload-pack', body, { 'git-protocol': `version=${version}` });
    expect(status).toBe(200);
    expect(text).toMatch(words);
    expect(text).not.toContain('PACK');
  });

  it.each([
    ['that is none', toBytes('not compressed at all'), /gzip/],
    ['that is cut', gzipSync(fetch0(`${want}\n`)).subarray(0, 30), /gzip|hung up/],
    ['of a gigabyte of empty packets', createBomb('0004'), /ERR /],
    ['of a gigabyte of wants', createBomb(packet(`${want}\n`).toString('latin1')), /ERR /],
  ] as const)('refuses gzip %s', async (_, body, words) => {
    const { status, text } = await post('git-upload-pack', body, { 'content-encoding': 'gzip' });
    expect([200, 400]).toContain(status);
    expect(text).toMatch(words);
  });

  it.each([
    ['promises 4 GB and leaves', 'content-length: 4294967296', push(whole.subarray(0, 60))],
    ['leaves within a chunk', 'transfer-encoding: chunked', toBytes('ffffffff\r\n00a4')],
    ['leaves before the last chunk', 'transfer-encoding: chunked', chunk(push(whole))],
    ['sends invalid chunks', 'transfer-encoding: chunked', toBytes('zz\r\nnothing\r\n')],
  ])('accepts nothing from a client that %s', async (_, header, body) => {
    const { port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const lines = [
          ...['POST /hub.git/git-receive-pack HTTP/1.1', 'host: localhost', header],
          ...['content-type: application/x-git-receive-pack-request', '', ''],
        ];
        socket.write(lines.join('\r\n'));
        socket.write(body);
        setTimeout(() => socket.destroy(), 300);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  });

  it.each([
    '/hub.git/../../etc/passwd',
    '/hub.git/objects/info/alternates',
    '/hub.git/HEAD',
    '/hub.git/config',
    '/..%2f..%2fhub.git/info/refs?service=git-upload-pack',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/hub.git/info/refs',
  ])('has no file at %s', async (path) => {
    const answer = await fetch(server.url + path);
    expect(answer.status).toBe(404);
    await answer.body?.cancel();
  });

  it.each([
    ['twelve files of 120 MiB', () => sparseFiles(12, 120 * mebi), /ok refs/],
    ['a file of 256 MiB', () => sparseFiles(1, 256 * mebi), /unpack object of 268435456 bytes/],
    ['eight deltas that make 120 MiB', () => deltasTo(120 * mebi, 8), /ok refs/],
    ['a delta that makes 256 MiB', () => deltasTo(256 * mebi, 1), /unpack delta makes 268435456 bytes/],
    ['a tree of 900,000 entries', () => [longTree(900_000)], /ok refs/],
    ['a tree of 1,200,000 entries', () => [longTree(1_200_000)], /unpack object of 42000000 bytes/],
  ] as const)('has memory left for a push of a few megabytes with %s', async (name, entries, words) => {
    const pack = buildPack([commit.entry, tree.entry, blob.entry, ...entries()]);
    expect(pack.length).toBeLessThan(8 * mebi);
    const { text } = await post('git-receive-pack', push(pack), {}, name.replaceAll(/\W/g, '-'));
    expect(text).toMatch(words);
  });

  it('has memory left for a push of a megabyte that was a gigabyte before gzip', async () => {
    const deflated = deflateSync(new Uint8Array(120 * mebi), { level: 0 });
    const stored = { kind: 3, data: new Uint8Array(), size: 120 * mebi, deflated };
    const pack = buildPack([commit.entry, tree.entry, blob.entry, ...Array(8).fill(stored)]);
    const { text } = await post('git-receive-pack', gzipSync(push(pack)), { 'content-encoding': 'gzip' });
    expect(text).toContain('unpack compressed request makes more than 67108864 bytes');
  });

  it('accepts and serves trees with countless files, and reads each tree once', async () => {
    const { id, pack } = branchingTrees(12, 100);
    const begun = performance.now();
    const answer = await fetch(`${server.url}/bomb.git/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
      body: new Uint8Array(pushBody('refs/heads/main', id, pack)),
    });
    expect(await answer.text()).toContain('ok refs/heads/main');
    await git('clone', '--quiet', '--mirror', `${server.url}/bomb.git`, 'bomb');
    expect(performance.now() - begun).toBeLessThan(limitMs);
  });
});

describe('a repository in a folder', () => {
  it('has the same files after all refusals, and no others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'git-hostile-'));
    const storage = folderStorage(join(folder, 'store', 'hub'));
    const server = await startRepositoryServer(() => storage);
    const send = async (body: Uint8Array) => {
      const answer = await fetch(`${server.url}/hub.git/git-receive-pack`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-git-receive-pack-request' },
        body: new Uint8Array(body),
      });
      return answer.text();
    };
    try {
      expect(await send(seed)).toContain('ok refs/heads/main');
      const files = contents(folder);
      expect(files.size).toBeGreaterThan(2);
      for (const [name, body] of pushes) {
        expect(await send(body), name).not.toContain('ok refs/');
        expect(contents(folder), name).toEqual(files);
      }
    } finally {
      await server.close();
      await storage.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** Files by path, with their contents. */
function contents(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path, 'base64')]),
  );
}

/** A gigabyte of repeated bytes, compressed from one megabyte. */
function createBomb(text: string): Buffer {
  const piece = Buffer.from(text.repeat(Math.ceil((16 * 1024 * 1024) / text.length)), 'latin1');
  const compressed = gzipSync(piece);
  // Members of gzip may follow one another, and are read as one.
  return Buffer.concat(Array<Buffer>(64).fill(compressed));
}

function chunk(body: Uint8Array): Buffer {
  return Buffer.concat([toBytes(`${body.length.toString(16)}\r\n`), body, toBytes('\r\n')]);
}
