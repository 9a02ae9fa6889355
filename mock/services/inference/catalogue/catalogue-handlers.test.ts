import { describe, expect, it } from 'vitest';
import { openrouterModelsSchema } from '../../../../spec/services/inference/catalogue.ts';
import { models } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { tasks } from '../../../../spec/services/inference/tasks.ts';
import { createMock } from '../../../create-mock.ts';
import { clientOf, refusalOf } from '../../../testing/test-client.ts';
import { type ModelFilter, selectModels } from './catalogue-handlers.ts';

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

const ids = (filter: ModelFilter, from = models) => selectModels(from, filter).map(({ id }) => id);
const embeddings = tasks.find(({ name }) => name === 'Text Embeddings');
const [first] = models;
if (!first || !embeddings) throw new Error('the catalogue is empty');
const old: ModelEntry = { ...first, id: '@cf/meta/old', deprecated: true };

describe('selectModels', () => {
  it('gives every model that is not deprecated when nothing is asked', () => {
    expect(ids({})).toEqual(models.filter((model) => !model.deprecated).map(({ id }) => id));
  });

  it.each<[string, ModelFilter, (model: ModelEntry) => boolean]>([
    ['a part of the name', { search: 'LLAMA-3.1' }, ({ id }) => id.includes('llama-3.1')],
    ['an author', { author: 'Meta' }, ({ id }) => id.startsWith('@cf/meta/')],
    ['an author of a third party', { author: 'openai' }, ({ id }) => /^(?:@cf\/)?openai\//.test(id)],
    ['a task by its name', { task: 'text embeddings' }, ({ task }) => task === 'Text Embeddings'],
    ['a task by its id', { task: embeddings.id }, ({ task }) => task === 'Text Embeddings'],
    ['hosted models', { source: 1 }, ({ id }) => id.startsWith('@cf/')],
    ['models of third parties', { source: 2 }, ({ id }) => !id.startsWith('@cf/')],
    ['what is no experiment', { hide_experimental: true }, ({ beta }) => beta === undefined],
    ['several at once', { author: 'meta', search: 'guard' }, ({ id }) => id.includes('llama-guard')],
  ])('finds %s', (_, filter, fits) => {
    const expected = models.filter(fits).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(models.length);
    expect(ids(filter)).toEqual(expected);
  });

  it.each([{ search: 'no such name' }, { task: 'Cooking' }, { author: 'nobody' }, { source: 7 }])(
    'finds nothing for %j',
    (filter) => expect(ids(filter)).toEqual([]),
  );

  it('shows deprecated models when they are asked for', () => {
    expect(ids({}, [first, old])).toEqual([first.id]);
    expect(ids({ include_deprecated: false }, [first, old])).toEqual([first.id]);
    expect(ids({ include_deprecated: true }, [first, old])).toEqual([first.id, old.id]);
  });
});
