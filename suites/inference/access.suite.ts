import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import type { Role } from '../harness/target.ts';
import { getEntries, inAccount, models, refusedRuns, says, throughGateway } from './asking.ts';

const message = { model: models.message, max_tokens: 16, messages: says('Say hello.') };

/** A valid request to each inference endpoint. */
const requests = {
  'inference.run': { model: models.classic, input: { messages: says('Say hello.') } },
  'inference.run-model': { messages: says('Say hello.') },
  'inference.chat-completions': { model: models.classic, messages: says('Say hello.') },
  'inference.responses': { model: models.third, input: 'Say hello.' },
  'inference.messages': message,
  'inference.embeddings': { model: models.vectors, input: ['Hello'] },
} as const;

type Id = keyof typeof requests;

const ids = Object.keys(requests) as Id[]; // Object.keys forgets the names

const ask = (t: TestContext, role: Role, id: Id, headers: Readonly<Record<string, string>> = {}) =>
  t.as(role).ask(id, {
    params: id === 'inference.run-model' ? { ...inAccount(t), model: models.classic } : inAccount(t),
    headers: { ...throughGateway, ...headers },
    body: requests[id],
  });

/** A request for a hosted model to each endpoint that accepts one. */
const hosted = {
  ...requests,
  'inference.responses': { model: models.responses, input: 'Say hello.' },
} as const;

const hostedIds = ids.filter((id) => id !== 'inference.messages');

/** Fails unless a refusal is in the edge's envelope. */
function isEnvelope(reply: Reply): void {
  const body = object(reply.body, 'the refusal');
  equal(body['success'], false, 'success');
  equal(body['result'], null, 'result');
  ok(getEntries(reply).length > 0, 'errors is empty');
}

const refused = (reply: Reply) => {
  ok(!succeeded(reply), `the request was accepted with status ${reply.status}`);
  ok(reply.status < 500, `the server failed with status ${reply.status}`);
};

/** Who may call the inference endpoints. */
export const inferenceAccessSuite = defineSuite('inference/access', [
  {
    title: 'lets a read-only token run hosted and third-party models',
    requirements: ['INF-AUTH-1', 'INF-AUTH-2'],
    features: ['read-only-token'],
    run: async (t) => {
      await t.check('INF-AUTH-1', async () =>
        expectSuccess(await ask(t, 'read', 'inference.chat-completions'), 'the hosted model'),
      );
      await t.check('INF-AUTH-2', async () =>
        expectSuccess(await ask(t, 'read', 'inference.responses'), 'the third-party model'),
      );
    },
  },
  test('INF-AUTH-7', 'lets a token with edit permission run models', async (t) => {
    for (const id of ids) expectSuccess(await ask(t, 'full', id), id);
  }),
  ...ids.map((id) =>
    test('INF-AUTH-3', `refuses ${id} without credentials`, async (t) => {
      expectSuccess(await ask(t, 'full', id), 'the request with credentials');
      refused(await ask(t, 'none', id));
      refused(await ask(t, 'none', id, { authorization: 'Bearer no-such-token' }));
    }),
  ),
  ...hostedIds.map((id) =>
    test('INF-MODEL-3', `refuses a hosted model at ${id} without a gateway id`, (t) => {
      const model = id === 'inference.run-model' ? { model: models.classic } : {};
      const send = (headers: Readonly<Record<string, string>>, more: object = {}) =>
        t.ask(id, { params: { ...inAccount(t), ...model }, headers, body: { ...hosted[id], ...more } });
      return refusedRuns(t, () => send(throughGateway), [
        { what: 'without the header', send: () => send({}) },
        { what: 'with another gateway header', send: () => send({ 'cf-aig-skip-cache': 'true' }) },
        ...(id === 'inference.chat-completions'
          ? [{ what: 'without the header, as a stream', send: () => send({}, { stream: true }) }]
          : []),
      ]);
    }),
  ),
  ...ids.map(
    (id): Test<KnownRequirementId> => ({
      title: `refuses a gateway token at ${id} with 401 and code 10000`,
      requirements: ['INF-AUTH-4', 'INF-AUTH-5', 'INF-AUTH-6'],
      run: async (t) => {
        expectSuccess(await ask(t, 'full', id), 'the request of a token with every permission');
        const reply = await ask(t, 'gateway', id);
        refused(reply);
        await t.check('INF-AUTH-4', () => equal(reply.status, 401, 'the status'));
        // The seed doesn't show where the refusal has the code.
        await t.check('INF-AUTH-5', () => match(reply.text, /"code"\s*:\s*"?10000\b/, 'the refusal'));
      },
    }),
  ),
  test('INF-AUTH-9', 'calls the refusal of a gateway token an authentication error', async (t) => {
    const reply = await ask(t, 'gateway', 'inference.run');
    match(getEntries(reply)[0]?.message, /^Authentication error\b/, 'the message');
  }),
  test('INF-AUTH-8', 'accepts X-Auth-Email with X-Auth-Key', async (t) => {
    for (const id of ids) expectSuccess(await ask(t, 'legacy', id), id);
  }),
  {
    title: 'accepts the token in x-api-key on the messages endpoints only',
    requirements: ['INF-AUTH-10', 'INF-AUTH-11'],
    run: async (t) => {
      await t.check('INF-AUTH-10', async () =>
        expectSuccess(await ask(t, 'key', 'inference.messages'), 'the message'),
      );
      await t.check('INF-AUTH-11', async () => {
        for (const id of ids) if (id !== 'inference.messages') refused(await ask(t, 'key', id));
      });
    },
  },
  test('INF-ERR-5', 'answers refused credentials of a chat completion with the envelope', async (t) => {
    const reply = await ask(t, 'none', 'inference.chat-completions', {
      authorization: 'Bearer no-such-token',
    });
    refused(reply);
    isEnvelope(reply);
  }),
]);
