import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { findModel } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { AccountTenant } from '../../../world/account-tenant.ts';
import { IdSource } from '../../../world/ids.ts';
import { type BatchRun, createBatches, type RunOne } from './batches.ts';

function getModel(id: string): ModelEntry {
  const model = findModel(id);
  if (!model) throw new Error(`no ${id}`);
  return model;
}

const model = getModel('@cf/baai/bge-m3');
const other = getModel('@cf/meta/m2m100-1.2b');
const ids = new IdSource(1);
const tenant = () => new AccountTenant({ id: '0'.repeat(32), name: 'Account' });
let account = tenant();
const batches = createBatches({ newId: () => ids.uuid(), concurrency: 2 });

beforeEach(() => {
  batches.reset();
  account = tenant();
});

const echo: RunOne = async (input) => ({
  success: true,
  result: input,
  usage: { inputTokens: 2, outputTokens: 1 },
});

/** Runs that end when the test says so. */
function held() {
  const begun: { input: unknown; end: (run: BatchRun) => void; signal: AbortSignal }[] = [];
  const run: RunOne = (input, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      begun.push({ input, end: resolve, signal });
    });
  return { begun, run };
}

function submit(runOne: RunOne, requests: unknown = [{ text: 'a' }, { text: 'b' }, { text: 'c' }]) {
  const answer = batches.answer(account, model, { requests }, runOne);
  if (!('request_id' in answer)) throw new Error('not queued');
  return answer;
}

const poll = (request_id: string, asked = model) => batches.answer(account, asked, { request_id }, echo);
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return `${error.failure}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('createBatches', () => {
  it('runs no more requests at once than the limit', async () => {
    const { begun, run } = held();
    const { request_id } = submit(run);
    await settled();
    expect(begun.map(({ input }) => input)).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(poll(request_id)).toMatchObject({ status: 'running' });
    begun[1]?.end({ success: true, result: 'second' });
    await settled();
    expect(begun).toHaveLength(3);
    begun[2]?.end({ success: true, result: 'third' });
    begun[0]?.end({ success: true, result: 'first' });
    await settled();
    expect(poll(request_id)).toMatchObject({
      responses: [
        { id: 1, result: 'second' },
        { id: 2, result: 'third' },
        { id: 0, result: 'first' },
      ],
    });
  });

  it('continues when a run fails, by its result or by an error', async () => {
    let count = 0;
    const { request_id } = submit(async () => {
      count++;
      if (count === 1) throw new Error('a secret of the server');
      if (count === 2) throw new ApiError('model-unknown', { model: 'x', near: 'y' });
      return { success: false, result: { error: 'bad' } };
    });
    await settled();
    expect(poll(request_id)).toMatchObject({
      responses: [
        { id: 0, success: false, result: { error: 'The run failed' } },
        { id: 1, success: false, result: { error: expect.stringContaining('No such model x or task') } },
        { id: 2, success: false, result: { error: 'bad' } },
      ],
      usage: { total_tokens: 0 },
    });
  });

  it('stops running requests and drops waiting ones when it is reset', async () => {
    const { begun, run } = held();
    submit(run);
    await settled();
    batches.reset();
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    await settled();
    expect(begun).toHaveLength(2);
    const { request_id } = submit(echo);
    await settled();
    expect(poll(request_id)).toHaveProperty('responses');
  });

  it('keeps a batch in a snapshot of its account, with its later results', async () => {
    const { request_id } = submit(echo);
    const restore = account.snapshot();
    await settled();
    account.batches.replaceAll([]);
    restore();
    expect(poll(request_id)).toHaveProperty('responses');
  });

  it.each([
    ['an unused id', () => poll('4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7')],
    ['the batch of another model', () => poll(submit(echo).request_id, other)],
    [
      'the batch of another account',
      () => {
        const { request_id } = submit(echo);
        batches.answer(tenant(), model, { request_id }, echo);
      },
    ],
  ])('finds no batch for %s', (_, ask) => {
    expect(refusal(ask)).toMatch(/^batch-unknown: /);
  });
});
