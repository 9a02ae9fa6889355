import Cloudflare, { toFile } from 'cloudflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Listening } from '../../mock/index.ts';
import { models } from '../../spec/services/inference/models/catalogue.ts';
import { tasks } from '../../spec/services/inference/tasks.ts';
import { refusal } from './client-refusal.ts';

const mock = createMock();
const { accountId: account_id } = mock.defaults;
let planes: Listening;
let client: Cloudflare;

beforeAll(async () => {
  planes = await mock.listen({ port: 0 });
  client = new Cloudflare({ apiToken: mock.defaults.apiToken, baseURL: planes.api, maxRetries: 0 });
});
beforeEach(() => mock.reset());
afterAll(() => planes.close());

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

const base = '@cf/meta/llama-3.1-8b-instruct';

describe('the npm client, unchanged', () => {
  it('walks the pages of the catalogue by itself', async () => {
    const listed = await all(client.ai.models.list({ account_id, per_page: 10 }));
    expect(listed.map((model) => Reflect.get(Object(model), 'name'))).toEqual(models.map(({ id }) => id));
  });

  it('searches the catalogue', async () => {
    const found = await all(client.ai.models.list({ account_id, author: 'openai', task: 'Text Generation' }));
    expect(found).toContainEqual(expect.objectContaining({ name: '@cf/openai/gpt-oss-120b' }));
    expect(found).toContainEqual(expect.objectContaining({ name: 'openai/gpt-5' }));
  });

  it('reads the schema of a model', async () => {
    const schema = await client.ai.models.schema.get({ account_id, model: '@cf/meta/m2m100-1.2b' });
    expect(schema).toMatchObject({ input: { type: 'object' }, output: { type: 'object' } });
    expect(await refusal(client.ai.models.schema.get({ account_id, model: 'nothing' }))).toMatchObject({
      status: 400,
      code: 5007,
    });
  });

  it('lists tasks and authors', async () => {
    expect(await all(client.ai.tasks.list({ account_id }))).toEqual(tasks);
    expect(await all(client.ai.authors.list({ account_id }))).toContainEqual({ id: 'meta', name: 'meta' });
  });

  it('creates a fine-tune, uploads its files and lists it', async () => {
    const made = await client.ai.finetunes.create({ account_id, model: base, name: 'style', public: true });
    expect(made).toMatchObject({ model: base, name: 'style', public: true });
    const uploaded = await client.ai.finetunes.assets.create(made.id, {
      account_id,
      file: await toFile(new Blob(['{}']), 'config.json'),
      file_name: 'adapter_config.json',
    });
    expect(uploaded).toMatchObject({ success: true });
    // The specification has one object here; the platform answers a list.
    expect(await client.ai.finetunes.list({ account_id })).toMatchObject([{ id: made.id, name: 'style' }]);
    const listed = await all(client.ai.finetunes.public.list({ account_id, limit: 5 }));
    expect(listed).toMatchObject([{ id: made.id, public: true }]);
    const file_url = `${planes.api}/accounts/${account_id}/ai/finetunes/${made.id}/finetune-assets/adapter_config.json`;
    const { result } = await client.get<{ result: { file_url: string } }>(file_url);
    expect(await (await fetch(result.file_url)).text()).toBe('{}');
  });

  it('converts files and asks what can be converted', async () => {
    const files = [
      await toFile(new Blob(['<h1>Hello</h1>']), 'a.html', { type: 'text/html' }),
      await toFile(new Blob(['a,b\n1,2\n']), 'b.csv', { type: 'text/csv' }),
    ];
    const converted = await all(client.ai.toMarkdown.transform({ account_id, file: { files } }));
    expect(converted).toMatchObject([
      { name: 'a.html', format: 'markdown', data: '# Hello\n' },
      { name: 'b.csv', format: 'markdown', data: '| a | b |\n| --- | --- |\n| 1 | 2 |\n' },
    ]);
    const supported = await all(client.ai.toMarkdown.supported({ account_id }));
    expect(supported).toContainEqual({ extension: '.pdf', mimeType: 'application/pdf' });
  });

  it('queues a batch and asks for it', async () => {
    const model = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
    const options = {
      query: { queueRequest: true },
      headers: { 'cf-aig-gateway-id': 'default' },
    };
    const path = `/accounts/${account_id}/ai/run/${model}`;
    type Answer = { result: { request_id: string; responses?: { id: number; success: boolean }[] } };
    const post = async (body: object) => (await client.post<Answer>(path, { ...options, body })).result;
    const { request_id } = await post({ requests: [{ prompt: 'Say one.' }, { prompt: 'Say two.' }] });
    await expect
      .poll(async () => (await post({ request_id })).responses?.map(({ success }) => success))
      .toEqual([true, true]);
  });
});
