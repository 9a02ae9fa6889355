import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import type { Mock } from '../../../mock/index.ts';
import { gitOver } from '../git-over.ts';
import type { Found, Story } from '../story.ts';

const repo_name = 'starter';
const author = { name: 'Ada', email: 'ada@example.com', timestamp: 1_767_225_600, timezoneOffset: 0 };

/** Pushes one commit with one file; its ids are deterministic. */
async function pushOneCommit(mock: Mock, { remote = '', token = '' }: Found): Promise<Found> {
  const dir = await mkdtemp(join(tmpdir(), 'touchstone-reference-'));
  try {
    await git.init({ fs, dir, defaultBranch: 'main' });
    await writeFile(join(dir, 'readme.md'), '# Starter\n');
    await git.add({ fs, dir, filepath: 'readme.md' });
    const commit = await git.commit({ fs, dir, message: 'Begin', author });
    const headers = { authorization: `Bearer ${token}` };
    await git.push({ fs, http: gitOver(mock), dir, url: remote, ref: 'main', headers });
    const { commit: head } = await git.readCommit({ fs, dir, oid: commit });
    const { oid: blob } = await git.readBlob({ fs, dir, oid: commit, filepath: 'readme.md' });
    return { commit, tree: head.tree, blob };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Namespaces, repositories and tokens, and reading without Git. */
export const artifactsStory: Story = [
  {
    operation: 'artifacts.namespaces.create',
    body: { namespace: 'shop' },
    keep: { namespace: 'result.namespace' },
  },
  { operation: 'artifacts.namespaces.list' },
  { operation: 'artifacts.namespaces.get' },
  { operation: 'artifacts.repos.create', keep: { remote: 'result.remote', token: 'result.token' } },
  pushOneCommit,
  { operation: 'artifacts.repos.list' },
  { operation: 'artifacts.repos.get', params: { repo_name } },
  { operation: 'artifacts.repos.fork', params: { repo_name } },
  { operation: 'artifacts.repos.import', params: { repo_name: 'imported' } },
  { operation: 'artifacts.tokens.create', keep: { token_id: 'result.id' } },
  { operation: 'artifacts.tokens.list', params: { repo_name } },
  { operation: 'artifacts.tokens.revoke' },
  { operation: 'artifacts.repos.log', params: { repo_name } },
  { operation: 'artifacts.repos.commit', params: { repo_name, hash: '{commit}' } },
  { operation: 'artifacts.repos.tree', params: { repo_name, hash: '{tree}' } },
  { operation: 'artifacts.repos.blob', params: { repo_name, hash: '{blob}' } },
  { operation: 'artifacts.repos.file', params: { repo_name }, query: { ref: 'main', path: 'readme.md' } },
  { operation: 'artifacts.repos.raw', params: { repo_name, ref: 'main', path: 'readme.md' } },
  { operation: 'artifacts.repos.delete', params: { repo_name: 'imported' } },
  { operation: 'artifacts.repos.delete', params: { repo_name: 'starter-copy' }, silent: true },
  { operation: 'artifacts.repos.delete', params: { repo_name }, silent: true },
  { operation: 'artifacts.namespaces.delete' },
];
