import type { Reply } from '../../spec/client.ts';
import { rfc3339Pattern } from '../../spec/schema.ts';
import { array, isObject, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Operation, OperationBody } from '../harness/creation.ts';

export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
export const timestamp = rfc3339Pattern;

/** A body that saves an operation; unlike `t.operation`, saving it sends no request to the edge. */
export const operationBody = (t: TestContext, overrides: Partial<OperationBody> = {}): OperationBody => ({
  method: 'GET',
  host: t.host(),
  endpoint: t.path('/orders'),
  ...overrides,
});

/** Saves one operation. */
export async function save(t: TestContext, overrides: Partial<OperationBody> = {}): Promise<Operation> {
  const body = operationBody(t, overrides);
  return (await t.call('api-gateway.operation.create-item', { params: { zone_id: t.zoneId }, body })).body
    .result;
}

/** Sends any body to the creation of one operation. */
export const sendItem = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('api-gateway.operation.create-item', { params: { zone_id: t.zoneId }, body });

/** Sends any body to the creation of several. */
export const sendSeveral = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('api-gateway.operation.create', { params: { zone_id: t.zoneId }, body });

/** The operations of a list with the mark of this run, in the order of the list. */
export async function listed(
  t: TestContext,
  query: Readonly<Record<string, unknown>> = {},
  member = 'operation_id',
): Promise<unknown[]> {
  const mark = t.path('/');
  const operations = await t.list('api-gateway.operation.list', query);
  return operations
    .map((operation) => object(operation, 'an operation'))
    .filter(({ endpoint }) => typeof endpoint === 'string' && endpoint.startsWith(mark))
    .map((operation) => operation[member]);
}

/** `result` of an answer, which must be an array. */
export const getResults = ({ body }: Reply): unknown[] =>
  array(isObject(body) ? body['result'] : undefined, 'result');
