import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import http from 'isomorphic-git/http/web';
import { createMock } from '../../index.ts';
import { setupNetwork } from '../../setup.ts';
import type { SharedCase } from './workbench.shared.ts';

const author = { name: 'Ann', email: 'ann@example.com', timestamp: 1_700_000_000, timezoneOffset: 0 };

/** Runs a function in two empty folders while the handlers of a mock intercept this process. */
async function withFolders(
  use: (mock: ReturnType<typeof createMock>, first: string, second: string) => Promise<unknown>,
): Promise<void> {
  const mock = createMock();
  const network = await setupNetwork(mock.handlers());
  const root = await mkdtemp(join(tmpdir(), 'touchstone-git-'));
  try {
    await use(mock, join(root, 'first'), join(root, 'second'));
  } finally {
    network.close();
    await mock.close();
    await rm(root, { recursive: true });
  }
}

/** Git through handlers alone, without a server: a JavaScript client that knows nothing of the mock. */
export const gitCases: readonly SharedCase[] = [
  {
    title: "a Git client pushes to a new repository, clones it, and can't push with a read token",
    run: () =>
      withFolders(async (mock, first, second) => {
        const call = async (path: string, body: unknown) => {
          const url = `https://api.cloudflare.com/client/v4/accounts/${mock.defaults.accountId}/artifacts/namespaces/default/${path}`;
          const headers = {
            authorization: `Bearer ${mock.defaults.apiToken}`,
            'content-type': 'application/json',
          };
          const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
          const { result } = await response.json();
          return result;
        };
        const { remote: url, token } = await call('repos', { name: 'starter' });
        assert.match(url, /^https:\/\/api\.cloudflare\.com\/git\//);
        const auth = (password: string) => ({ onAuth: () => ({ username: 'x', password }) });
        await git.init({ fs, dir: first, defaultBranch: 'main' });
        await writeFile(join(first, 'a.txt'), 'hello\n');
        await git.add({ fs, dir: first, filepath: 'a.txt' });
        const oid = await git.commit({ fs, dir: first, message: 'one', author });
        const pushed = await git.push({ fs, http, dir: first, url, ref: 'main', ...auth(token) });
        assert.equal(pushed.ok, true);
        await git.clone({ fs, http, dir: second, url, ...auth(token) });
        assert.equal(await git.resolveRef({ fs, dir: second, ref: 'HEAD' }), oid);
        assert.equal(await readFile(join(second, 'a.txt'), 'utf8'), 'hello\n');
        const { plaintext } = await call('tokens', { repo: 'starter', scope: 'read' });
        await git.fetch({ fs, http, dir: second, url, ...auth(plaintext) });
        await assert.rejects(
          git.push({ fs, http, dir: first, url, ref: 'main', remoteRef: 'other', ...auth(plaintext) }),
          /403/,
        );
      }),
  },
];
