import { describe, expect, it } from 'vitest';
import { ConformanceFailure, SkipTest } from '../errors.ts';
import { mintToken } from './mint.ts';

const wanted = {
  account_id: 'ours',
  namespace: 'default',
  repo: 'ts-abc123-1',
  remote: 'https://git.invalid/ts-abc123-1.git',
  scope: 'read',
} as const;

const tools = (fetch: (request: Request) => Promise<Response>) => ({
  fetch,
  headersFor: () => ({ authorization: 'Bearer everything' }),
  timeout: 5_000,
});

describe('a URL that mints tokens', () => {
  it.each([
    ['text', 'the-token\n'],
    ['a token', '{"token":"the-token"}'],
    ['an envelope', '{"success":true,"result":{"plaintext":"the-token"}}'],
  ])('answers with %s', async (_, text) => {
    const asked: unknown[] = [];
    const fetch = async (request: Request) => {
      asked.push(request.headers.get('authorization'), await request.json());
      return new Response(text);
    };
    expect(await mintToken('https://mint.invalid/', wanted, tools(fetch))).toBe('the-token');
    expect(asked).toEqual(['Bearer everything', wanted]);
  });

  it.each([
    [404, SkipTest],
    [501, SkipTest],
    [200, SkipTest],
    [500, ConformanceFailure],
  ])('skips the test or fails it when the URL answers with nothing but status %i', async (status, kind) => {
    const fetch = async () => new Response('', { status });
    await expect(mintToken('https://mint.invalid/', wanted, tools(fetch))).rejects.toThrow(kind);
  });
});

describe('a command that mints tokens', () => {
  const unused = tools(async () => Response.error());

  it('gets the request in its environment, and prints the token', async () => {
    const token = await mintToken('echo "$MINT_REPO for $MINT_SCOPE"', wanted, unused);
    expect(token).toBe('ts-abc123-1 for read');
  });

  it.each(['exit 3', 'true'])('skips the test when it prints no token (%s)', async (command) => {
    await expect(mintToken(command, wanted, unused)).rejects.toThrow(
      /^the target has no way to mint a token for a repository; give it as `mint` in the target file: /,
    );
  });
});
