import { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import {
  batchResultSchema,
  type FinishedBatch,
  pendingBatchSchema,
} from '../../spec/services/inference/batch.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { fits, inAccount, resultOf, throughGateway } from './asking.ts';

/** Hosted, takes batches, writes text. */
export const batchModel = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

const batchOutput = z.record(z.string(), z.unknown());

/** Sends a body to the queue of a model, whatever it is. */
export const askQueue = (t: TestContext, body: unknown, model: string = batchModel): Promise<Reply> =>
  t.ask('inference.run-model', {
    params: { ...inAccount(t), model },
    query: { queueRequest: 'true' },
    headers: throughGateway,
    body,
  });

/** Puts requests into the queue, and returns what is answered to that. */
export const submitBatch = (t: TestContext, requests: readonly object[]) =>
  resultOf(pendingBatchSchema, askQueue(t, { requests }));

/** Asks for a batch until it is done. @param pending is told of each answer before that */
export async function waitForBatch(
  t: TestContext,
  request_id: string,
  pending: (result: unknown) => void = () => {},
): Promise<FinishedBatch> {
  // Batches of others may stand before ours.
  const end = Date.now() + t.limits.batch;
  for (let pause = 5; Date.now() < end; pause = Math.min(1000, pause * 2)) {
    const result = await resultOf(batchResultSchema, askQueue(t, { request_id }));
    if ('responses' in result) return result;
    pending(result);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new ConformanceFailure(`The batch ${request_id} is not done after ${t.limits.batch} ms`);
}

/** The response to the request at a place. */
export function responseAt({ responses }: FinishedBatch, place: number) {
  const response = responses.find(({ id }) => id === place);
  if (!response) throw new ConformanceFailure(`No response has the id ${place}`);
  return response;
}

/** The output of a model that a response holds, which may stand one step further in. */
export function outputOf({ result }: { readonly result: unknown }): unknown {
  const inner = fits(batchOutput, result, 'the result of a response');
  return 'result' in inner ? inner['result'] : inner;
}
