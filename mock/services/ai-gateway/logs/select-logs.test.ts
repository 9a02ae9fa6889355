import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import type { LogFilter } from '../../../../spec/services/ai-gateway/log-filters.ts';
import { logDeleteQuery, logListQuery } from '../../../../spec/services/ai-gateway/logs.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { logFilter, selectDeleted, selectListed } from './select-logs.ts';
import { logId, storedLog } from './testing/stored-log.ts';

const logs: readonly StoredLog[] = [
  storedLog(1, { provider: 'openai', model: 'openai/gpt-5', cost: 0.1, duration: 50, feedback: 1 }),
  storedLog(2, {
    provider: 'anthropic',
    model: 'anthropic/claude-sonnet-5',
    model_type: 'Text Generation',
    success: false,
    cost: 0.3,
    duration: 300,
    tokens_in: 100,
    tokens_out: 5,
    feedback: -1,
    metadata: { user: 'Ada' },
  }),
  storedLog(3, {
    provider: 'workers-ai',
    model: '@cf/baai/bge-base-en-v1.5',
    model_type: 'Text Embeddings',
    cached: true,
    tokens_in: null,
    tokens_out: null,
    request_content_type: 'application/json',
    response_content_type: 'application/json',
    requestBody: '{"text":"a (b) c"}',
    responseBody: null,
  }),
];

const numbers = (found: readonly StoredLog[]) =>
  found.map(({ id }) => logs.findIndex((log) => log.id === id) + 1);
/** A query as sent: a list item by item. */
const sent = (query: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  );
const list = (query: Record<string, unknown>) =>
  numbers(selectListed(logs, logListQuery.parse(query), sent(query)));
const deletion = (query: Record<string, unknown>) =>
  numbers(selectDeleted(logs, logDeleteQuery.parse(query), sent(query)));
const json = (...filters: unknown[]) => ({ filters: JSON.stringify(filters) });

describe('selectListed', () => {
  it.each<[Record<string, unknown>, number[]]>([
    [{}, [3, 2, 1]],
    [{ order_by: 'created_at', order_by_direction: 'asc' }, [1, 2, 3]],
    [{ order_by_direction: 'asc' }, [1, 2, 3]],
    [{ order_by: 'provider', order_by_direction: 'asc' }, [2, 1, 3]],
    [{ order_by: 'model', order_by_direction: 'asc' }, [3, 2, 1]],
    [{ order_by: 'model_type', order_by_direction: 'asc' }, [1, 3, 2]],
    [{ order_by: 'success', order_by_direction: 'asc' }, [2, 1, 3]],
    [{ request_content_type: 'application/json' }, [3]],
    [{ response_content_type: 'text/event-stream' }, []],
    [{ min_cost: '0.1' }, [2, 1]],
    [{ max_cost: '0.1' }, [1]],
    [{ min_duration: '100', max_duration: '200' }, [3]],
    [{ min_tokens_in: '0' }, [2, 1]],
    [{ max_tokens_out: '5' }, [2]],
    [{ min_total_tokens: '31' }, [2]],
    [{ max_total_tokens: '30' }, [1]],
    [{ start_date: '2030-01-01T00:00:02Z' }, [3, 2]],
    [{ end_date: '2030-01-01T01:00:02+01:00' }, [2, 1]],
    [{ feedback: '1' }, [1]],
    [{ feedback: '0' }, [2]],
    [{ search: '' }, [3, 2, 1]],
    [{ search: 'CLAUDE' }, [2]],
    [{ search: 'ada' }, [2]],
    [{ search: 'a (b)' }, [3]],
    [{ search: 'hello' }, [2, 1]],
    [{ search: 'nowhere' }, []],
    [{ search: logId(1) }, [1]],
    [json(), [3, 2, 1]],
    [json({ key: 'model', operator: 'contains', value: ['gpt', 'claude'] }), [2, 1]],
    [
      json(
        { key: 'model', operator: 'contains', value: ['gpt', 'claude'] },
        { key: 'success', operator: 'eq', value: [true] },
      ),
      [1],
    ],
    [{ 'filters.key': 'tokens', 'filters.operator': 'gt', 'filters.value': '30' }, [2]],
    [
      { 'filters.key': 'provider', 'filters.operator': 'eq', 'filters.value': ['openai', 'workers-ai'] },
      [3, 1],
    ],
    [
      {
        'filters.key': ['success', 'cached'],
        'filters.operator': ['eq', 'neq'],
        'filters.value': ['true', 'true'],
      },
      [1],
    ],
    [
      {
        ...json({ key: 'success', operator: 'eq', value: [true] }),
        'filters.key': 'cached',
        'filters.operator': 'eq',
        'filters.value': 'true',
      },
      [3],
    ],
  ])('selects by %j the entries %j', (query, expected) => {
    expect(list(query)).toEqual(expected);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ 'filters.key': 'colour', 'filters.operator': 'eq', 'filters.value': 'red' }, 'filters.key'],
    [{ 'filters.key': 'model', 'filters.operator': 'like', 'filters.value': 'x' }, 'filters.operator'],
    [{ 'filters.key': 'model', 'filters.value': 'x' }, 'filters.operator'],
    [{ 'filters.key': 'model', 'filters.operator': 'eq' }, 'filters.value'],
  ])('refuses %j, and names the parameter', (query, field) => {
    expect(() => list(query)).toThrow(ApiError);
    expect(() => list(query)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field }) }),
    );
  });

  it('keeps entries of one time in the order of insertion', () => {
    const at = '2030-01-01T00:00:00.000000Z';
    const same = [1, 2, 3].map((number) => storedLog(number, { created_at: at }));
    expect(selectListed(same, logListQuery.parse({}), sent({})).map(({ id }) => id)).toEqual(
      [3, 2, 1].map(logId),
    );
  });

  it('orders entries by the time of the request, although they are added after the answer', () => {
    const [first, second] = [storedLog(1), storedLog(2)];
    const found = selectListed([second, first], logListQuery.parse({}), sent({}));
    expect(found.map(({ id }) => id)).toEqual([logId(2), logId(1)]);
  });
});

