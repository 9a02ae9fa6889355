import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../../index.ts';
import { MemoryState } from '../../world/state/testing/memory-state.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
let mock: Mock;
let state: MemoryState;
let database: string;

async function ask(method: string, path: string, body?: unknown, by = mock) {
  const response = await by.fetch(
    new Request(`http://localhost/client/v4/accounts/${by.defaults.accountId}/d1/database${path}`, {
      method,
      headers: { authorization: `Bearer ${by.defaults.apiToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return response.json();
}

const query = async (sql: string, params: readonly unknown[] = [], by = mock) => {
  const { result, errors } = await ask('POST', `/${database}/query`, { sql, params }, by);
  return result?.at(-1)?.results ?? errors;
};

beforeAll(async () => {
  state = new MemoryState();
  mock = createMock({ state });
  database = (await ask('POST', '', { name: 'shop' })).result.uuid;
  await query('CREATE TABLE t (a UNIQUE)');
});

afterAll(() => mock.close());

it('takes writers one after the other', async () => {
  const before = await query('SELECT count(*) AS n FROM t');
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => query('INSERT INTO t VALUES (?)', [`many ${index}`])),
  );
  expect(await query('SELECT count(*) AS n FROM t')).toEqual([{ n: before[0].n + 20 }]);
});

it('is part of snapshots and of what a restart finds', async () => {
  const restore = mock.snapshot();
  await query('INSERT INTO t VALUES (1)');
  const again = createMock({ state: state.restarted() });
  expect(await query('SELECT a FROM t WHERE a = 1', [], again)).toEqual([{ a: 1 }]);
  restore();
  expect(await query('SELECT a FROM t WHERE a = 1')).toEqual([]);
  await again.close();
});

it('answers from what it has when a snapshot is restored meanwhile', async () => {
  const count = async () => (await query('SELECT count(*) AS n FROM t'))[0].n;
  const before = await count();
  const restore = mock.snapshot();
  for (let round = 0; round < 10; round++) {
    await query("INSERT INTO t VALUES ('new')");
    const asked = count();
    restore();
    expect([before, before + 1]).toContain(await asked);
    expect(await count()).toBe(before);
  }
});

it('goes back to a time, but not before it began to remember', async () => {
  const { result } = await ask('POST', '', { name: 'travelling' });
  const path = `/${result.uuid}`;
  const sql = (text: string) => ask('POST', `${path}/query`, { sql: text });
  const restore = (at: number) =>
    ask('POST', `${path}/time_travel/restore?timestamp=${new Date(at).toISOString()}`);
  const began = mock.clock.now();
  mock.clock.freeze(began + 1_000);
  await sql('CREATE TABLE a (b)');
  mock.clock.freeze(began + 2_000);
  await sql('DROP TABLE a');
  expect(await restore(began + 1_500)).toMatchObject({ success: true });
  expect(await sql('SELECT * FROM a')).toMatchObject({ success: true });
  expect(await restore(began - 60_000)).toMatchObject({ errors: [{ code: 7502 }] });
  mock.clock.release();
});

it('has nothing of a write that could not be kept', async () => {
  state.failure = full;
  expect(await query("INSERT INTO t VALUES ('lost')")).toMatchObject([{ code: expect.any(Number) }]);
  state.failure = undefined;
  expect(await query("SELECT a FROM t WHERE a = 'lost'")).toEqual([]);
});

it('keeps nothing of a database that is removed while a query runs', async () => {
  const { result } = await ask('POST', '', { name: 'short-lived' });
  const path = `/${result.uuid}`;
  await ask('POST', `${path}/query`, { sql: 'CREATE TABLE t (a)' });
  const slow = ask('POST', `${path}/query`, {
    sql: 'INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT i FROM n',
  });
  await ask('DELETE', path);
  expect(await slow).toMatchObject({ success: false, errors: [{ code: 7404 }] });
  const { databases } = mock.world.accounts.get(mock.defaults.accountId) ?? {};
  expect(databases?.pages.list().every(({ id }) => !id.startsWith(result.uuid))).toBe(true);
});

it('imports more than other operations take', async () => {
  const etag = 'f'.repeat(32);
  const { result } = await ask('POST', `/${database}/import`, { action: 'init', etag });
  const body = new TextEncoder().encode(`SELECT 1 --${' '.repeat(11_000_000)}`);
  const sent = await mock.fetch(new Request(result.upload_url, { method: 'PUT', body }));
  expect(sent.status).toBe(200);
  const wrong = { action: 'ingest', etag, filename: result.filename };
  expect(await ask('POST', `/${database}/import`, wrong)).toMatchObject({ result: { success: false } });
  const other = await mock.fetch(new Request(`${result.upload_url}0`, { method: 'PUT', body: 'SELECT 1' }));
  expect(other.status).toBe(403);
});

it('shares nothing between two mocks whose databases have the same id', async () => {
  const other = createMock();
  const made = await ask('POST', '', { name: 'shop' }, other);
  expect(made.result.uuid).toBe(database);
  expect(await query('SELECT count(*) FROM t', [], other)).toMatchObject([{ message: /no such table: t/ }]);
  await other.close();
});
