import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { equal, match, object, ok, show } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  askModel,
  askRun,
  getEntries,
  getMessage,
  hasCode,
  inAccount,
  models,
  says,
  throughGateway,
} from './asking.ts';

const below = (t: TestContext, rest: string) => `/accounts/${t.accountId}/ai/${rest}`;

/** The endpoints that run a model, by operation. */
const endpoints = [
  ['inference.run', 'run'],
  ['inference.run-model', `run/${models.classic}`],
  ['inference.chat-completions', 'v1/chat/completions'],
  ['inference.responses', 'v1/responses'],
  ['inference.messages', 'v1/messages'],
  ['inference.embeddings', 'v1/embeddings'],
] as const satisfies readonly (readonly [OperationId, string])[];

const sendText = (t: TestContext, rest: string, body: string, type = 'application/json') =>
  t.send({
    method: 'POST',
    path: below(t, rest),
    headers: { ...throughGateway, 'content-type': type },
    body,
  });

/** Refusals of all layers, each with a request that causes it. */
const refusals: readonly (readonly [string, (t: TestContext) => ReturnType<TestContext['send']>])[] = [
  ['the edge', (t) => sendText(t, 'run', '{"model":')],
  ['the runtime', (t) => askModel(t, models.classic, { prompt: 7 })],
  ['the gateway', (t) => askRun(t, { model: models.unknown, input: {} })],
  [
    'chat completions',
    (t) => sendText(t, 'v1/chat/completions', '{"model":"no-such-author/no-such-model","messages":[]}'),
  ],
  [
    'responses',
    (t) => sendText(t, 'v1/responses', '{"model":"no-such-author/no-such-model","input":"Hello"}'),
  ],
  ['messages', (t) => sendText(t, 'v1/messages', '{"model":"a/b","max_tokens":1,"messages":7}')],
];

const message = { model: models.message, max_tokens: 16, messages: says('Say hello.') };

const askMessage = (t: TestContext, body: unknown) =>
  t.ask('inference.messages', { params: inAccount(t), headers: throughGateway, body });

