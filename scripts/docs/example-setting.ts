import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { gitOver } from './git-over.ts';

/** The time of all examples. */
export const exampleTime = '2026-01-01T00:00:00Z';

/** The setting of examples: a deterministic mock, and a Git server to import from. */
export interface ExampleSetting {
  readonly mock: Mock;
  close(): Promise<void>;
}

/** A Git server next to the mock, with one repository. */
async function foreignServer(): Promise<typeof fetch> {
  const other = createMock();
  const { accountId, apiToken } = other.defaults;
  const made = await other.fetch(
    new Request(`http://localhost/client/v4/accounts/${accountId}/artifacts/namespaces/owner/repos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'repo' }),
    }),
  );
  const { result } = await made.json();
  const authorization = `Bearer ${result.token}`;
  const dir = await mkdtemp(join(tmpdir(), 'touchstone-reference-'));
  try {
    await git.init({ fs, dir, defaultBranch: 'main' });
    await writeFile(join(dir, 'readme.md'), '# Elsewhere\n');
    await git.add({ fs, dir, filepath: 'readme.md' });
    const author = { name: 'Ada', email: 'ada@example.com', timestamp: 1_767_225_600, timezoneOffset: 0 };
    await git.commit({ fs, dir, message: 'Begin', author });
    await git.push({
      fs,
      http: gitOver(other),
      dir,
      url: result.remote,
      ref: 'main',
      headers: { authorization },
    });
  } finally {
    await rm(dir, { recursive: true });
  }
  const reach = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const headers = new Headers(request.headers);
    headers.set('authorization', authorization);
    const url = request.url.replace(/^https:.*?\/repo(?:\.git)?(?=\/|$)/, result.remote);
    const body = request.method === 'GET' ? null : await request.arrayBuffer();
    return other.fetch(new Request(url, { method: request.method, headers, body }));
  };
  return Object.assign(reach, { preconnect: fetch.preconnect });
}

/** A mock with a fixed clock. @throws Error when the setting can't be created */
export async function openExampleSetting(options: MockOptions = {}): Promise<ExampleSetting> {
  const mock = createMock({
    browser: { privateNetwork: 'loopback' },
    imports: { fetch: await foreignServer() },
    ...options,
  });
  mock.clock.freeze(Date.parse(exampleTime));
  return { mock, close: () => mock.close() };
}
