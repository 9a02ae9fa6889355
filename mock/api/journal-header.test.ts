import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { refs, startArtifacts } from '../services/artifacts/testing/artifacts-client.ts';

it('leaves a request with `touchstone-journal: off` out of the journal, and no other', async () => {
  const mock = createMock();
  const get = (headers: HeadersInit) =>
    mock.fetch(new Request('http://localhost:4800/client/v4/user/tokens/verify', { headers }));
  expect((await get({ 'touchstone-journal': 'off' })).status).toBe(400);
  expect(mock.journal.count()).toBe(0);
  await get({ 'touchstone-journal': 'on' });
  expect(mock.journal.count()).toBe(1);
});

it.each([
  ['an answer', { status: 503 }],
  ['a dropped connection', { drop: 'before' }],
  ['a delay', { latencyMs: 1 }],
] as const)('keeps faults off such a request, and uses none up: %s', async (_, fault) => {
  const { create, git, mock } = startArtifacts();
  const { remote, token } = await create('starter');
  const api = 'http://localhost:4800/client/v4/user/tokens/verify';
  const headers = { authorization: `Bearer ${mock.defaults.apiToken}` };
  const planes: Record<string, (more: Record<string, string>) => Promise<Response>> = {
    user: (more) => mock.fetch(new Request(api, { headers: { ...headers, ...more } })),
    git: (more) => git(remote + refs(), token, { headers: more }),
  };
  for (const [operation, ask] of Object.entries(planes)) {
    const remove = mock.faults.add({ ...fault, operation, times: 1 });
    const answer = await ask({ 'touchstone-journal': 'off' });
    expect([answer.status, answer.headers.get('touchstone-fault')]).toEqual([200, null]);
    expect(mock.faults.list()).toMatchObject([{ used: 0 }]);
    await ask({});
    expect(mock.faults.list()).toMatchObject([{ used: 1 }]);
    remove();
  }
});
