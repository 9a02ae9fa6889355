import { describe, expect, it } from 'vitest';
import { listOperations } from '../../../spec/openapi/list-operations.ts';
import { openapiDocument } from '../../../spec/openapi.ts';
import { planRequest, type Typed } from './request.ts';
import { findOperations } from './search.ts';

const operations = listOperations(openapiDocument({ version: '0', server: 'http://localhost' }));
const get = (id: string) => {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};
const nothing: Typed = { values: {}, body: undefined, type: undefined, fields: {}, token: '' };

describe('the request of a filled form', () => {
  it('has its parameters at their places, and leaves out empty ones', () => {
    const values = { zone_id: 'a b', page: '2', per_page: '' };
    const { path, headers } = planRequest(get('token-validation.config.list'), {
      ...nothing,
      values,
      token: 't',
    });
    expect(path).toBe('/client/v4/zones/a%20b/token_validation/config?page=2');
    expect(headers).toEqual({ authorization: 'Bearer t' });
  });

  it('repeats a parameter that is a list', () => {
    const values = { zone_id: 'z', host: 'a.example, b.example' };
    expect(planRequest(get('api-gateway.operation.list'), { ...nothing, values }).path).toContain(
      '?host=a.example&host=b.example',
    );
  });

  it('keeps the slashes of a path at the end', () => {
    const values = { account_id: 'a', model: '@cf/meta/llama' };
    const { path } = planRequest(get('inference.run-model'), { ...nothing, values });
    expect(path).toBe('/client/v4/accounts/a/ai/run/%40cf/meta/llama');
  });

  it('sends JSON as it was typed, and forms as fields', () => {
    const json = { ...nothing, body: '{broken', type: 'application/json' };
    expect(planRequest(get('zones.zone.create'), json)).toMatchObject({
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    });
    const form = { ...nothing, body: 'x', type: 'multipart/form-data', fields: { files: '@lamps.html' } };
    expect(planRequest(get('inference.to-markdown'), form)).toMatchObject({
      body: undefined,
      headers: {},
      fields: { files: '@lamps.html' },
    });
  });
});

it('finds operations by every word of a text, wherever it is, and by the code of an error', () => {
  const found = (text: string) => findOperations(operations, text).map(({ id }) => id);
  expect(found('TOKEN_VALIDATION rules POST')).toEqual([
    'token-validation.rule.create',
    'token-validation.rule.bulk-create',
    'token-validation.rule.preview',
  ]);
  expect(found('110015')).toEqual(['token-validation.config.create']);
  expect(found('  ')).toHaveLength(operations.length);
  expect(found('nothing has this')).toEqual([]);
});
