import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import {
  type Finetune,
  type FinetuneAssetName,
  finetuneAssetFields,
  finetuneSchema,
} from '../../spec/services/inference/finetunes.ts';
import { array, isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { fits, inAccount, models } from './asking.ts';

type FinetuneBody = BodyInput<Contract['inference.finetunes.create']>;

/** A body that creates a fine-tune with the mark of the run. */
export const finetuneBody = (t: TestContext, overrides: Partial<FinetuneBody> = {}): FinetuneBody => ({
  model: models.classic,
  name: t.title(),
  ...overrides,
});

/** Creates a fine-tune, which is removed after the test. */
export async function createFinetune(
  t: TestContext,
  overrides: Partial<FinetuneBody> = {},
): Promise<Finetune> {
  const body = finetuneBody(t, overrides);
  const reply = await t.call('inference.finetunes.create', { params: inAccount(t), body });
  return fits(finetuneSchema, reply.body.result, 'result');
}

/** The fine-tunes of the account that carry the mark of the run. */
export async function finetunesOfRun(t: TestContext): Promise<unknown[]> {
  const reply = await t.ask('inference.finetunes.list', { params: inAccount(t) });
  t.expectSuccess(reply, 'the list of fine-tunes');
  const { result } = isObject(reply.body) ? reply.body : { result: undefined };
  return array(result, 'result').filter((one) => JSON.stringify(one).includes(t.run));
}

/** Uploads a file of a fine-tune. */
export function uploadAsset(
  t: TestContext,
  finetune_id: string,
  name: FinetuneAssetName,
  content: string,
): Promise<Reply> {
  const upload = new FormData();
  upload.set(finetuneAssetFields.file, new Blob([content]), name);
  upload.set(finetuneAssetFields.name, name);
  return t.ask('inference.finetunes.asset.create', { params: { ...inAccount(t), finetune_id }, upload });
}
