import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { agent } from '../capabilities.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { ids, packs } from '../testing/packs.ts';
import { readGitRoute, readProtocolVersion } from './git-route.ts';
import { serveGit } from './serve-git.ts';

const base = 'http://127.0.0.1/one.git';

const main = 'refs/heads/main';

const open = () => GitRepository.open(memoryStorage(), gitCodec);

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

const push = async (
  body: BodyInit | null,
  headers: Record<string, string> = {},
  repository?: GitRepository,
) => {
  const type = 'application/x-git-receive-pack-request';
  const init = { method: 'POST', body, headers: { 'content-type': type, ...headers }, duplex: 'half' };
  return serveGit(
    new Request(`${base}/git-receive-pack`, init),
    { service: 'git-receive-pack', step: 'exchange' },
    repository ?? (await open()),
  );
};

/** A push of three commits to an empty repository. */
const creation = () => {
  const head = `0074${'0'.repeat(40)} ${ids.commits[2]} ${main}\0 report-status0000`;
  return new Blob([bytes(head), packs.ofsDeltas() as Uint8Array<ArrayBuffer>]).bytes();
};

test.each([
  ['is not gzip', bytes('garbage')],
  ['ends in the middle of its gzip stream', gzipSync(bytes('0080'.repeat(900))).subarray(0, 20)],
])("a body that %s gets an error in Git's protocol", async (_, body) => {
  const answer = await push(new Uint8Array(body), { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('0036ERR request ended in the middle of the gzip stream');
});

test.each([
  ['garbage', '0037ERR protocol error: bad line length character: garb'],
  ['', '002bERR the remote end hung up unexpectedly'],
])("the body %j gets an error in Git's protocol", async (body, answer) => {
  expect(await (await push(body)).text()).toBe(answer);
});

test('a body that ends early changes nothing', async () => {
  const repository = await open();
  const whole = await creation();
  let sent = false;
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (sent) controller.error(new Error('connection reset'));
      else controller.enqueue(whole.slice(0, 600));
      sent = true;
    },
  });
  const answer = await push(broken, {}, repository);
  expect(await answer.text()).toBe(
    `002funpack the remote end hung up unexpectedly\n0026ng ${main} unpacker error\n0000`,
  );
  expect(repository.at.refs.size).toBe(0);
  expect((await repository.storage.load()).packs).toEqual([]);
});

const read = (method: string, path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  return readGitRoute(method, pathname, searchParams);
};

test.each([
  ['GET', '/info/refs?service=git-upload-pack', 'git-upload-pack', 'advertise'],
  ['HEAD', '/info/refs?service=git-receive-pack', 'git-receive-pack', 'advertise'],
  ['POST', '/git-upload-pack', 'git-upload-pack', 'exchange'],
  ['POST', '/git-receive-pack', 'git-receive-pack', 'exchange'],
])('%s %s is for %s, to %s', (method, path, service, step) => {
  expect(read(method, path)).toEqual({ service, step });
});

test('a wrong method gets the allowed ones', () => {
  expect(read('DELETE', '/git-upload-pack')).toMatchObject({ headers: { Allow: 'POST' } });
  expect(read('POST', '/info/refs')).toMatchObject({ headers: { Allow: 'GET, HEAD' } });
});

test.each([
  ['GET', '/info/refs?service=git-upload-archive'],
  ['POST', '/git-upload-archive'],
])('%s %s is refused with what to do instead', (method, path) => {
  expect(read(method, path)).toMatchObject({ status: 403, text: expect.stringContaining('run git archive') });
});

test.each([
  [null, 0],
  ['', 0],
  ['version=0', 0],
  ['version=1', 1],
  ['version=2', 2],
  ['version=3', 0],
  ['version=22', 0],
  ['object-format=sha1:version=2:unknown', 2],
  ['version=2:version=1', 2],
  ['version=1: version=2', 2],
  [':::', 0],
] as const)('Git-Protocol %j requests version %i', (header, version) => {
  expect(readProtocolVersion(header)).toBe(version);
});

test('the agent has the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(agent).toBe(`touchstone/${version}`);
});
