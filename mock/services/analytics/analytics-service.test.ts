import { describe, expect, it } from 'vitest';
import { eventFieldNames } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';

const start = Date.parse('2030-01-01T12:00:00Z');
const second = 1_000;

/** An event with the members that a case is about. */
function event(members: Partial<SecurityEvent>): SecurityEvent {
  return {
    id: crypto.randomUUID(),
    datetime: '2030-01-01T12:00:00.000000Z',
    action: 'block',
    source: 'firewallCustom',
    ruleId: 'a'.repeat(32),
    rulesetId: 'b'.repeat(32),
    description: '',
    ref: '',
    matchIndex: 0,
    operationId: null,
    rayName: '0'.repeat(16),
    clientIP: '203.0.113.1',
    clientAsn: '0',
    clientCountryName: '',
    clientRequestHTTPHost: 'api.example.localhost',
    clientRequestHTTPMethodName: 'GET',
    clientRequestHTTPProtocol: 'HTTP/1.1',
    clientRequestPath: '/',
    clientRequestQuery: '',
    clientRequestScheme: 'http',
    userAgent: '',
    edgeColoName: 'TST',
    edgeResponseStatus: 403,
    originResponseStatus: 0,
    sampleInterval: 1,
    token_validation_violations: [],
    ...members,
  };
}

/** A mock at a fixed time whose zone has four events, one a second; the last is a token violation. */
function setting(options: Parameters<typeof createMock>[0] = {}) {
  const mock = createMock(options);
  mock.clock.freeze(start + 10 * second);
  const { zoneId } = mock.defaults;
  const events = mock.world.zone(zoneId)?.events;
  const at = (seconds: number) => new Date(start + seconds * second).toISOString().replace('Z', '000Z');
  events?.push(event({ datetime: at(0), clientRequestPath: '/a', clientIP: '203.0.113.1', action: 'log' }));
  events?.push(event({ datetime: at(1), clientRequestPath: '/b', clientIP: '203.0.113.2' }));
  events?.push(event({ datetime: at(2), clientRequestPath: '/b/c', clientIP: '203.0.113.1', matchIndex: 1 }));
  events?.push(
    event({
      datetime: at(3),
      clientRequestPath: '/d',
      clientIP: '203.0.113.3',
      source: 'apiShieldTokenValidation',
      ruleId: null,
      rulesetId: null,
      token_validation_violations: [
        { token_configuration_id: '51231d16-01f1-48e3-93f8-91c99e81288e', reason: 'token_expired' },
      ],
    }),
  );
  const ask = async (query: string, variables?: Record<string, unknown>, token?: string) => {
    const client = getClient(mock, token === undefined ? {} : { token });
    const body = { query, ...(variables && { variables }) };
    const reply = await client.call('analytics.graphql.query', { body });
    return { status: reply.status, ...reply.body };
  };
  /** Paths of the events that a filter and the rest of the arguments select. */
  const paths = async (filter: object, rest = '') => {
    const query = `query ($zone: string, $filter: F) { viewer { zones(filter: { zoneTag: $zone }) {
      firewallEventsAdaptive(filter: $filter, limit: 100 ${rest}) { clientRequestPath } } } }`;
    const { data, errors } = await ask(query, { zone: zoneId, filter });
    if (errors) throw new Error(errors[0]?.message);
    // The query above determines the shape.
    const { viewer } = data as { viewer: { zones: { firewallEventsAdaptive: SecurityEvent[] }[] } };
    return viewer.zones[0]?.firewallEventsAdaptive.map(({ clientRequestPath }) => clientRequestPath);
  };
  return { mock, zoneId, ask, paths };
}

const events = (args: string, fields = 'action') =>
  `{ viewer { zones { firewallEventsAdaptive(${args}) { ${fields} } } } }`;

describe('a query that is refused', () => {
  it.each<[string, number, RegExp, string, Record<string, unknown>?]>([
    ['is a mutation', 400, /^query contains error/, 'mutation { x }'],
    [
      'filters by a number that is too large',
      400,
      /^error parsing args/,
      events('filter: { matchIndex: 256 }, limit: 1'),
    ],
    ['declares an unknown variable', 400, /\$f/, `query ($f: x) ${events('filter: $f, limit: 1')}`],
    ['gives a variable a wrong value', 400, /\$f/, events('filter: $f, limit: 1'), { f: { datetime: 5 } }],
    [
      'uses a variable for different types',
      400,
      /\$f/,
      events('filter: { action: $f }, limit: $f'),
      { f: 1 },
    ],
    [
      'asks for too many fields',
      400,
      /^number of fields/,
      events('filter: {}, limit: 1', `${eventFieldNames.join(' ')} metadata { key }`),
    ],
    [
      'filters zones in two ways',
      400,
      /^error parsing args/,
      '{ viewer { zones(filter: { zoneTag: "a", zoneTag_gt: "b" }) { zoneTag } } }',
    ],
    ['is too long', 400, /more than 5000 tokens/, `{ ${'a '.repeat(5_000)} }`],
  ])('because it %s gets %i', async (_, status, message, query, variables) => {
    const { ask } = setting();
    const reply = await ask(query, variables);
    expect(reply.status).toBe(status);
    expect(reply.data).toBeNull();
    expect(reply.errors?.[0]?.message).toMatch(message);
    expect(reply.errors?.[0]?.extensions?.timestamp).toBe('2030-01-01T12:00:10.000000Z');
  });

  it('is refused to a credential for another zone, and creates none on demand', async () => {
    const stranger = {
      value: 'stranger-token-000000000000000000000001',
      permissions: ['Analytics Read'] as const,
    };
    const { mock, ask, zoneId } = setting({
      tenants: 'on-demand',
      tokens: [{ ...stranger, zones: ['c'.repeat(32)] }],
    });
    const named = (id: string) => `{ viewer { zones(filter: { zoneTag: "${id}" }) { zoneTag } } }`;
    expect((await ask(named(zoneId), {}, stranger.value)).status).toBe(403);
    expect((await ask(named('d'.repeat(32)), {}, stranger.value)).status).toBe(403);
    expect((await ask(named('c'.repeat(32)), {}, stranger.value)).status).toBe(200);
    expect(mock.world.zones.get('d'.repeat(32))).toBeUndefined();
  });
});
