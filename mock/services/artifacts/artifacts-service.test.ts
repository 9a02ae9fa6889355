import { describe, expect, it } from 'vitest';
import type { MockOptions } from '../../assembly/options.ts';
import { memoryStorage } from '../../engines/git/storage/memory-storage.ts';
import { startArtifacts } from './testing/artifacts-client.ts';
import { TestObjects } from './testing/seeded-storage.ts';

describe('an unknown path', () => {
  it('is refused when the mock may not rely on observations', async () => {
    expect((await startArtifacts({ basis: 'documented' }).send('GET', '/widgets')).status).toBe(501);
  });
});

const starter = '/namespaces/default/repos/starter';

describe('a fork', () => {
  it('is hidden until it is ready, and removed when it fails', async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const bench = startArtifacts({
      repositories: {
        storageFor(_, head) {
          const storage = memoryStorage(head);
          const changeRefs = async () => {
            await waiting;
            throw new Error('full');
          };
          return { ...storage, changeRefs };
        },
      },
    });
    await bench.create('starter');
    const forking = bench.mock.fetch(
      new Request(`http://localhost/client/v4/accounts/${bench.account_id}/artifacts${starter}/fork`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bench.mock.defaults.apiToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'copy' }),
      }),
    );
    const copy = '/namespaces/default/repos/copy';
    const state = async () => (await bench.send('GET', copy)).error.code;
    await expect.poll(state).toBe(10303);
    expect((await bench.send('DELETE', copy)).status).toBe(409);
    const listed = await bench.client.call('artifacts.repos.list', { params: bench.space });
    expect(listed.body.result.map(({ name, status }) => [name, status])).toEqual([
      ['copy', 'forking'],
      ['starter', 'ready'],
    ]);
    const logged = console.error;
    console.error = () => {};
    release();
    expect((await forking).status).toBe(500);
    console.error = logged;
    expect(await state()).toBe(10200);
  });
});

const path = '/namespaces/default/repos/imported/import';

/** Another mock as a public Git host, with `master` and a tag. */
async function source() {
  const bench = startArtifacts();
  const { remote, token } = await bench.create('starter', { default_branch: 'master' });
  const objects = new TestObjects();
  const id = objects.commit(objects.tree({ '100644 a': objects.blob('one') }), 'one');
  await bench.push({ id: '', remote, token }, objects.push('refs/heads/master', id));
  await bench.push({ id: '', remote, token }, new TestObjects().push('refs/tags/v1', id));
  const url = remote.replace('http:', 'https:');
  const ask = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    request.headers.set('authorization', `Bearer ${token}`);
    return bench.mock.fetch(request);
  };
  return { url, fetch: ask as typeof fetch, id }; // Bun's type has members that nobody calls
}

const start = (ask: typeof fetch, rest: MockOptions = {}) =>
  startArtifacts({ ...rest, imports: { fetch: ask, ...rest.imports } });

const answering = (response: () => Response) => (async () => response()) as unknown as typeof fetch; // see above

describe('an import', () => {
  it.each([
    ['of a URL without encryption', { url: 'http://git.example/a' }, 400, 10100, '/url'],
    ['of a URL of this machine', { url: 'http://localhost/a' }, 400, 10100, '/url'],
    ['of no URL', { url: 'a' }, 400, 10100, '/url'],
    ['without a URL', {}, 400, 10100, '/url'],
    ['of a host alone', { url: 'https://git.example/' }, 400, 10104, '/url'],
    ['with a password', { url: 'https://a:b@git.example/a' }, 400, 10104, '/url'],
    ['to no depth', { url: 'https://git.example/a', depth: 0 }, 400, 10100, '/depth'],
  ])('%s is refused without a request to the other server', async (_, body, status, code, pointer) => {
    let asked = 0;
    const { send } = start(
      answering(() => {
        asked++;
        return new Response();
      }),
    );
    const sent = await send('POST', path, body);
    expect([sent.status, sent.error.code, sent.error.pointer, asked]).toEqual([status, code, pointer, 0]);
  });

  it('of an unknown branch is refused', async () => {
    const { url, fetch } = await source();
    const { send } = start(fetch);
    const { status, error } = await send('POST', path, { url, branch: 'gone' });
    expect([status, error]).toEqual([
      404,
      { code: 10200, message: 'Remote branch not found.', pointer: '/branch' },
    ]);
  });

  it('of this machine without encryption requires an option', async () => {
    const { url, fetch } = await source();
    const { send } = start(fetch, { imports: { plainHttp: true } });
    expect((await send('POST', path, { url: url.replace('https:', 'http:') })).status).toBe(201);
    const other = '/namespaces/default/repos/other/import';
    expect((await send('POST', other, { url: 'http://git.example/a' })).status).toBe(400);
  });
});
