import type { Reply } from '../../spec/client.ts';
import { array, isObject, object } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { readPages } from '../harness/snapshot.ts';
import { getResult } from './requests.ts';

type Members = Readonly<Record<string, unknown>>;

/** Requests a preview of any selector. */
export const askPreview = (t: TestContext, selector: unknown, query: Members = {}): Promise<Reply> =>
  t.ask('token-validation.rule.preview', { params: { zone_id: t.zoneId }, query, body: selector });

/** `result` of a successful preview. */
export async function getPreview(t: TestContext, selector: unknown, query: Members = {}): Promise<Members> {
  const reply = await askPreview(t, selector, query);
  expectSuccess(reply, 'the preview');
  return object(getResult(reply), 'result');
}

/** The operations on one page of a preview. */
export const getOperations = (preview: Members): Members[] =>
  array(preview['operations'], 'result.operations').map((operation) => object(operation, 'an operation'));

/** The operations on a page of a preview without a size: seed token-validation, Limits. */
const pageSize = 20;

/** The operations of all pages of a preview. */
export async function allOperations(
  t: TestContext,
  selector: unknown,
  query: Members = {},
): Promise<Members[]> {
  return readPages(t, 'the preview', pageSize, async (page) => {
    const records = getOperations(await getPreview(t, selector, { ...query, page }));
    return { records, isLast: records.length < pageSize };
  });
}

/** `result` and `result_info` of a successful preview. */
export async function pageWithInfo(t: TestContext, selector: unknown, query: Members = {}) {
  const reply = await askPreview(t, selector, query);
  expectSuccess(reply, 'the preview');
  const info = object(isObject(reply.body) ? reply.body['result_info'] : undefined, 'result_info');
  return { result: object(getResult(reply), 'result'), info };
}

/** `result_info` of a successful preview. */
export const getPage = async (t: TestContext, selector: unknown, query: Members = {}): Promise<Members> =>
  (await pageWithInfo(t, selector, query)).info;

/** The operation with an id. */
export function operationIn(operations: readonly Members[], id: string): Members {
  const found = operations.find(({ operation_id }) => operation_id === id);
  if (!found) throw new ConformanceFailure(`no operation of the preview has the id ${id}`);
  return found;
}

/** Distinct values in alphabetical order. */
export const distinct = (values: readonly unknown[]): unknown[] => [...new Set(values)].toSorted();
