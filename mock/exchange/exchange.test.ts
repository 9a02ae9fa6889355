import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';

const api = 'http://localhost:4800/client/v4/user/tokens/verify';
const asRequest = (mock: ReturnType<typeof createMock>) =>
  new Request(api, { headers: { authorization: `Bearer ${mock.defaults.apiToken}` } });
const page = 'http://example.localhost/';

it('dates a request by its arrival, on a clock that a test moves', async () => {
  const mock = createMock();
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  mock.faults.add({ operation: 'user', latencyMs: 60_000 });
  const slow = mock.fetch(asRequest(mock));
  await expect.poll(() => mock.faults.list()[0]?.used).toBe(1);
  mock.clock.advance(10);
  await mock.edge(new Request(page));
  mock.clock.advance(50);
  await slow;
  expect(mock.journal.findAll({}).map(({ plane, at }) => `${plane} ${at.slice(11, 19)}`)).toEqual([
    'api 00:00:00',
    'edge 00:00:10',
  ]);
});

it('dates and measures requests so that arrival and duration give the end, even if they overlap', async () => {
  const mock = createMock();
  mock.faults.add({ operation: '*', latencyMs: 40 });
  const began = Date.now();
  const answers = [mock.fetch(asRequest(mock)), mock.edge(new Request(page))];
  const sent = Date.now();
  await Promise.all(answers);
  const ended = Date.now();
  const entries = mock.journal.findAll({});
  expect(entries).toHaveLength(2);
  for (const { at, duration_ms } of entries) {
    const arrived = Date.parse(at);
    expect(arrived).toBeGreaterThanOrEqual(began);
    expect(arrived).toBeLessThanOrEqual(sent + 1);
    expect(arrived + duration_ms).toBeLessThanOrEqual(ended + 2);
  }
});
