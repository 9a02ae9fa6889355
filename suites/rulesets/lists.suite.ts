import type { Reply } from '../../spec/client.ts';
import { array, differ, equal, isObject, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { blockRule, config, configRule, custom, customRuleset, idsOf, rulesetOf } from './rulesets.ts';

const infoOf = ({ body }: Reply) =>
  isObject(body) && isObject(body['result_info']) ? body['result_info'] : {};

/** A zone with two rulesets; their ids in the order they were made. */
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
    made.push(rulesetOf(reply).id);
  }
  const list = (query: Readonly<Record<string, unknown>> = {}) =>
    t.ask('rulesets.zone.list', { params: { zone_id }, query });
  return { made, list };
}

/** Lists of rulesets and their cursors. */
export const rulesetListsSuite = defineSuite({
  name: 'rulesets/lists',
  tests: [
    {
      title: 'lists each ruleset of a zone, without its rules',
      requirements: ['RS-LIST-1', 'RS-LIST-2'],
      run: async (t) => {
        const { made, list } = await twoRulesets(t);
        const reply = await list();
        t.expectSuccess(reply, 'the list');
        for (const id of made) oneOf(id, idsOf(reply), 'an id of the list');
        const entries = array(object(reply.body, 'the body')['result'], 'result');
        await t.check('RS-LIST-2', () => {
          for (const entry of entries) ok(!('rules' in object(entry, 'an entry')), 'an entry has rules');
        });
      },
    },
    {
      title: 'walks a list page by page until a page carries no cursor',
      requirements: ['RS-LIST-3', 'RS-LIST-4', 'RS-LIST-5'],
      run: async (t) => {
        const { made, list } = await twoRulesets(t);
        const first = await list({ per_page: 1 });
        const { cursor } = infoOf(first);
        await t.check('RS-LIST-3', () => equal(typeof cursor, 'string', 'result_info.cursor'));
        const seen = idsOf(first);
        let next = cursor;
        for (let page = 2; typeof next === 'string' && next !== '' && page < 20; page++) {
          const reply = await list({ per_page: 1, cursor: next });
          t.expectSuccess(reply, `page ${page}`);
          seen.push(...idsOf(reply));
          const before = next;
          next = infoOf(reply)['cursor'];
          differ(next, before, 'the cursor of the next page');
        }
        await t.check('RS-LIST-4', () => {
          equal(new Set(seen).size, seen.length, 'the number of different entries');
          for (const id of made) oneOf(id, seen, 'an id of the pages');
        });
        await t.check('RS-LIST-5', () => ok(next === undefined || next === '', 'the last page has a cursor'));
      },
    },
    {
      title: 'refuses a cursor that no page gave',
      requirements: ['RS-LIST-7'],
      run: async (t) => {
        const { list } = await twoRulesets(t);
        await t.refused({
          good: async () => list({ per_page: 1, cursor: infoOf(await list({ per_page: 1 }))['cursor'] }),
          bad: () => list({ per_page: 1, cursor: 'nonsense' }),
          snapshot: async () => idsOf(await list()),
        });
      },
    },
    {
      title: 'lists the rulesets of an account',
      requirements: ['RS-LIST-6'],
      run: async (t) => {
        const { id } = await customRuleset(t);
        const seen: string[] = [];
        let cursor: unknown;
        do {
          const query = cursor === undefined ? {} : { cursor };
          const reply = await t.ask('rulesets.account.list', {
            params: { account_id: t.accountId },
            query,
          });
          t.expectSuccess(reply, 'the list');
          seen.push(...idsOf(reply));
          cursor = infoOf(reply)['cursor'];
        } while (typeof cursor === 'string' && seen.length < 1_000);
        oneOf(id, seen, 'an id of the list');
      },
    },
  ],
});
