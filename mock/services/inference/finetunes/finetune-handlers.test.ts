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
const nobody = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

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
const config = () => form({ file: ['{"r":8}', 'x'], file_name: 'adapter_config.json' });
const weights = () => form({ file: ['weights', 'adapter_model.safetensors'] });
const asset = (finetune_id: string, file_name: 'adapter_config.json' | 'adapter_model.safetensors') =>
  client.call('inference.finetunes.asset.get', { params: { account_id, finetune_id, file_name } });

describe('fine-tunes', () => {
  it('accept a file as a text, and in place of an older one', async () => {
    const { id } = await create({ name: 'style' });
    await upload(id, config());
    const text = form({ file: '{"r":16}', file_name: 'adapter_config.json' });
    expect((await upload(id, text)).status).toBe(200);
    const { file_url } = (await asset(id, 'adapter_config.json')).body.result;
    expect(await (await mock.fetch(new Request(file_url))).text()).toBe('{"r":16}');
  });

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

  it('refuse JSON in place of a form, and a file for an unknown fine-tune', async () => {
    const { id } = await create({ name: 'style' });
    const json = await client.send({
      method: 'POST',
      path: `/accounts/${account_id}/ai/finetunes/${id}/finetune-assets`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    expect(getRefusal(await upload(nobody, config()))).toMatchObject({ status: 404, code: 5225 });
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

  it('accepts a fine-tune with both of its files, by name and by id', async () => {
    const { id } = await create({ name: 'style' });
    expect(refused('style')).toMatch(/^finetune-incomplete: .*adapter_config\.json and adapter_model/);
    await upload(id, config());
    expect(refused(id)).toMatch(/^finetune-incomplete: .*upload adapter_model\.safetensors/);
    await upload(id, weights());
    expect(refused(id)).toBeUndefined();
    expect(refused('style')).toBeUndefined();
  });

  it('refuses an unknown fine-tune, and any for a model without fine-tunes', () => {
    expect(refused('nothing')).toMatch(/^finetune-unknown: /);
    expect(refused('nothing', '@cf/baai/bge-m3')).toMatch(/^lora-unsupported: /);
  });
});
