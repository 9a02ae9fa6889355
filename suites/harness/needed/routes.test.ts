import { describe, expect, it } from 'vitest';
import type { RawRequest, Reply } from '../../../spec/client.ts';
import type { OperationId } from '../../../spec/contract.ts';
import type { Feature } from '../../../spec/requirement.ts';
import { createRoutes, operationAt } from './routes.ts';

const reply = (status: number, body: unknown = undefined): Reply => ({
  status,
  headers: new Headers(),
  bytes: new Uint8Array(),
  text: body === undefined ? '' : JSON.stringify(body),
  body,
});

const refusal = (status: number, code: number) => reply(status, { success: false, errors: [{ code }] });

/** What a target with this answer to paths that nobody has lacks, where an operation answers something. */
async function getLack(
  id: OperationId,
  answer: Reply,
  { unknown = refusal(404, 1), features = [] }: { unknown?: Reply; features?: Feature[] } = {},
) {
  const asked: RawRequest[] = [];
  const routes = createRoutes({ features: new Set(features) });
  const send = async (request: RawRequest) => {
    asked.push(request);
    return unknown;
  };
  const params = { zone_id: 'our zone', rule_id: '1' };
  const lack = await routes.getLack(id, params, answer, send);
  await routes.getLack(id, params, answer, send);
  return { lack, asked };
}

describe('an operation that no seed names', () => {
  it.each([
    ['405', reply(405)],
    ['501', reply(501)],
    ['404 without an envelope', reply(404)],
    ['404 with the code of the platform', refusal(404, 7003)],
    ['what it answers where nothing is', refusal(404, 1)],
  ])('is missing where a target answers %s', async (_, answer) => {
    const { lack } = await getLack('token-validation.rule.get', answer);
    expect(lack).toMatch(/^the target has no way to read a token validation rule \(GET \/zones\/\{zone_id\}/);
  });

  it.each([
    ['a success', reply(200, { success: true })],
    ['a failure of the server', reply(500)],
    ['404 for a missing resource, with its own code', refusal(404, 2)],
    ['another refusal', refusal(400, 2)],
  ])('is there where a target answers %s', async (_, answer) => {
    expect((await getLack('token-validation.rule.get', answer)).lack).toBeUndefined();
  });

  it('is missing where the platform answers 400 as it does where nothing is', async () => {
    const unknown = refusal(400, 7003);
    expect((await getLack('token-validation.rule.get', unknown, { unknown })).lack).toBeDefined();
  });

  it('is told by one question in each zone', async () => {
    const { asked } = await getLack('token-validation.rule.get', refusal(404, 2));
    expect(asked).toEqual([{ method: 'GET', path: '/zones/our%20zone/no_such_route_of_touchstone' }]);
  });

  it('has a member of the target file in its place', async () => {
    const { lack } = await getLack('api-gateway.operation.create-item', reply(404));
    expect(lack).toMatch(/^the target has no way to .*; give it as `operations` in the target file$/);
  });
});

describe('an operation that a seed names', () => {
  it.each([
    ['405', 'token-validation.credentials.edit', reply(405)],
    ['404 without an envelope', 'token-validation.config.create', reply(404)],
    ['what it answers where nothing is', 'token-validation.config.create', refusal(404, 1)],
  ] as const)('is not built where a target answers %s', async (_, id, answer) => {
    expect((await getLack(id, answer)).lack).toMatch(/^the target has no way to /);
  });

  it.each([
    ['404 with a code of its own', 'token-validation.config.create', refusal(404, 2)],
    ['404 below what was made', 'token-validation.credentials.edit', reply(404)],
    ['404 to a change', 'token-validation.rule.bulk-edit', refusal(404, 1)],
    ['another refusal', 'token-validation.config.create', refusal(400, 1)],
    ['401, as everywhere', 'token-validation.config.create', refusal(401, 1)],
  ] as const)('has to be there where a target answers %s', async (_, id, answer) => {
    const unknown = refusal(answer.status, 1);
    expect((await getLack(id, answer, { unknown })).lack).toBeUndefined();
  });
});

it('tells what a request is for whose path names a zone and nothing else', () => {
  const path = '/zones/our%20zone/token_validation/rules/preview?page=1';
  expect(operationAt({ method: 'POST', path })).toEqual({
    id: 'token-validation.rule.preview',
    params: { zone_id: 'our zone' },
  });
  expect(operationAt({ method: 'POST', path: '/zones/our/no_such_route' })).toBeUndefined();
});

it("takes every operation for one that has to be there in this project's own mock", async () => {
  const { lack, asked } = await getLack('token-validation.rule.get', reply(404), { features: ['admin'] });
  expect([lack, asked]).toEqual([undefined, []]);
});
