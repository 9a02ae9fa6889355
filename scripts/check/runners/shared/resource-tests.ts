import git, { type HttpClient } from 'isomorphic-git';
import { ask, call } from './api.ts';
import type { Door, SharedTest } from './door.ts';
import { contains, equal, fails } from './expect.ts';
import { createMemoryFs } from './memory-fs.ts';

const author = { name: 'Ann', email: 'ann@example.com', timestamp: 1_700_000_000, timezoneOffset: 0 };

/** Git over HTTP through the network of the test. */
function toHttpClient({ fetch }: Door): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body = [] }) {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      const response = await fetch(url, {
        method,
        headers,
        ...(method === 'POST'
          ? { body: await new Blob(pieces.map((piece) => piece.slice())).arrayBuffer() }
          : {}),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        url: response.url,
        method,
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: (async function* () {
          yield bytes;
        })(),
      };
    },
  };
}

export const resourceTests: readonly SharedTest[] = [
  {
    title: 'a Git client pushes to a repository and clones it',
    run: async (door) => {
      const repos = `/accounts/${door.platform.accountId}/artifacts/namespaces/default/repos`;
      const { remote, token } = await call(door, 'POST', repos, { name: 'starter' });
      const fs = createMemoryFs();
      const http = toHttpClient(door);
      const url = String(remote);
      const onAuth = () => ({ username: 'x', password: String(token) });
      await git.init({ fs, dir: '/first', defaultBranch: 'main' });
      await fs.promises.writeFile('/first/a.txt', 'hello\n');
      await git.add({ fs, dir: '/first', filepath: 'a.txt' });
      const oid = await git.commit({ fs, dir: '/first', message: 'one', author });
      await git.push({ fs, http, dir: '/first', url, ref: 'main', onAuth });
      await git.clone({ fs, http, dir: '/second', url, onAuth });
      equal(await git.resolveRef({ fs, dir: '/second', ref: 'HEAD' }), oid, 'the commit');
      equal(await fs.promises.readFile('/second/a.txt', 'utf8'), 'hello\n', 'the file');
      await fails(() => git.clone({ fs, http, dir: '/third', url }), 'a clone without a token');
    },
  },
  {
    title: 'a Worker keeps objects in a bucket',
    run: async ({ mock, platform: { accountId } }) => {
      const config = { accountId, r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] } as const;
      const env = mock.bindings(config);
      const worker = mock.worker(
        {
          async fetch(request: Request, { FILES }: typeof env) {
            const key = new URL(request.url).pathname.slice(1);
            if (request.method === 'PUT') return Response.json(await FILES.put(key, await request.text()));
            const object = await FILES.get(key);
            return object && 'text' in object
              ? new Response(await object.text())
              : new Response(null, { status: 404 });
          },
        },
        config,
      );
      const put = await worker(new Request('http://localhost/a.txt', { method: 'PUT', body: 'hello' }));
      equal(put.status, 200, 'the status of the write');
      equal(await (await worker(new Request('http://localhost/a.txt'))).text(), 'hello', 'what was read');
      equal((await worker(new Request('http://localhost/b.txt'))).status, 404, 'the status of another');
      const { objects } = await env.FILES.list();
      equal(
        objects.map(({ key }) => key),
        ['a.txt'],
        'the list',
      );
    },
  },
  {
    title: 'a page is drawn, or refused with what that would require',
    run: async (door) => {
      const path = `/accounts/${door.platform.accountId}/browser-rendering/screenshot`;
      const answer = await ask(door, 'POST', path, {
        html: '<body style="background:#0a0">',
        viewport: { width: 40, height: 30 },
      });
      equal(answer.status, door.renders ? 200 : 503, 'the status');
      if (door.renders) {
        const bytes = new Uint8Array(await answer.arrayBuffer());
        equal([...bytes.slice(0, 4)], [0x89, 0x50, 0x4e, 0x47], 'the beginning of a PNG');
      } else {
        contains(await answer.text(), 'not from within a page', 'the refusal');
      }
    },
  },
];
