import { describe, expect, test } from 'vitest';
import { getClient } from '../../mock/assembly/testing/test-client.ts';
import { createMock } from '../../mock/index.ts';
import { SkipTest } from '../../suites/harness/errors.ts';
import { eventsOfAnalytics, eventsOfMock, getEvents } from '../../suites/harness/events.ts';
import { createWaits } from '../../suites/harness/waits.ts';

/** A mock whose zone has events of two requests. */
async function setting(token?: string) {
  const mock = createMock();
  const { zoneId } = mock.defaults;
  const full = getClient(mock);
  const keys = [{ kty: 'oct', kid: 'a', alg: 'HS256', k: 'a'.repeat(64) }] as const;
  await full.call('token-validation.config.create', {
    params: { zone_id: zoneId },
    body: {
      title: '',
      description: '',
      token_type: 'jwt',
      token_sources: ['http.request.headers["x-token"][0]'],
      credentials: { keys: [...keys] },
    },
  });
  for (const agent of ['one', 'other']) {
    const headers = { 'x-token': 'not.a.token', 'user-agent': agent };
    await mock.edge(new Request('http://api.example.localhost/a?b', { headers }));
  }
  const client = token === undefined ? full : getClient(mock, { token });
  // The fields that the suites compare.
  const ask = (id: never, input: never) => client.call(id, input) as never;
  return { mock, zoneId, ask };
}

describe('eventsOfAnalytics', () => {
  test('reads the same event as the admin interface, except for its id and operation', async () => {
    const { zoneId, ask } = await setting();
    const { settles, ...source } = eventsOfAnalytics(ask, 60_000);
    expect(settles).toBeGreaterThan(0);
    const [seen, ...more] = await getEvents({ ...source, settles: 0 }, zoneId, 'one', 1, createWaits());
    const [wanted] = await getEvents(eventsOfMock(ask), zoneId, 'one', 1, createWaits());
    expect(more).toEqual([]);
    expect(seen?.token_validation_violations).toHaveLength(1);
    expect({ ...seen, datetime: Date.parse(seen?.datetime ?? '') }).toEqual({
      ...wanted,
      id: `${wanted?.rayName}-0`,
      operationId: null,
      datetime: Date.parse(wanted?.datetime ?? ''),
    });
  });

  test('skips, and says what went wrong, without an answer with events', async () => {
    const { mock, zoneId } = await setting();
    const { ask } = await setting(mock.defaults.gatewayToken);
    await expect(eventsOfAnalytics(ask, 60_000).list(zoneId, 'one')).rejects.toThrow(SkipTest);
    await expect(eventsOfAnalytics(ask, 60_000).list(zoneId, 'one')).rejects.toThrow(
      /status 403.*not authorized/,
    );
  });
});
