import { openrouterModelsSchema } from '../../spec/services/inference/catalogue.ts';
import { parseModelId } from '../../spec/services/inference/model-id.ts';
import { array, equal, isObject, match, object, ok } from '../harness/assertions.ts';
import { readPages } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, getNames, inAccount, models, searchModels } from './asking.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A name without a model. */
const nonsense = 'touchstone-has-no-such-model';

/** The catalogue of models, and their schemas. */
export const modelsSuite = defineSuite('inference/models', [
  {
    title: 'lists models with their names and tasks',
    requirements: ['INF-CAT-1', 'INF-CAT-2', 'INF-CAT-3'],
    run: async (t) => {
      const reply = await t.ask('inference.models.search', { params: inAccount(t) });
      t.expectSuccess(reply, 'the list of models');
      const listed = array(isObject(reply.body) ? reply.body['result'] : undefined, 'result');
      ok(listed.length > 0, 'result is empty, expected models');
      for (const [at, entry] of listed.entries()) {
        const model = object(entry, `result[${at}]`);
        await t.check('INF-CAT-1', () =>
          ok(parseModelId(String(model['name'])) !== undefined, `${String(model['name'])} is not a model id`),
        );
        await t.check('INF-CAT-2', () => match(model['id'], uuid, `id of ${String(model['name'])}`));
        await t.check('INF-CAT-3', () => {
          match(model['description'], /./, 'description');
          match(object(model['task'], 'task')['name'], /./, 'task.name');
          array(model['tags'], 'tags');
          for (const property of array(model['properties'], 'properties')) {
            match(object(property, 'a property')['property_id'], /./, 'property_id');
          }
        });
      }
    },
  },
  test('INF-CAT-4', 'finds models by part of their name', async (t) => {
    const all = getNames(await searchModels(t));
    const found = getNames(await searchModels(t, { search: 'llama-3.1-8b' }));
    ok(found.includes(models.classic), `${models.classic} is not among ${found.join(', ')}`);
    ok(found.length < all.length, 'the search finds every model');
    equal(getNames(await searchModels(t, { search: nonsense })), [], `what ${nonsense} finds`);
  }),
  test('INF-CAT-5', 'finds the models of a task', async (t) => {
    for (const [task, name] of [
      ['Text Embeddings', models.vectors],
      ['Text Generation', models.classic],
    ] as const) {
      const found = await searchModels(t, { task });
      ok(getNames(found).includes(name), `${name} is not among the models of ${task}`);
      for (const model of found) equal(model.task.name, task, `the task of ${model.name}`);
    }
  }),
  test('INF-CAT-6', 'finds the models of an author', async (t) => {
    const found = getNames(await searchModels(t, { author: 'meta' }));
    ok(found.includes(models.classic), `${models.classic} is not among the models of meta`);
    for (const name of found) equal(parseModelId(name)?.author, 'meta', `the author of ${name}`);
    equal(getNames(await searchModels(t, { author: nonsense })), [], 'the models of an unknown author');
  }),
  test(['INF-CAT-7', 'INF-CAT-12'], 'returns the catalogue page by page', async (t) => {
    const per_page = 10;
    let last = 0;
    const walked = await readPages(t, 'the catalogue', per_page, async (page) => {
      const names = getNames(await searchModels(t, { page: `${page}`, per_page: `${per_page}` }));
      ok(names.length <= per_page, `page ${page} has ${names.length} models, expected at most ${per_page}`);
      last = page;
      return { records: names, isLast: names.length < per_page };
    });
    await t.check('INF-CAT-7', async () => {
      equal(new Set(walked).size, walked.length, 'the number of distinct models');
      const first = getNames(await searchModels(t, { page: '1', per_page: '50' }));
      equal(first, walked.slice(0, 50), 'the first page of 50');
    });
    await t.check('INF-CAT-12', async () =>
      equal(
        getNames(await searchModels(t, { page: `${last + 1}`, per_page: `${per_page}` })),
        [],
        'the page behind',
      ),
    );
  }),
  test('INF-CAT-8', 'answers in the openrouter format without an envelope', async (t) => {
    const path = `/accounts/${t.accountId}/ai/models/search?format=openrouter`;
    const reply = await t.send({ method: 'GET', path });
    equal(reply.status, 200, 'the status');
    const body = object(reply.body, 'the body');
    for (const member of ['result', 'success', 'errors']) {
      ok(!(member in body), `the body has ${member}, a member of the envelope`);
    }
    const { data } = fits(openrouterModelsSchema, body, 'the body');
    ok(
      data.some(({ id }) => id === models.classic),
      `${models.classic} is not in data`,
    );
  }),
  {
    title: 'returns input and output schemas, with or without an encoded model id',
    requirements: ['INF-CAT-9', 'INF-CAT-13'],
    run: async (t) => {
      const base = `/accounts/${t.accountId}/ai/models/schema?model=`;
      const read = async (model: string) => {
        const reply = await t.send({ method: 'GET', path: `${base}${model}` });
        t.expectSuccess(reply, `the schema of ${model}`);
        return object(object(reply.body, 'the body')['result'], 'result');
      };
      const encoded = await read(encodeURIComponent(models.classic));
      await t.check('INF-CAT-9', async () => {
        match(JSON.stringify(object(encoded['input'], 'input')), /"messages"/, 'input');
        match(JSON.stringify(object(encoded['output'], 'output')), /"response"/, 'output');
        const other = await read(encodeURIComponent('@cf/meta/m2m100-1.2b'));
        match(JSON.stringify(object(other['input'], 'input')), /"target_lang"/, 'input');
        match(JSON.stringify(object(other['output'], 'output')), /"translated_text"/, 'output');
      });
      await t.check('INF-CAT-13', async () => equal(await read(models.classic), encoded, 'the schemas'));
    },
  },
  test(['INF-CAT-10', 'INF-CAT-11'], 'lists tasks and authors', async (t) => {
    const params = inAccount(t);
    await t.check('INF-CAT-10', async () => {
      const { result } = (await t.call('inference.tasks.search', { params })).body;
      const names = array(result, 'result').map((task) => object(task, 'a task')['name']);
      for (const name of ['Text Generation', 'Text Embeddings']) {
        ok(names.includes(name), `${name} is not among the tasks`);
      }
    });
    await t.check('INF-CAT-11', async () => {
      const { result } = (await t.call('inference.authors.search', { params })).body;
      ok(array(result, 'result').length > 0, 'result is empty, expected authors');
      match(JSON.stringify(result), /"meta"/i, 'result');
    });
  }),
]);
