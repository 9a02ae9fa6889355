import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { contract, rootPath } from '../spec/contract.ts';
import { failureEnvelopeSchema } from '../spec/envelope.ts';
import { createMock } from './create-mock.ts';

const mock = createMock();
const { apiToken, zoneId } = mock.defaults;
// A stream never ends, so its text can't be waited for.
const endpoints = Object.values(contract).filter(({ answer }) => answer !== 'stream');

/** A refusal of GraphQL has a shape of its own. */
const graphqlFailureSchema = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

/** Values for path variables: right ones, wrong ones, and what breaks out of a path. */
const variable = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%ff', '%2F', '..', '__proto__', 'constructor', '%00'),
);

const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc
    .tuple(
      fc.constantFrom(
        'page',
        'per_page',
        'id',
        'host',
        'state',
        'order',
        'enabled',
        '__proto__',
        'type',
        'match',
      ),
      fc.webQueryParameters({ size: 'xsmall' }),
    )
    .map(([name, value]) => `?${name}=${value}&${name}=1`),
);

/** JSON near what an endpoint takes: its example, with parts of it replaced. */
const bodyNear = (example: unknown) =>
  fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat({ max: 30 }))
    .map(([value, place]) => JSON.stringify(replaced(example, place, value)));

function replaced(example: unknown, place: number, value: unknown): unknown {
  let left = place;
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return value;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member)]));
  };
  return visit(example);
}

const request = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant<string>(endpoint.method) },
      fc.constantFrom('GET', 'PUT', 'PATCH', 'OPTIONS'),
    ),
    path: fc
      .array(variable, { minLength: 3, maxLength: 3 })
      .map((values) => rootPath(endpoint).replace(/\{\w+\}/g, () => values.pop() ?? zoneId)),
    query,
    body: fc.oneof(bodyNear('example' in endpoint ? endpoint.example : {}), fc.string(), fc.constant('')),
  }),
);

afterEach(() => vi.restoreAllMocks());

describe('the API plane', () => {
  it('answers whatever it is sent, with an envelope and never with 5xx', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, query, body }) => {
        const answer = await mock.fetch(
          new Request(`http://localhost${path}${query}`, {
            method,
            headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
            ...(method === 'GET' ? {} : { body }),
          }),
        );
        const text = await answer.text();
        expect(answer.status, text).toBeLessThan(500);
        if (answer.status < 400) return;
        const shape = failureEnvelopeSchema.or(graphqlFailureSchema);
        expect(shape.safeParse(JSON.parse(text)).success, text).toBe(true);
      }),
      { numRuns: 1500 },
    );
    expect(logged).not.toHaveBeenCalled();
  });
});
