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

/** What a target lacks, given its answer for an operation and its answer for unknown paths. */
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
    ["404 with the platform's code for an unknown path", refusal(404, 7003)],
    ['its answer for unknown paths', refusal(404, 1)],
  ])('is missing when a target answers %s', async (_, answer) => {
    const { lack } = await getLack('token-validation.rule.get', answer);
    expect(lack).toMatch(/^the target has no way to read a token validation rule \(GET \/zones\/\{zone_id\}/);
  });

  it.each([
    ['a success', reply(200, { success: true })],
    ['a server error', reply(500)],
    ['404 for a missing resource, with its own code', refusal(404, 2)],
    ['another refusal', refusal(400, 2)],
  ])('exists when a target answers %s', async (_, answer) => {
    expect((await getLack('token-validation.rule.get', answer)).lack).toBeUndefined();
  });

  it('is missing when the platform answers 400 as for unknown paths', async () => {
    const unknown = refusal(400, 7003);
    expect((await getLack('token-validation.rule.get', unknown, { unknown })).lack).toBeDefined();
  });

  it('is checked with one request per zone', async () => {
    const { asked } = await getLack('token-validation.rule.get', refusal(404, 2));
    expect(asked).toEqual([{ method: 'GET', path: '/zones/our%20zone/no_such_route_of_touchstone' }]);
  });

  it('can be replaced by a member of the target file', async () => {
    const { lack } = await getLack('api-gateway.operation.create-item', reply(404));
    expect(lack).toMatch(/^the target has no way to .*; give it as `operations` in the target file$/);
  });
});

describe('an operation that a seed names', () => {
  it.each([
    ['405', 'token-validation.credentials.edit', reply(405)],
    ['404 without an envelope', 'token-validation.config.create', reply(404)],
    ['its answer for unknown paths', 'token-validation.config.create', refusal(404, 1)],
  ] as const)('is not implemented when a target answers %s', async (_, id, answer) => {
    expect((await getLack(id, answer)).lack).toMatch(/^the target has no way to /);
  });

  it.each([
    ['404 with another code', 'token-validation.config.create', refusal(404, 2)],
    ['404 below a created resource', 'token-validation.credentials.edit', reply(404)],
    ['404 to a change', 'token-validation.rule.bulk-edit', refusal(404, 1)],
    ['another refusal', 'token-validation.config.create', refusal(400, 1)],
    ['401, as everywhere', 'token-validation.config.create', refusal(401, 1)],
  ] as const)('must exist when a target answers %s', async (_, id, answer) => {
    const unknown = refusal(answer.status, 1);
    expect((await getLack(id, answer, { unknown })).lack).toBeUndefined();
  });
});

it('recognizes the operation of a request whose path names only a zone', () => {
  const path = '/zones/our%20zone/token_validation/rules/preview?page=1';
  expect(operationAt({ method: 'POST', path })).toEqual({
    id: 'token-validation.rule.preview',
    params: { zone_id: 'our zone' },
  });
  expect(operationAt({ method: 'POST', path: '/zones/our/no_such_route' })).toBeUndefined();
});

it("requires every operation of this project's own mock", async () => {
  const { lack, asked } = await getLack('token-validation.rule.get', reply(404), { features: ['admin'] });
  expect([lack, asked]).toEqual([undefined, []]);
});
