import { expect, it } from 'vitest';
import { createMock } from '../index.ts';

it('the journal says which origin was not allowed, and how to allow it', async () => {
  const mock = createMock();
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  await mock.fetch(new Request('http://localhost/client/v4/zones', { method: 'OPTIONS', headers }));
  expect(mock.journal.find(() => true)?.explanation).toContain(
    'A browser asks if a page of https://app.example may send a POST request (CORS). It may not: start the server with --cors https://app.example (cors of listen).',
  );
  expect(mock.unknown()[0]?.explanation).toHaveLength(1);
});
