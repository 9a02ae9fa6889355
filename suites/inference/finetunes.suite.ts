import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import {
  type Finetune,
  type FinetuneAssetName,
  finetuneAssetFields,
  finetuneAssets,
  finetuneSchema,
} from '../../spec/services/inference/finetunes.ts';
import { array, equal, isObject, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, fits, inAccount, models, refusedRuns } from './asking.ts';

type FinetuneBody = BodyInput<Contract['inference.finetunes.create']>;

/** A body for a fine-tune, marked with this run. */
export const finetuneBody = (t: TestContext, overrides: Partial<FinetuneBody> = {}): FinetuneBody => ({
  model: models.classic,
  name: t.title(),
  ...overrides,
});

/** Creates a fine-tune. The test's end removes it. */
export async function createFinetune(
  t: TestContext,
  overrides: Partial<FinetuneBody> = {},
): Promise<Finetune> {
  const body = finetuneBody(t, overrides);
  const reply = await t.call('inference.finetunes.create', { params: inAccount(t), body });
  return fits(finetuneSchema, reply.body.result, 'result');
}

/** The account's fine-tunes with the mark of this run. */
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

/** One file of each name that a fine-tune consists of. */
const contents = {
  'adapter_config.json': JSON.stringify({ peft_type: 'LORA', r: 8, model_type: 'llama' }),
  'adapter_model.safetensors': '\u0002\0\0\0\0\0\0\0{}',
} as const;

/** A hosted model without fine-tune support. */
const withoutAdapters = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

const prompt = 'Say hello.';

/** Fine-tunes, their files, and runs with them. */
export const finetunesSuite = defineSuite('inference/finetunes', [
  test(['INF-FT-1', 'INF-FT-2'], 'creates a fine-tune and lists it', async (t) => {
    const name = t.title();
    const made = await createFinetune(t, { name });
    await t.check('INF-FT-1', () => {
      equal(made.name, name, 'name');
      equal(made.model, models.classic, 'model');
      equal(made.public, false, 'public');
    });
    await t.check('INF-FT-2', async () => {
      const ids = (await finetunesOfRun(t)).map((one) => object(one, 'a fine-tune')['id']);
      ok(ids.includes(made.id), 'the fine-tune is not in the list');
    });
  }),
  test(['INF-FT-3', 'INF-FT-4'], 'accepts both files, and returns their URLs', async (t) => {
    const { id } = await createFinetune(t);
    for (const name of finetuneAssets) {
      await t.check('INF-FT-3', async () => {
        t.expectSuccess(await uploadAsset(t, id, name, contents[name]), `the upload of ${name}`);
      });
      await t.check('INF-FT-4', async () => {
        const params = { ...inAccount(t), finetune_id: id, file_name: name };
        const { file_name, file_url } = (await t.call('inference.finetunes.asset.get', { params })).body
          .result;
        equal(file_name, name, 'file_name');
        match(file_url, /^https?:\/\//, 'file_url');
      });
    }
  }),
  test('INF-FT-5', 'deletes a fine-tune and returns its id and name', async (t) => {
    const [gone, kept] = [await createFinetune(t), await createFinetune(t)];
    const params = { ...inAccount(t), finetune_id: gone.id };
    const { result } = (await t.call('inference.finetunes.delete', { params })).body;
    equal(result.id, gone.id, 'result.id');
    equal(result.name, gone.name, 'result.name');
    const ids = (await finetunesOfRun(t)).map((one) => object(one, 'a fine-tune')['id']);
    ok(!ids.includes(gone.id), 'the deleted fine-tune is still listed');
    ok(ids.includes(kept.id), 'the other fine-tune is gone');
  }),
  {
    title: 'lists public fine-tunes with a limit and an offset',
    requirements: ['INF-FT-6'],
    // The list has the public fine-tunes of all accounts.
    exclusive: true,
    run: async (t) => {
      await createFinetune(t, { public: true });
      await createFinetune(t, { public: true });
      const page = async (offset: number, limit: number) => {
        const query = { limit: `${limit}`, offset: `${offset}` };
        const reply = await t.call('inference.finetunes.public', { params: inAccount(t), query });
        return array(reply.body.result, 'result').map((one) => String(object(one, 'a fine-tune')['id']));
      };
      const two = await page(0, 2);
      equal(two.length, 2, 'the number of fine-tunes on a page of two');
      equal([await page(0, 1), await page(1, 1)], [two.slice(0, 1), two.slice(1)], 'the single-item pages');
    },
  },
  test('INF-FT-7', 'refuses a run with a fine-tune whose files are missing', async (t) => {
    const { name } = await createFinetune(t);
    await refusedRuns(
      t,
      () => askModel(t, models.classic, { prompt }),
      () => askModel(t, models.classic, { prompt, lora: name }),
      { code: 3039 },
    );
  }),
  test('INF-FT-8', 'refuses a run with a fine-tune for a model without support', async (t) => {
    const { name } = await createFinetune(t);
    await refusedRuns(
      t,
      () => askModel(t, withoutAdapters, { prompt }),
      () => askModel(t, withoutAdapters, { prompt, lora: name }),
      { code: 5005 },
    );
  }),
]);
