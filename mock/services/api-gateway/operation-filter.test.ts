import { describe, expect, it } from 'vitest';
import { operationListQuery } from '../../../spec/services/api-gateway/endpoints.ts';
import { IdSource } from '../../world/ids.ts';
import { selectOperations } from './operation-filter.ts';

const ids = new IdSource(1);
const make = (method: 'GET' | 'POST' | 'DELETE', host: string, endpoint: string) => ({
  operation_id: ids.uuid(),
  method,
  host,
  endpoint,
  last_updated: '2030-01-01T00:00:00.000000Z',
});

const operations = [
  make('POST', 'b.test', '/users'),
  make('GET', 'a.test', '/users/{var1}'),
  make('DELETE', '{hostVar1}.test', '/orders'),
];

const selected = (query: Record<string, string | string[]>) =>
  selectOperations(operations, operationListQuery.parse(query)).map(({ method }) => method);

describe('selectOperations', () => {
  it.each([
    [{}, ['POST', 'GET', 'DELETE']],
    [{ host: 'A.test' }, ['GET']],
    [{ host: ['a.test', 'b.test'] }, ['POST', 'GET']],
    [{ host: '{hostVar1}.test' }, ['DELETE']],
    [{ host: 'test' }, []],
    [{ method: 'get' }, ['GET']],
    [{ method: ['GET', 'DELETE'] }, ['GET', 'DELETE']],
    [{ endpoint: 'users' }, ['POST', 'GET']],
    [{ endpoint: '{var1}' }, ['GET']],
    [{ endpoint: '' }, ['POST', 'GET', 'DELETE']],
    [{ endpoint: 'users', host: 'b.test' }, ['POST']],
    [{ order: 'method' }, ['DELETE', 'GET', 'POST']],
    [{ order: 'method', direction: 'desc' }, ['POST', 'GET', 'DELETE']],
    [{ order: 'host' }, ['GET', 'POST', 'DELETE']],
    [{ order: 'endpoint', direction: 'asc' }, ['DELETE', 'POST', 'GET']],
    [{ order: 'thresholds.p50' }, ['POST', 'GET', 'DELETE']],
    [{ feature: ['thresholds', 'schema_info'] }, ['POST', 'GET', 'DELETE']],
  ] as [Record<string, string | string[]>, string[]][])('by %j gives %j', (query, expected) => {
    expect(selected(query)).toEqual(expected);
  });

  it('leaves the list that it was given as it was', () => {
    const before = [...operations];
    selected({ order: 'method' });
    expect(operations).toEqual(before);
  });
});
