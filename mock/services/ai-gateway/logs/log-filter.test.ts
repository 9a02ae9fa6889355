import { describe, expect, it } from 'vitest';
import type { LogFilter } from '../../../../spec/services/ai-gateway/log-filters.ts';
import { logFilter } from './select-logs.ts';
import { storedLog } from './testing/stored-log.ts';

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
  ])('judges %s %s %j as %j where nothing is known', (key, operator, value, expected) => {
    expect(logFilter({ key, operator, value })(bare)).toBe(expected);
  });

  it('matches keys and values of metadata by themselves', () => {
    const found = (['metadata.key', 'metadata.value'] as const).map((key, index) =>
      logFilter({ key, operator: 'eq', value: [index === 0 ? 'team' : 3] })(log),
    );
    expect(found).toEqual([true, true]);
  });
});
