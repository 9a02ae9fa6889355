import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Rule, RuleBody } from '../harness/creation.ts';
import type { NeededOperation } from '../harness/needed/operations.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { bearer, isJwtPresent, isJwtValid } from './guard.ts';
import { editRule, makeRule, needsWorking } from './requests.ts';
import { newKey } from './signing-key.ts';

/** A rule that acts on every request without a token in its selector, by default on all of `t.host()`. */
const acting = async (t: TestContext, overrides: Partial<RuleBody> = {}): Promise<Rule> => {
  const expression = overrides.expression ?? isJwtPresent((await t.config()).id);
  return makeRule(t, { action: 'block', enabled: true, ...overrides, expression });
};

const onHost = (...host: string[]) => ({ include: [{ host }] });

/** A request for an operation. */
const at = ({ host, path }: NeededOperation) => ({ host, path });

/** Which requests a rule acts on, and which of several rules acts. */
export const edgeSelectorsSuite = defineSuite('token-validation/edge-selectors', [
  {
    title: 'acts on the operations of the hosts that include names, and on no others',
    requirements: ['TV-SEL-1', 'TV-SEL-2'],
    run: async (t) => {
      const [first, second, other] = await t.operations(
        { label: 'api' },
        { label: 'shop' },
        { label: 'www' },
      );
      await acting(t, { selector: { include: [{ host: [first.host] }, { host: [second.host] }] } });
      await t.check('TV-SEL-1', async () => {
        await t.blocked(at(first));
        await t.blocked(at(second));
      });
      await t.check('TV-SEL-2', () => t.reachesOrigin(at(other)));
    },
  },
  test('TV-SEL-1', 'acts on every host of one item of include', async (t) => {
    const both = await t.operations({ label: 'api' }, { label: 'shop' });
    await acting(t, { selector: onHost(...both.map(({ host }) => host)) });
    for (const operation of both) await t.blocked(at(operation));
  }),
  {
    title: 'omits the operations that exclude names, and only those',
    requirements: ['TV-SEL-3', 'TV-SEL-4'],
    run: async (t) => {
      const [issue, refresh, orders] = await t.operations({ path: '/issue' }, { path: '/refresh' }, {});
      const exclude = [issue, refresh].map(({ operation_id }) => ({ operation_ids: [operation_id] }));
      await acting(t, { selector: { ...onHost(orders.host), exclude } });
      await t.check('TV-SEL-3', async () => {
        await t.reachesOrigin(at(issue));
        await t.reachesOrigin(at(refresh));
      });
      await t.check('TV-SEL-4', () => t.blocked(at(orders)));
    },
  },
  {
    title: 'applies the other of two rules when their positions are swapped',
    requirements: ['TV-SEL-5', 'TV-SEL-6'],
    run: async (t) => {
      const [operation] = await t.operations({});
      const selector = onHost(operation.host);
      const block = await acting(t, { selector });
      const log = await acting(t, { selector, action: 'log' });
      const move = (id: string, position: { after: string } | { before: string }) =>
        needsWorking('a bulk edit', () => editRule(t, id, { position }));
      const outcome = async () => (t.reached(await t.edge(at(operation))) ? 'passes' : 'is stopped');
      // No seed says which of them comes first after their creation.
      const outcomes: string[] = [];
      for (const position of [{ after: log.id }, { before: log.id }, { after: log.id }]) {
        await move(block.id, position);
        outcomes.push(await outcome());
      }
      // Where the logging rule applies, the blocking one does not.
      await t.check('TV-SEL-6', () =>
        ok(outcomes.includes('passes'), 'the request is blocked in either order'),
      );
      const [one] = outcomes;
      const other = one === 'passes' ? 'is stopped' : 'passes';
      await t.check('TV-SEL-5', () =>
        equal(outcomes, [one, other, one], 'the outcomes of a request after each swap'),
      );
    },
  },
  test('TV-SEL-7', 'keeps a request that a blocking rule acts on from the origin', async (t) => {
    const [operation] = await t.operations({});
    await t.reachesOrigin(at(operation));
    await acting(t, { action: 'block', selector: onHost(operation.host) });
    await t.blocked(at(operation));
  }),
  test('TV-SEL-8', 'lets a request that a logging rule acts on reach the origin', async (t) => {
    const [operation] = await t.operations({});
    const rule = await acting(t, { action: 'log', selector: onHost(operation.host) });
    await t.reachesOrigin(at(operation));
    // The same rule, blocking: it does act on this request.
    await needsWorking('a bulk edit', async () => {
      await editRule(t, rule.id, { action: 'block' });
      await t.blocked(at(operation));
    });
  }),
  {
    title: 'lets a request for a path without an operation reach the origin, whatever its token',
    requirements: ['TV-SEL-9'],
    run: async (t) => {
      const [operation] = await t.operations({});
      const other = { host: operation.host, path: t.path('/other') };
      await t.learn(other);
      const key = await newKey();
      const foreign = await newKey('ES256', key.kid);
      const config = await t.config({ credentials: { keys: [key.jwk] } });
      await acting(t, { expression: isJwtValid(config.id), selector: onHost(operation.host) });
      const invalid = bearer(await foreign.sign());
      await t.blocked({ ...at(operation), headers: invalid });
      await t.reachesOrigin(other);
      await t.reachesOrigin({ ...other, headers: invalid });
      await t.reachesOrigin({ ...other, headers: bearer('garbage') });
      await t.reachesOrigin({ ...other, headers: bearer(await key.sign()) });
    },
  },
  test('TV-SEL-19', 'acts on an operation that was saved after the rule', async (t) => {
    const path = t.path('/late');
    await acting(t);
    await t.learn({ path });
    await t.operation({ endpoint: path });
    await t.blocked({ path });
  }),
  test('TV-SEL-20', 'acts on nothing with an empty selector', async (t) => {
    const path = t.path('/orders');
    await t.operation({ endpoint: path });
    for (const selector of [{}, { include: [] }, { include: null, exclude: null }]) {
      await acting(t, { selector });
      await t.reachesOrigin({ path });
    }
    await acting(t);
    await t.blocked({ path });
  }),
  test('TV-SEL-21', 'lets the first rule decide', async (t) => {
    const path = t.path('/orders');
    await t.operation({ endpoint: path });
    const log = await acting(t, { action: 'log' });
    await acting(t, { action: 'block' });
    await t.reachesOrigin({ path });
    await t.call('token-validation.rule.delete', { params: { zone_id: t.zoneId, rule_id: log.id } });
    await t.blocked({ path });
  }),
  test('TV-SEL-22', 'does not let a disabled rule shadow the rules after it', async (t) => {
    const path = t.path('/orders');
    await t.operation({ endpoint: path });
    await acting(t, { action: 'log', enabled: false });
    await acting(t, { action: 'block' });
    await t.blocked({ path });
  }),
  test('TV-SEL-23', 'lets a rule whose expression is true shadow the rules after it', async (t) => {
    const path = t.path('/orders');
    await t.operation({ endpoint: path });
    const first = await acting(t, { expression: `not ${isJwtPresent((await t.config()).id)}` });
    await acting(t);
    await t.reachesOrigin({ path });
    await t.call('token-validation.rule.delete', { params: { zone_id: t.zoneId, rule_id: first.id } });
    await t.blocked({ path });
  }),
]);
