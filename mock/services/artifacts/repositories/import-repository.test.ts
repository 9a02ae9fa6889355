import { describe, expect, it } from 'vitest';
import type { MockOptions } from '../../../options.ts';
import { startArtifacts } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';

const path = '/namespaces/default/repos/imported/import';

/** Another mock that stands for a public Git host, with `master` and a tag. */
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
  it('holds what the other server has, and begins with main all the same', async () => {
    const { url, fetch, id } = await source();
    const { client, space, refsOf } = start(fetch);
    const { status, body } = await client.call('artifacts.repos.import', {
      params: { ...space, repo_name: 'imported' },
      body: { url: url.slice(0, -4), read_only: true },
    });
    expect(status).toBe(201);
    expect(body.result).toMatchObject({ name: 'imported', default_branch: 'main', description: null });
    expect(await refsOf(body.result)).toEqual([`${id} refs/heads/master`, `${id} refs/tags/v1`]);
    const read = await client.call('artifacts.repos.get', { params: { ...space, repo_name: 'imported' } });
    expect(read.body.result).toMatchObject({ source: `git:${url}`, read_only: true });
  });

  it('takes one branch where that is asked for', async () => {
    const { url, fetch, id } = await source();
    const { client, space, refsOf } = start(fetch);
    const { body } = await client.call('artifacts.repos.import', {
      params: { ...space, repo_name: 'imported' },
      body: { url, branch: 'master', depth: 1 },
    });
    expect(await refsOf(body.result)).toEqual([`${id} refs/heads/master`]);
  });

  it.each([
    ['of a URL without encryption', { url: 'http://git.example/a' }, 400, 10100, '/url'],
    ['of a URL of this machine', { url: 'http://localhost/a' }, 400, 10100, '/url'],
    ['of no URL', { url: 'a' }, 400, 10100, '/url'],
    ['without a URL', {}, 400, 10100, '/url'],
    ['of a host alone', { url: 'https://git.example/' }, 400, 10104, '/url'],
    ['with a password', { url: 'https://a:b@git.example/a' }, 400, 10104, '/url'],
    ['to no depth', { url: 'https://git.example/a', depth: 0 }, 400, 10100, '/depth'],
  ])('%s is refused before anybody is asked', async (_, body, status, code, pointer) => {
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

  const unreachable = (): Response => {
    throw new TypeError('fetch failed');
  };
  const page = () => new Response('<p>Hello', { headers: { 'content-type': 'text/html' } });

  it.each([
    ['of a page', page, 400, 10104, '/url'],
    ['of what asks for a password', () => new Response('', { status: 401 }), 422, 10106, '/url'],
    ['of what is not there', () => new Response('', { status: 404 }), 404, 10200, '/url'],
    ['of a server that is down', () => new Response('', { status: 503 }), 503, 10401, '/url'],
    ['of a server that can not be reached', unreachable, 503, 10401, '/url'],
  ])('%s is refused, and leaves nothing', async (_, response, status, code, pointer) => {
    const { send } = start(answering(response));
    const sent = await send('POST', path, { url: 'https://git.example/owner/repo' });
    expect([sent.status, sent.error.code, sent.error.pointer]).toEqual([status, code, pointer]);
    expect((await send('GET', '/namespaces/default/repos/imported')).status).toBe(404);
    expect((await send('GET', '/namespaces/default')).status).toBe(404);
  });

  it('says which URL asks for a password', async () => {
    const { send } = start(answering(() => new Response('', { status: 401 })));
    const { error } = await send('POST', path, { url: 'https://git.example/owner/repo' });
    expect(error.message).toBe(
      'https://git.example/owner/repo.git requires authentication (HTTP 401). Only public repositories can be imported.',
    );
  });

  it('of a branch that is not there is refused', async () => {
    const { url, fetch } = await source();
    const { send } = start(fetch);
    const { status, error } = await send('POST', path, { url, branch: 'gone' });
    expect([status, error]).toEqual([
      404,
      { code: 10200, message: 'Remote branch not found.', pointer: '/branch' },
    ]);
  });

  it('of this machine without encryption is for tests that say so', async () => {
    const { url, fetch } = await source();
    const { send } = start(fetch, { imports: { plainHttp: true } });
    expect((await send('POST', path, { url: url.replace('https:', 'http:') })).status).toBe(201);
    const other = '/namespaces/default/repos/other/import';
    expect((await send('POST', other, { url: 'http://git.example/a' })).status).toBe(400);
  });

  it.each([
    ['onto a name that is taken', 'starter', 409, 10201],
    ['under a bad name', '-bad', 400, 10101],
  ])('%s is refused', async (_, name, status, code) => {
    const { url, fetch } = await source();
    const { create, send } = start(fetch);
    await create('starter');
    const sent = await send('POST', `/namespaces/default/repos/${name}/import`, { url });
    expect([sent.status, sent.error.code]).toEqual([status, code]);
  });
});
