import { expect, it } from 'vitest';
import { createLocalSqlite } from './without-sqlite.ts';

it('a page refuses SQL with a reason', async () => {
  const database = { id: 'a', version: '', pages: () => [] };
  const { signal } = new AbortController();
  const run = createLocalSqlite().run(database, [{ sql: 'SELECT 1' }], 'b', signal);
  await expect(run).rejects.toMatchObject({ code: 'no-sqlite', message: /not in a web page/ });
});
