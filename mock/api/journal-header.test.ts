import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';

it('leaves a request with `touchstone-journal: off` out of the journal, and no other', async () => {
  const mock = createMock();
  const get = (headers: HeadersInit) =>
    mock.fetch(new Request('http://localhost:4800/client/v4/user/tokens/verify', { headers }));
  expect((await get({ 'touchstone-journal': 'off' })).status).toBe(400);
  expect(mock.journal.count()).toBe(0);
  await get({ 'touchstone-journal': 'on' });
  expect(mock.journal.count()).toBe(1);
});
