import type { Reply } from '../../spec/client.ts';
import { array, equal, object, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { blockRule, custom, openDesk, rulesetOf, rulesOf } from './rulesets.ts';

const versionsOf = ({ body }: Reply) =>
  array(object(body, 'the body')['result'], 'result').map((entry) =>
    String(object(entry, 'an entry')['version']),
  );

/** A desk whose ruleset had one rule, then another, then none. */
async function threeVersions(t: TestContext) {
  const desk = await openDesk(t, [blockRule(t, '/one')]);
  const write = (rules: ReturnType<typeof blockRule>[]) =>
    t.call('rulesets.zone.update', { params: desk.params, body: { rules } });
  const second = rulesetOf(await write([blockRule(t, '/two'), blockRule(t, '/three')]));
  const third = rulesetOf(await write([]));
  const at = (ruleset_version: string) => ({ ...desk.params, ruleset_version });
  return { ...desk, second, third, at };
}

/** The versions that writes leave behind. */
export const rulesetVersionsSuite = defineSuite({
  name: 'rulesets/versions',
  tests: [
    {
      title: 'lists each version and reads an older one as it was',
      requirements: ['RS-VER-1', 'RS-VER-2'],
      run: async (t) => {
        const { ruleset, second, third, params, at } = await threeVersions(t);
        const listed = versionsOf(await t.call('rulesets.zone.versions.list', { params }));
        for (const { version } of [ruleset, second, third]) oneOf(version, listed, 'a version of the list');
        const read = rulesetOf(await t.call('rulesets.zone.versions.get', { params: at(second.version) }));
        await t.check('RS-VER-2', () => equal(read, second, 'the second version'));
      },
    },
    {
      title: 'lists each version of an entry point and reads an older one as it was',
      requirements: ['RS-VER-5', 'RS-VER-6'],
      run: async (t) => {
        const { zone_id, ruleset, second, third } = await threeVersions(t);
        const params = { zone_id, ruleset_phase: custom } as const;
        const listed = versionsOf(await t.call('rulesets.zone.entrypoint.versions.list', { params }));
        for (const { version } of [ruleset, second, third]) oneOf(version, listed, 'a version of the list');
        const reply = await t.call('rulesets.zone.entrypoint.versions.get', {
          params: { ...params, ruleset_version: ruleset.version },
        });
        await t.check('RS-VER-6', () => equal(rulesOf(rulesetOf(reply)), rulesOf(ruleset), 'the rules'));
      },
    },
    {
      title: 'deletes an older version without a word, and it is gone',
      requirements: ['RS-VER-3', 'RS-VER-4', 'RS-VER-7'],
      run: async (t) => {
        const { second, third, at, read } = await threeVersions(t);
        const params = at(second.version);
        const { status, text } = await t.ask('rulesets.zone.versions.delete', { params });
        await t.check('RS-VER-3', () => equal([status, text], [204, ''], 'status and body'));
        const gone = await t.ask('rulesets.zone.versions.get', { params });
        await t.check('RS-VER-4', () => t.expectFailure(gone));
        const never = await t.ask('rulesets.zone.versions.get', { params: at('999999') });
        await t.check('RS-VER-7', () => t.expectFailure(never, { status: 404 }));
        equal(await read(), third, 'the ruleset itself');
      },
    },
    {
      title: 'keeps the current version',
      requirements: ['RS-VER-8'],
      run: async (t) => {
        const { third, at, read } = await threeVersions(t);
        const reply = await t.ask('rulesets.zone.versions.delete', { params: at(third.version) });
        t.expectFailure(reply);
        equal(await read(), third, 'the ruleset');
      },
    },
  ],
});
