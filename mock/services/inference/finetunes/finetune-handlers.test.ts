import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { findModel } from '../../../../spec/services/inference/models/catalogue.ts';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../../assembly/testing/test-client.ts';
import { requireAdapter } from './require-adapter.ts';

const mock = createMock();
const client = getClient(mock);
const { accountId: account_id } = mock.defaults;
const params = { account_id };
const model = '@cf/meta/llama-3.1-8b-instruct';

beforeEach(() => mock.reset());

const create = async (body: { name: string; public?: boolean; description?: string }) =>
  (await client.call('inference.finetunes.create', { params, body: { model, ...body } })).body.result;

function form(fields: Readonly<Record<string, string | [content: string, name: string]>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.set(name, value);
    else data.set(name, new Blob([value[0]]), value[1]);
  }
  return data;
}

const upload = (finetune_id: string, data: FormData) =>
  client.call('inference.finetunes.asset.create', { params: { account_id, finetune_id }, upload: data });

describe('fine-tunes', () => {
  it.each([
    ['no file', form({ file_name: 'adapter_config.json' }), /no `file`/],
    ['a text without a name', form({ file: '{}' }), /no `file_name`/],
    [
      'another name',
      form({ file: ['{}', 'x'], file_name: 'model.bin' }),
      /"model\.bin".*adapter_config\.json/,
    ],
    ['an empty file', form({ file: ['', 'adapter_config.json'] }), /empty/],
  ])('refuse a form with %s', async (_, data, words) => {
    const { id } = await create({ name: 'style' });
    const refusal = getRefusal(await upload(id, data));
    expect(refusal).toMatchObject({ status: 400, code: 5229 });
    expect(refusal.message).toMatch(words);
  });

  it('accept files far larger than the limit of a JSON body', async () => {
    const { id } = await create({ name: 'style' });
    const large = form({ file: ['w'.repeat(12 * 1024 * 1024), 'adapter_model.safetensors'] });
    expect((await upload(id, large)).status).toBe(200);
    expect(inferenceLimits.finetuneAssetBytes).toBeGreaterThan(12 * 1024 * 1024);
  });
});

describe('requireAdapter', () => {
  const refused = (lora: string, id = model) => {
    const entry = findModel(id);
    const account = mock.world.account(account_id);
    if (!entry || !account) throw new Error('no model or account');
    try {
      requireAdapter(mock.world, account, entry, lora);
    } catch (error) {
      if (error instanceof ApiError) return `${error.failure}: ${error.message}`;
      throw error;
    }
    return undefined;
  };

  it('refuses an unknown fine-tune, and any for a model without fine-tunes', () => {
    expect(refused('nothing')).toMatch(/^finetune-unknown: /);
    expect(refused('nothing', '@cf/baai/bge-m3')).toMatch(/^lora-unsupported: /);
  });
});
