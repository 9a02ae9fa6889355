import type { Reply } from '../../spec/client.ts';
import { array, differ, equal, isObject, match, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { listAll } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  blockRule,
  config,
  configRule,
  createRuleset,
  custom,
  customRuleset,
  getIds,
  getRules,
  openRuleset,
} from './rulesets.ts';

/** Entry points: the one ruleset of a phase that runs automatically. */
export const entrypointsSuite = defineSuite('rulesets/entrypoints', [
  {
    title: 'creates an entry point with the first PUT, and replaces its rules with the next',
    requirements: ['RS-ENTRY-1', 'RS-ENTRY-2', 'RS-ENTRY-3', 'RS-ENTRY-4', 'RS-ENTRY-5', 'RS-ENTRY-7'],
    run: async (t) => {
      const { zone_id, ruleset } = await openRuleset(t, [blockRule(t, '/one')]);
      equal(ruleset.phase, custom, 'the phase');
      await t.check('RS-ENTRY-3', () => equal(ruleset.kind, 'zone', 'the kind'));
      await t.check('RS-ENTRY-7', () => equal(ruleset.name, 'default', 'the name'));
      const params = { zone_id, ruleset_phase: custom } as const;
      const reply = await t.call('rulesets.zone.entrypoint.update', {
        params,
        body: { rules: [blockRule(t, '/two'), blockRule(t, '/three')] },
      });
      const replaced = createRuleset(reply);
      const before = new Set(getRules(ruleset).map(({ id }) => id));
      await t.check('RS-ENTRY-2', () => {
        equal(getRules(replaced).length, 2, 'the number of rules');
        equal(
          getRules(replaced).filter(({ id }) => before.has(id)),
          [],
          'the previous rules',
        );
      });
      await t.check('RS-ENTRY-5', () => equal(replaced.id, ruleset.id, 'the id'));
      const read = createRuleset(await t.call('rulesets.zone.entrypoint.get', { params }));
      await t.check('RS-ENTRY-4', () => equal(read, replaced, 'what is read'));
    },
  },
  test('RS-ENTRY-6', 'returns 404 for a missing entry point', async (t) => {
    const { id: zone_id } = await t.zone();
    const params = { zone_id, ruleset_phase: custom };
    const reply = await t.ask('rulesets.zone.entrypoint.get', { params });
    t.expectFailure(reply, { status: 404, code: 10003 });
    const errors = isObject(reply.body) ? reply.body['errors'] : undefined;
    const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
    match(String(object(first, 'the error')['message']), new RegExp(custom), 'the message');
  }),
  {
    title: 'creates entry points of the kind root in an account',
    requirements: ['RS-ENTRY-8'],
    exclusive: 'account',
    run: async (t) => {
      const account_id = t.accountId;
      const params = { account_id, ruleset_phase: custom } as const;
      const found = await t.send({
        method: 'GET',
        path: `/accounts/${account_id}/rulesets/phases/${custom}/entrypoint`,
      });
      if (found.status === 200) {
        equal(createRuleset(found).kind, 'root', 'the kind');
        return;
      }
      const made = createRuleset(await t.call('rulesets.account.entrypoint.update', { params, body: {} }));
      t.after(() => t.ask('rulesets.account.delete', { params: { account_id, ruleset_id: made.id } }));
      equal(made.kind, 'root', 'the kind');
    },
  },
]);

const getVersions = ({ body }: Reply) =>
  array(object(body, 'the body')['result'], 'result').map((entry) =>
    String(object(entry, 'an entry')['version']),
  );

/** A ruleset that had one rule, then another, then none. */
async function threeVersions(t: TestContext) {
  const opened = await openRuleset(t, [blockRule(t, '/one')]);
  const write = (rules: ReturnType<typeof blockRule>[]) =>
    t.call('rulesets.zone.update', { params: opened.params, body: { rules } });
  const second = createRuleset(await write([blockRule(t, '/two'), blockRule(t, '/three')]));
  const third = createRuleset(await write([]));
  const at = (ruleset_version: string) => ({ ...opened.params, ruleset_version });
  return { ...opened, second, third, at };
}