/** What all inference endpoints share: envelopes, routes, and the shapes of refusals. */
export const inferenceCommonSuite = defineSuite('inference/common', [
  {
    title: 'answers a run with exactly the four members of the envelope',
    requirements: ['INF-ENV-1', 'INF-ENV-2', 'INF-ENV-3', 'INF-ENV-4'],
    run: async (t) => {
      for (const ask of [
        () => askModel(t, models.classic, { prompt: 'Say hello.' }),
        () => askRun(t, { model: models.third, input: { messages: says('Say hello.') } }),
      ]) {
        const reply = await ask();
        expectSuccess(reply, 'the run');
        const body = object(reply.body, 'the answer');
        await t.check('INF-ENV-1', () => {
          const absent = ['result', 'success', 'errors', 'messages'].filter((name) => !(name in body));
          equal(absent, [], 'the missing members');
        });
        await t.check('INF-ENV-2', () => equal(body['success'], true, 'success'));
        await t.check('INF-ENV-3', () => equal(body['errors'], [], 'errors'));
        await t.check('INF-ENV-4', () => equal(body['result_info'], undefined, 'result_info'));
      }
    },
  },
  test('INF-ERR-1', 'sends result null in a refusal of the edge', async (t) => {
    const body = {
      model: models.classic,
      input: {},
      options: { webhookUrl: 'https://hooks.example.com' },
    };
    const reply = await askRun(t, body);
    t.expectFailure(reply, { status: 400 });
    equal(object(reply.body, 'the refusal')['result'], null, 'result');
  }),
  {
    title: 'sends an empty result in a refusal of the runtime',
    requirements: ['INF-ERR-2', 'INF-ERR-3', 'INF-ERR-4'],
    run: async (t) => {
      const reply = await askModel(t, models.classic, { prompt: 7 });
      t.expectFailure(reply, { shape: 'own', status: 400 });
      const body = object(reply.body, 'the refusal');
      await t.check('INF-ERR-2', () => equal(body['result'], {}, 'result'));
      await t.check('INF-ERR-3', () => {
        equal(body['success'], false, 'success');
        ok(getEntries(reply).length > 0, 'errors is empty');
      });
      await t.check('INF-ERR-4', () => match(getEntries(reply)[0]?.message, /^AiError: /, 'the message'));
    },
  },
  {
    title: "sends a refusal of chat completions both as the envelope and in the clients' format",
    requirements: ['INF-ERR-6', 'INF-ERR-13'],
    run: async (t) => {
      const reply = await t.ask('inference.chat-completions', {
        params: inAccount(t),
        headers: throughGateway,
        body: { model: models.classic, messages: [] },
      });
      t.expectFailure(reply, { shape: 'own' });
      const body = object(reply.body, 'the refusal');
      await t.check('INF-ERR-6', () => {
        ok(Array.isArray(body['errors']) && body['errors'].length > 0, `errors is ${show(body['errors'])}`);
      });
      await t.check('INF-ERR-13', () => {
        const error = object(body['error'], 'error');
        const absent = ['message', 'type', 'param', 'code'].filter((name) => !(name in error));
        equal(absent, [], 'the missing members of error');
        match(error['message'], /./, 'error.message');
      });
    },
  },
  test('INF-ERR-7', 'sends a refusal of responses as an error with code and message', async (t) => {
    const body = { model: models.classic, input: 'Hello' };
    const reply = await t.ask('inference.responses', {
      params: inAccount(t),
      headers: throughGateway,
      body,
    });
    t.expectFailure(reply, { shape: 'own' });
    const error = object(object(reply.body, 'the refusal')['error'], 'error');
    match(error['message'], /./, 'error.message');
    match(error['code'], /./, 'error.code');
  }),
  {
    title: 'sends refusals of messages as errors with a type',
    requirements: ['INF-ERR-8', 'INF-ERR-9', 'INF-ERR-10'],
    run: async (t) => {
      expectSuccess(await askMessage(t, message), 'the message');
      const unknown = await askMessage(t, { ...message, model: models.unknown });
      const wrong = await askMessage(t, { ...message, max_tokens: 'many' });
      const getError = ({ body }: typeof unknown) => object(object(body, 'the refusal')['error'], 'error');
      await t.check('INF-ERR-8', () => {
        for (const reply of [unknown, wrong]) {
          equal(object(reply.body, 'the refusal')['type'], 'error', 'type');
          match(getError(reply)['type'], /./, 'error.type');
          match(getError(reply)['message'], /./, 'error.message');
        }
      });
      await t.check('INF-ERR-9', () => {
        equal(unknown.status, 404, 'the status');
        equal(getError(unknown)['type'], 'not_found_error', 'error.type');
      });
      await t.check('INF-ERR-10', () => {
        equal(wrong.status, 400, 'the status');
        equal(getError(wrong)['type'], 'invalid_request_error', 'error.type');
      });
    },
  },
  test('INF-ERR-14', 'calls an exceeded rate limit a rate_limit_error on messages', async (t) => {
    const gateway = await t.gateway({ rate_limiting_interval: 3600, rate_limiting_limit: 1 });
    const ask = () =>
      t.ask('inference.messages', {
        params: inAccount(t),
        headers: { 'cf-aig-gateway-id': gateway.id },
        body: message,
      });
    expectSuccess(await ask(), 'the first message');
    const reply = await ask();
    equal(reply.status, 429, 'the status');
    const error = object(object(reply.body, 'the refusal')['error'], 'error');
    equal(error['type'], 'rate_limit_error', 'error.type');
  }),
  ...endpoints.map(([operation, rest]) =>
    test('INF-ERR-15', `refuses a body at ${operation} that is not JSON`, async (t) => {
      const { errorShape }: Endpoint = contract[operation];
      for (const body of ['', '{', '{"model": }', 'Hello', '{"a":1}{"b":2}']) {
        const reply = await sendText(t, rest, body);
        equal(reply.status, 400, `the status of ${show(body)}`);
        ok(errorShape?.schema.safeParse(reply.body).success, `the refusal has another shape: ${reply.text}`);
      }
    }),
  ),
  ...refusals.map(([what, ask]) =>
    test('INF-ERR-16', `reveals nothing internal in a refusal of ${what}`, async (t) => {
      const reply = await ask(t);
      ok(reply.status >= 400 && reply.status < 500, `the status is ${reply.status}, expected 4xx`);
      ok(
        !/\bat .+:\d+:\d+|\.[cm]?[jt]s:\d+|node_modules|(?:^|[\s"'(])\/(?:home|root|usr|work|tmp|app)\//.test(
          reply.text,
        ),
        `the refusal reveals internals: ${reply.text.slice(0, 300)}`,
      );
    }),
  ),
  {
    title: 'answers 7003 for unknown paths below /ai, and names them',
    requirements: ['INF-ROUTE-1', 'INF-ROUTE-2'],
    run: async (t) => {
      for (const rest of ['no-such-thing', 'v1/no-such-thing', 'v1/chat/completions/more']) {
        const reply = await sendText(t, rest, '{}');
        await t.check('INF-ROUTE-1', () => {
          equal(reply.status, 404, `the status of ${rest}`);
          ok(hasCode(reply, 7003), `no entry of ${rest} has the code 7003`);
        });
        await t.check('INF-ROUTE-2', () =>
          ok(getMessage(reply).includes(rest), `no message names ${rest}: ${getMessage(reply)}`),
        );
      }
    },
  },
  test('INF-ROUTE-3', 'refuses a GET of chat completions with 405', async (t) => {
    const path = below(t, 'v1/chat/completions');
    equal((await t.send({ method: 'GET', path })).status, 405, 'the status');
  }),
  test('INF-ROUTE-4', 'answers 7003 for an invalid account id', async (t) => {
    const reply = await t.send({
      method: 'POST',
      path: '/accounts/no-account/ai/v1/chat/completions',
      headers: { ...throughGateway, 'content-type': 'application/json' },
      body: JSON.stringify({ model: models.classic, messages: says('Hello') }),
    });
    ok(hasCode(reply, 7003), `no entry has the code 7003: ${reply.text.slice(0, 200)}`);
  }),
]);
