import type { ResponseObject } from '../../spec/services/inference/formats/responses/answer.ts';
import { equal, match, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { inAccount, models } from './asking.ts';
import { respond, responseText, saysItem } from './responses.suite.ts';

const named = (t: TestContext, response_id: string) => ({ ...inAccount(t), response_id });

const read = (t: TestContext, id: string) => t.ask('inference.response.get', { params: named(t, id) });

/** A background response, after it has ended. */
async function ended(t: TestContext, id: string): Promise<ResponseObject> {
  const done = await t.waitFor({ what: 'the end of a background response', within: 5_000 }, async () => {
    const { body } = await t.call('inference.response.get', { params: named(t, id) });
    return body.status !== 'queued' && body.status !== 'in_progress' ? body : undefined;
  });
  if (done) return done;
  throw new ConformanceFailure(`${id} has not ended after 5 seconds`);
}

const modelIds = async (t: TestContext): Promise<string[]> => {
  const { body } = await t.call('inference.openai-models.list', { params: inAccount(t) });
  return body.data.map(({ id }) => id);
};

/** Stored responses, and the list of models in the format's own shape. */
export const storedResponsesSuite = defineSuite('inference/stored-responses', [
  test('INF-RESP-29', 'queues a background response, and returns it with its text', async (t) => {
    const accepted = await respond(t, { input: 'Say hello.', background: true, store: true });
    oneOf(accepted.status, ['queued', 'in_progress'], 'the initial status');
    equal(accepted.output, [], 'the initial output');
    const response = await ended(t, accepted.id);
    equal(response.status, 'completed', 'the final status');
    equal(response.background, true, 'background');
    responseText(response);
  }),
  test(['INF-RESP-30', 'INF-RESP-31'], 'returns a response until it is deleted', async (t) => {
    const made = await respond(t, { input: 'Say hello.' });
    await t.check('INF-RESP-30', async () => {
      const { body } = await t.call('inference.response.get', { params: named(t, made.id) });
      equal(responseText(body), responseText(made), 'what it says');
    });
    await t.check('INF-RESP-31', async () => {
      const { body } = await t.call('inference.response.delete', { params: named(t, made.id) });
      equal(body.deleted, true, 'deleted');
      equal((await read(t, made.id)).status, 404, 'the status afterwards');
    });
  }),
  test('INF-RESP-32', 'lists the input items of a response, page by page', async (t) => {
    const { id } = await respond(t, { input: [saysItem('One'), saysItem('Two'), saysItem('Three')] });
    const page = async (query: Record<string, string>) =>
      (await t.call('inference.response.input-items', { params: named(t, id), query })).body;
    const all = await page({ order: 'asc' });
    match(JSON.stringify(all.data), /One.*Two.*Three/, 'data');
    const first = await page({ order: 'asc', limit: '2' });
    equal(first.has_more, true, 'has_more');
    const second = await page({ order: 'asc', limit: '2', after: first.last_id ?? '' });
    equal([...first.data, ...second.data], all.data, 'both pages');
  }),
  test(
    ['INF-CAT-15', 'INF-CAT-16'],
    'lists the models for these formats, and returns one of them',
    async (t) => {
      const ids = await modelIds(t);
      await t.check('INF-CAT-15', () => {
        for (const id of [models.classic, models.third, models.vectors])
          ok(ids.includes(id), `${id} is not in the list`);
      });
      await t.check('INF-CAT-16', async () => {
        const params = { ...inAccount(t), model: models.classic };
        const { body } = await t.call('inference.openai-models.get', { params });
        equal(body.id, models.classic, 'id');
        const unknown = await t.ask('inference.openai-models.get', {
          params: { ...params, model: models.unknown },
        });
        equal(unknown.status, 404, 'the status of an unknown model');
      });
    },
  ),
  test('INF-ERR-17', 'has an error with a message in all refusals below /ai/v1', async (t) => {
    const root = `/accounts/${t.accountId}/ai/v1`;
    const refusals = [
      await t.as('none').ask('inference.openai-models.list', { params: inAccount(t) }),
      await read(t, 'resp_that_nobody_made'),
      await t.send({ method: 'GET', path: `${root}/no-such-thing` }),
      await t.send({ method: 'GET', path: `${root}/chat/completions` }),
      await t.send({ method: 'PUT', path: `${root}/messages`, body: '{}' }),
    ];
    for (const { status, body } of refusals) {
      ok(status >= 400, `the status is ${status}`);
      match(object(object(body, 'the refusal')['error'], 'error')['message'], /./, 'error.message');
    }
  }),
]);
