import { describe, expect, it } from 'vitest';
import { openrouterModelsSchema } from '../../../../spec/services/inference/catalogue.ts';
import { models } from '../../../../spec/services/inference/models/catalogue.ts';
import { createMock } from '../../../create-mock.ts';
import { clientOf, refusalOf } from '../../../testing/test-client.ts';

const mock = createMock();
const client = clientOf(mock);
const params = { account_id: mock.defaults.accountId };
const names = models.filter(({ deprecated }) => !deprecated).map(({ id }) => id);

const search = async (query: Record<string, string>) => {
  const { body } = await client.call('inference.models.search', { params, query });
  if (!Array.isArray(body.result)) throw new Error('no list');
  return { names: body.result.map(({ name }) => name), info: body.result_info };
};

describe('inference.models.search', () => {
  it('lists every model on one page of a hundred', async () => {
    const found = await search({});
    expect(found.names).toEqual(names);
    expect(found.info).toEqual({
      page: 1,
      per_page: 100,
      count: names.length,
      total_count: names.length,
      total_pages: 1,
    });
  });

  it('is walked through page by page, until one is short', async () => {
    const walked: string[] = [];
    for (let page = 1; ; page++) {
      const found = await search({ page: String(page), per_page: '7' });
      walked.push(...found.names);
      if (found.names.length < 7) break;
    }
    expect(walked).toEqual(names);
    expect((await search({ page: '99', per_page: '50' })).names).toEqual([]);
  });

  it.each([{ per_page: '101' }, { per_page: '0' }, { page: 'x' }, { source: 'x' }])(
    'refuses %j',
    async (query) => {
      const reply = await client.call('inference.models.search', { params, query });
      expect(refusalOf(reply).status).toBe(400);
    },
  );

  it('answers the openrouter format without an envelope', async () => {
    const query = { format: 'openrouter', author: 'meta' } as const;
    const { status, headers, text } = await client.call('inference.models.search', { params, query });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('touchstone-basis')).toBe('inferred');
    const answer: unknown = JSON.parse(text);
    expect(Object.keys(Object(answer))).toEqual(['data']);
    const { data } = openrouterModelsSchema.parse(answer);
    expect(data.map(({ id }) => id)).toEqual(names.filter((name) => name.startsWith('@cf/meta/')));
  });
});

describe('inference.models.schema', () => {
  it('finds a model by its percent-encoded id', async () => {
    const { body } = await client.send({
      method: 'GET',
      path: `/accounts/${params.account_id}/ai/models/schema?model=%40cf%2Fmeta%2Fm2m100-1.2b`,
    });
    expect(body).toMatchObject({
      success: true,
      result: { input: { required: ['text', 'target_lang'] }, output: { type: 'object' } },
    });
  });

  it('refuses an unknown model with 5007', async () => {
    const query = { model: '@cf/meta/nothing' };
    const reply = await client.call('inference.models.schema', { params, query });
    expect(refusalOf(reply)).toMatchObject({ status: 400, code: 5007 });
    expect(reply.text).toContain('@cf/meta/nothing');
  });
});

describe('inference.tasks.search and inference.authors.search', () => {
  it('list the tasks and authors of all models, each once', async () => {
    const tasks = (await client.call('inference.tasks.search', { params })).body.result;
    expect(new Set(tasks.map(({ name }) => name))).toEqual(new Set(models.map(({ task }) => task)));
    const authors = (await client.call('inference.authors.search', { params })).body.result;
    const ids = authors.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect((await search({ author: id })).names.length).toBeGreaterThan(0);
  });
});