/** Versions of rulesets. */
export const rulesetVersionsSuite = defineSuite('rulesets/versions', [
  test(['RS-VER-1', 'RS-VER-2'], 'lists each version and reads an older one as it was', async (t) => {
    const { ruleset, second, third, params, at } = await threeVersions(t);
    const listed = getVersions(await t.call('rulesets.zone.versions.list', { params }));
    for (const { version } of [ruleset, second, third]) oneOf(version, listed, 'a version of the list');
    const read = createRuleset(await t.call('rulesets.zone.versions.get', { params: at(second.version) }));
    await t.check('RS-VER-2', () => equal(read, second, 'the second version'));
  }),
  {
    title: 'lists each version of an entry point and reads an older one as it was',
    requirements: ['RS-VER-5', 'RS-VER-6'],
    run: async (t) => {
      const { zone_id, ruleset, second, third } = await threeVersions(t);
      const params = { zone_id, ruleset_phase: custom } as const;
      const listed = getVersions(await t.call('rulesets.zone.entrypoint.versions.list', { params }));
      for (const { version } of [ruleset, second, third]) oneOf(version, listed, 'a version of the list');
      const reply = await t.call('rulesets.zone.entrypoint.versions.get', {
        params: { ...params, ruleset_version: ruleset.version },
      });
      await t.check('RS-VER-6', () => equal(getRules(createRuleset(reply)), getRules(ruleset), 'the rules'));
    },
  },
  {
    title: 'deletes an older version with an empty answer, and it is gone',
    requirements: ['RS-VER-3', 'RS-VER-4'],
    run: async (t) => {
      const { second, third, at, read } = await threeVersions(t);
      const params = at(second.version);
      const { status, text } = await t.ask('rulesets.zone.versions.delete', { params });
      await t.check('RS-VER-3', () => equal([status, text], [204, ''], 'status and body'));
      const gone = await t.ask('rulesets.zone.versions.get', { params });
      await t.check('RS-VER-4', () => t.expectFailure(gone));
      equal(await read(), third, 'the ruleset itself');
    },
  },
  test('RS-VER-8', 'keeps the current version', async (t) => {
    const { third, at, read } = await threeVersions(t);
    const reply = await t.ask('rulesets.zone.versions.delete', { params: at(third.version) });
    t.expectFailure(reply);
    equal(await read(), third, 'the ruleset');
  }),
]);

const getInfo = ({ body }: Reply) =>
  isObject(body) && isObject(body['result_info']) ? body['result_info'] : {};

/** A zone with two rulesets; their ids in the order of creation. */
async function twoRulesets(t: TestContext) {
  const { id: zone_id } = await t.zone();
  const made: string[] = [];
  for (const [ruleset_phase, rule] of [
    [custom, blockRule(t, '/a')],
    [config, configRule(t, 'docs')],
  ] as const) {
    const reply = await t.call('rulesets.zone.entrypoint.update', {
      params: { zone_id, ruleset_phase },
      body: { rules: [rule] },
    });
    made.push(createRuleset(reply).id);
  }
  const list = (query: Readonly<Record<string, unknown>> = {}) =>
    t.ask('rulesets.zone.list', { params: { zone_id }, query });
  return { made, list };
}

/** Lists of rulesets and their cursors. */
export const rulesetListsSuite = defineSuite('rulesets/lists', [
  test(['RS-LIST-1', 'RS-LIST-2'], 'lists each ruleset of a zone, without its rules', async (t) => {
    const { made, list } = await twoRulesets(t);
    const reply = await list();
    t.expectSuccess(reply, 'the list');
    for (const id of made) oneOf(id, getIds(reply), 'an id of the list');
    const entries = array(object(reply.body, 'the body')['result'], 'result');
    await t.check('RS-LIST-2', () => {
      for (const entry of entries) ok(!('rules' in object(entry, 'an entry')), 'an entry has rules');
    });
  }),
  {
    title: 'returns a list page by page until a page has no cursor',
    requirements: ['RS-LIST-3', 'RS-LIST-4', 'RS-LIST-5'],
    run: async (t) => {
      const { made, list } = await twoRulesets(t);
      const first = await list({ per_page: 1 });
      const { cursor } = getInfo(first);
      await t.check('RS-LIST-3', () => equal(typeof cursor, 'string', 'result_info.cursor'));
      const seen = getIds(first);
      let next = cursor;
      for (let page = 2; typeof next === 'string' && next !== '' && page < 20; page++) {
        const reply = await list({ per_page: 1, cursor: next });
        t.expectSuccess(reply, `page ${page}`);
        seen.push(...getIds(reply));
        const before = next;
        next = getInfo(reply)['cursor'];
        differ(next, before, 'the cursor of the next page');
      }
      await t.check('RS-LIST-4', () => {
        equal(new Set(seen).size, seen.length, 'the number of different entries');
        for (const id of made) oneOf(id, seen, 'an id of the pages');
      });
      await t.check('RS-LIST-5', () => ok(next === undefined || next === '', 'the last page has a cursor'));
    },
  },
  test('RS-LIST-6', 'lists the rulesets of an account', async (t) => {
    const { id } = await customRuleset(t);
    const listed = await listAll(t, 'rulesets.account.list', { account_id: t.accountId });
    const ids = listed.map((entry) => object(entry, 'an entry')['id']);
    oneOf(id, ids, 'an id of the list');
  }),
]);
