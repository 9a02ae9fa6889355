import { describe, expect, it } from 'vitest';
import type { ArtifactsBinding } from '../../spec/services/artifacts/binding.ts';
import { createMock } from '../create-mock.ts';
import { clientOf } from '../testing/test-client.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { BindingsConfig } from './bindings.ts';

interface Env {
  readonly REPOS: ArtifactsBinding;
}

/** A Worker as one writes it: it has no token, and makes a repository with a token of each scope. */
const worker = {
  async fetch(request: Request, env: Env): Promise<Response> {
    const name = new URL(request.url).pathname.slice(1);
    const { remote } = await env.REPOS.create(name);
    const repo = await env.REPOS.get(name);
    const [read, write] = await Promise.all([repo.createToken('read', 3_600), repo.createToken('write')]);
    return Response.json({ remote, read, write });
  },
};

const params = { account_id: worldDefaults.accountId, namespace: 'default' };

describe('a Worker with a binding of repositories', () => {
  const mock = createMock();
  const client = clientOf(mock);
  const env = mock.bindings({ artifacts: [{ binding: 'REPOS', namespace: 'default' }] });

  it('makes a repository that REST finds, with a token of each scope', async () => {
    const answer = await worker.fetch(new Request('http://localhost/starter'), env);
    const { remote, read, write } = await answer.json();
    const repo = { ...params, repo_name: 'starter' };
    const found = await client.call('artifacts.repos.get', { params: repo });
    expect(found.body.result?.name).toBe('starter');
    expect(new URL(remote).pathname).toBe(new URL(found.body.result?.remote ?? '').pathname);
    expect([read.scope, write.scope]).toEqual(['read', 'write']);
    const { result: tokens } = (await client.call('artifacts.tokens.list', { params: repo })).body;
    expect(tokens?.map(({ id }) => id)).toEqual(expect.arrayContaining([read.id, write.id]));
  });

  it('has no binding that its configuration does not name', () => {
    expect(Object.keys(env)).toEqual(['REPOS']);
    expect(mock.bindings({})).toEqual({});
  });
});

describe('bindings are refused', () => {
  const bound = (binding: string, namespace = 'default') => ({ binding, namespace });
  it.each<[string, BindingsConfig, string]>([
    ['a name that is no variable', { artifacts: [bound('my-repos')] }, 'bindings-name'],
    ['a name that is there twice', { artifacts: [bound('A'), bound('A', 'other')] }, 'bindings-name'],
    ['models under a name that is there', { artifacts: [bound('A')], ai: { binding: 'A' } }, 'bindings-name'],
    ['models under a name that is no variable', { ai: { binding: 'my ai' } }, 'bindings-name'],
    ['a namespace that can not be', { artifacts: [bound('A', '-')] }, 'bindings-namespace'],
    ['an account that is not there', { accountId: 'f'.repeat(32) }, 'bindings-account'],
  ])('with %s', (_, config, code) => {
    expect(() => createMock().bindings(config)).toThrow(expect.objectContaining({ code }));
  });
});
