import assert from 'node:assert/strict';
import type { Platform } from './scenario.ts';

/** A repository that was made over the API. */
export interface MadeRepository {
  readonly name: string;
  readonly remote: string;
  readonly token: string;
}

const namespace = 'clients';

/** Makes a repository that nobody else has. */
export async function createRepository(platform: Platform): Promise<MadeRepository> {
  const name = `client-${crypto.randomUUID()}`;
  return post(platform, 'repos', { name });
}

/** A further token of a repository. */
export async function issueToken(platform: Platform, repo: string, scope: 'read' | 'write'): Promise<string> {
  return (await post(platform, 'tokens', { repo, scope })).plaintext;
}

async function post(
  { api, accountId, token }: Platform,
  path: string,
  body: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const url = `${api}/accounts/${accountId}/artifacts/namespaces/${namespace}/${path}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { result, errors } = JSON.parse(await answer.text());
  assert.ok(answer.ok, JSON.stringify(errors));
  return result;
}