describe('selectDeleted', () => {
  it.each<[Record<string, unknown>, number[]]>([
    [{}, [1, 2, 3]],
    [{ limit: '1' }, [1]],
    [{ limit: '1', order_by: 'created_at', order_by_direction: 'desc' }, [3]],
    [{ limit: '2', order_by: 'provider' }, [2, 1]],
    [json({ key: 'success', operator: 'eq', value: [true] }), [1, 3]],
    [{ 'filters.key': 'model', 'filters.operator': 'contains', 'filters.value': 'claude' }, [2]],
  ])('selects by %j the entries %j', (query, expected) => {
    expect(deletion(query)).toEqual(expected);
  });
});

const log = storedLog(1, {
  cost: 0.5,
  cached: true,
  request_type: 'text',
  request_content_type: 'application/json',
  authentication: true,
  feedback: -1,
  eventId: 'trace-7',
  userAgent: 'curl/8',
  metadata: { team: 'search', level: 3, beta: true },
});
const bare = storedLog(2, { tokens_in: null, tokens_out: null, path: 'ai/run' });

type Case = [LogFilter['key'], LogFilter['operator'], LogFilter['value'], boolean];

describe('logFilter', () => {
  it.each<Case>([
    ['id', 'eq', [log.id], true],
    ['model', 'eq', ['openai/gpt-5'], true],
    ['model', 'eq', ['OpenAI/gpt-5'], false],
    ['model', 'eq', ['other', 'openai/gpt-5'], true],
    ['model', 'neq', ['other'], true],
    ['model', 'neq', ['other', 'openai/gpt-5'], false],
    ['model', 'contains', ['GPT'], true],
    ['model', 'contains', ['claude', 'gpt'], true],
    ['model', 'contains', ['claude'], false],
    ['model', 'gt', ['openai/a'], true],
    ['provider', 'eq', ['openai'], true],
    ['success', 'eq', [true], true],
    ['success', 'eq', ['true'], true],
    ['success', 'eq', ['false'], false],
    ['cached', 'neq', ['true'], false],
    ['tokens', 'eq', [30], true],
    ['tokens', 'eq', ['30'], true],
    ['tokens', 'eq', [''], false],
    ['tokens', 'gt', [30], false],
    ['tokens', 'gt', [100, 29], true],
    ['tokens_in', 'lt', ['11'], true],
    ['tokens_in', 'lt', [''], false],
    ['tokens_out', 'lt', [20], false],
    ['duration', 'gt', [99.5], true],
    ['cost', 'eq', [0.5], true],
    ['created_at', 'gt', ['2030-01-01T00:00:00Z'], true],
    ['created_at', 'lt', ['2030-01-01T00:00:02+00:00'], true],
    ['created_at', 'lt', ['2030-01-01T00:00:02+01:00'], false],
    ['created_at', 'eq', ['2030-01-01T01:00:01+01:00'], true],
    ['created_at', 'gt', ['long ago'], false],
    ['request_type', 'eq', ['text'], true],
    ['request_content_type', 'contains', ['json'], true],
    ['authentication', 'eq', [true], true],
    ['feedback', 'eq', [-1], true],
    ['event_id', 'eq', ['trace-7'], true],
    ['user_agent', 'contains', ['curl'], true],
    ['compatibilityMode', 'eq', [true], true],
    ['dlp_action', 'eq', [null], true],
    ['wholesale', 'eq', [null], true],
    ['wholesale', 'eq', ['true'], false],
    ['wholesale', 'neq', ['true'], true],
    ['wholesale', 'lt', [1], false],
    ['wholesale', 'contains', ['t'], false],
    ['model', 'lt', [null], false],
    ['metadata.key', 'eq', ['team'], true],
    ['metadata.key', 'eq', ['search'], false],
    ['metadata.key', 'neq', ['team'], false],
    ['metadata.key', 'neq', ['colour'], true],
    ['metadata.value', 'eq', ['search'], true],
    ['metadata.value', 'eq', ['3'], true],
    ['metadata.value', 'eq', [true], true],
    ['metadata.value', 'gt', [2], true],
    ['metadata.value', 'contains', ['sea'], true],
  ])('judges %s %s %j as %j', (key, operator, value, expected) => {
    expect(logFilter({ key, operator, value })(log)).toBe(expected);
  });

  it.each<Case>([
    ['tokens', 'eq', [null], true],
    ['tokens', 'lt', [1], false],
    ['tokens_in', 'gt', [-1], false],
    ['metadata.key', 'eq', ['team'], false],
    ['metadata.key', 'neq', ['team'], true],
    ['compatibilityMode', 'eq', [false], true],
  ])('evaluates %s %s %j to %j for an unknown value', (key, operator, value, expected) => {
    expect(logFilter({ key, operator, value })(bare)).toBe(expected);
  });

  it('matches keys and values of metadata separately', () => {
    const found = (['metadata.key', 'metadata.value'] as const).map((key, index) =>
      logFilter({ key, operator: 'eq', value: [index === 0 ? 'team' : 3] })(log),
    );
    expect(found).toEqual([true, true]);
  });
});
