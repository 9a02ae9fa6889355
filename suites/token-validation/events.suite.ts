import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RuleBody } from '../harness/creation.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { authorization, bearer, type Headers, isJwtValid } from './guard.ts';
import { makeRule } from './requests.ts';
import { newKey } from './signing-key.ts';

type Action = RuleBody['action'];

/** An operation with a rule that requires a valid token, and the key that signs tokens for it. */
async function ruled(t: TestContext, action: Action, sources: readonly string[] = [authorization]) {
  const [operation] = await t.operations({});
  const { host, path } = operation;
  const key = await newKey();
  const foreign = await newKey('ES256', key.kid);
  const config = await t.config({ token_sources: [...sources], credentials: { keys: [key.jwk] } });
  const selector = { include: [{ host: [host] }] };
  const rule = await makeRule(t, { action, enabled: true, expression: isJwtValid(config.id), selector });
  const send = (headers: Headers): Promise<EdgeReply> => t.edge({ host, path, headers });
  return { key, foreign, config, rule, operation, send };
}

/** The one event about a request; fails for more or fewer. */
async function onlyEvent(t: TestContext, reply: EdgeReply): Promise<SecurityEvent> {
  const events = await t.events(reply, 1);
  equal(events.length, 1, 'the number of events about the request');
  return events[0] as SecurityEvent; // counted in the line above
}

const getViolations = (events: readonly SecurityEvent[]) =>
  events.flatMap((event) => event.token_validation_violations);

/** Which requests with missing or invalid tokens are recorded, and how. */
export const eventsSuite = defineSuite({ name: 'token-validation/events', features: ['edge'] }, [
  ...(
    [
      ['blocking', 'block', 'TV-EVT-1'],
      ['logging', 'log', 'TV-EVT-2'],
    ] as const
  ).map(
    ([what, action, requirement]): Test<KnownRequirementId> => ({
      title: `records a violation that a ${what} rule acts on`,
      requirements: [
        requirement,
        'TV-EVT-3',
        'TV-EVT-4',
        'TV-EVT-6',
        'TV-EVT-7',
        'TV-EVT-8',
        'TV-EVT-9',
        'TV-EVT-21',
        'TV-EVT-22',
      ],
      features: ['edge'],
      run: async (t) => {
        const { foreign, config, rule, operation, send } = await ruled(t, action);
        const reply = await send(bearer(await foreign.sign()));
        const events = await t.events(reply, 1);
        const violations = getViolations(events);
        const event = events.find((one) => getViolations([one]).length > 0) ?? events[0];
        if (!event) throw new ConformanceFailure('There is no event about the request');
        await t.check('TV-EVT-22', () => equal(events.length, 1, 'the number of events about the request'));
        await t.check('TV-EVT-4', () => ok(violations.length > 0, 'The section of violations is empty'));
        await t.check('TV-EVT-3', () => {
          ok(violations.length > 0, 'There is no reason');
          for (const { reason } of violations) match(reason, /\S/, 'a reason');
        });
        await t.check('TV-EVT-21', () => {
          const ids = violations.map((one) => one.token_configuration_id);
          equal(ids, [config.id], 'the configurations of the violations');
        });
        await t.check('TV-EVT-6', () => equal(event.source, 'apiShieldTokenValidation', 'source'));
        await t.check('TV-EVT-7', () => equal(event.ruleId, rule.id, 'ruleId'));
        await t.check('TV-EVT-8', () => equal(event.action, action, 'action'));
        await t.check('TV-EVT-9', () => equal(event.operationId, operation.operation_id, 'operationId'));
      },
    }),
  ),
  test('TV-EVT-5', 'records nothing about a request with a valid token', async (t) => {
    const { key, foreign, send } = await ruled(t, 'log');
    const reply = await send(bearer(await key.sign()));
    equal(getViolations(await t.events(reply)), [], 'the violations of a valid token');
    const forged = await t.events(await send(bearer(await foreign.sign())), 1);
    ok(getViolations(forged).length > 0, 'a forged token has no violation');
  }),
  test('TV-SRC-26', 'records nothing about an invalid token after the first valid one', async (t) => {
    const sources = [authorization, 'http.request.headers["x-second"][0]'];
    const { key, foreign, send } = await ruled(t, 'log', sources);
    const [valid, invalid] = [await key.sign(), await foreign.sign()];
    const both = await send({ authorization: valid, 'x-second': invalid });
    equal(getViolations(await t.events(both)), [], 'the violations of a valid token before an invalid one');
    const neither = await t.events(await send({ authorization: invalid, 'x-second': invalid }), 1);
    ok(getViolations(neither).length > 0, 'two invalid tokens have no violation');
  }),
  test('TV-EVT-23', 'names one of two rules that cover the operation of a request', async (t) => {
    const { key, config, rule, operation, send } = await ruled(t, 'log');
    const second = await makeRule(t, { action: 'log', enabled: true, expression: isJwtValid(config.id) });
    const event = await onlyEvent(t, await send({}));
    ok(event.ruleId === rule.id || event.ruleId === second.id, 'The event names neither rule');
    equal(event.operationId, operation.operation_id, 'operationId');
    equal(await t.events(await send(bearer(await key.sign()))), [], 'the events about a valid token');
  }),
  {
    title: 'records an invalid token outside of all rules, without a rule',
    requirements: ['TV-EVT-10', 'TV-EVT-11'],

    run: async (t) => {
      const key = await newKey();
      const foreign = await newKey('ES256', key.kid);
      const config = await t.config({ credentials: { keys: [key.jwk] } });
      const path = t.path('/uncovered');
      const event = await onlyEvent(t, await t.edge({ path, headers: bearer(await foreign.sign()) }));
      await t.check('TV-EVT-10', () =>
        equal(
          event.token_validation_violations.map((one) => one.token_configuration_id),
          [config.id],
          'the configurations of the violations',
        ),
      );
      await t.check('TV-EVT-11', () => equal(event.ruleId, null, 'ruleId'));
    },
  },
  test('TV-EVT-12', 'does not record a missing token outside of all rules', async (t) => {
    const key = await newKey();
    await t.config({ credentials: { keys: [key.jwk] } });
    const path = t.path('/uncovered');
    equal(await t.events(await t.edge({ path })), [], 'the events about a missing token');
    await onlyEvent(t, await t.edge({ path, headers: bearer('garbage') }));
  }),
]);
