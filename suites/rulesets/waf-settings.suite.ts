import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { defineSuite } from '../harness/suite.ts';
import { addToEntrypoint, config } from './rulesets.ts';
import { addCustomRules, openSite, type Site } from './waf.ts';

/** A site and configuration rules; each says for which query it sets what. */
async function configured(
  t: TestContext,
  ...rules: readonly (readonly [query: string, Record<string, unknown>])[]
) {
  const site = await openSite(t);
  await addToEntrypoint(
    t,
    config,
    rules.map(([query, action_parameters]) => ({
      action: 'set_config',
      action_parameters,
      expression: `${site.here} and http.request.uri.query contains "${query}"`,
    })),
  );
  return site;
}

/** The settings that were in force for a request. */
function settingsOf({ headers }: EdgeReply): unknown {
  const text = headers.get('touchstone-config');
  return text === null ? {} : JSON.parse(text);
}

const settings = async (site: Site, query: string) =>
  settingsOf(await site.admits({ path: `${site.path}?${query}` }));

const on = { content_converter: true };
const off = { content_converter: false };

/** What configuration rules decide, as this project's mock tells it. */
export const wafSettingsSuite = defineSuite({
  name: 'rulesets/waf-settings',
  tests: [
    {
      title: 'sets what a rule names where it matches',
      requirements: ['RS-SET-1'],
      features: ['edge'],
      run: async (t) => {
        const site = await configured(t, ['docs', { ...on, ssl: 'strict' }]);
        equal(await settings(site, 'docs'), { content_converter: true, ssl: 'strict' }, 'the settings');
        equal(await settings(site, 'shop'), {}, 'the settings elsewhere');
      },
    },
    {
      title: 'overwrites what an earlier rule set, and leaves the rest',
      requirements: ['RS-SET-2', 'RS-SET-3'],
      features: ['edge'],
      run: async (t) => {
        const site = await configured(t, ['a', { ...on, ssl: 'strict' }], ['b', off]);
        await t.check('RS-SET-2', async () =>
          equal(await settings(site, 'b'), off, 'the settings of the second'),
        );
        await t.check('RS-SET-3', async () =>
          equal(await settings(site, 'ab'), { ...off, ssl: 'strict' }, 'the settings of both'),
        );
      },
    },
    {
      title: 'beats the setting of the zone',
      requirements: ['RS-SET-4'],
      features: ['edge'],
      run: async (t) => {
        const site = await configured(t, ['off', off]);
        const params = { zone_id: t.zoneId, setting_id: 'content_converter' };
        const { value: before } = (await t.call('settings.setting.get', { params })).body.result;
        const set = (value: unknown) => t.call('settings.setting.edit', { params, body: { value } });
        t.after(() => set(before));
        await set('on');
        equal(await settings(site, 'none'), on, 'the settings where no rule matches');
        equal(await settings(site, 'off'), off, 'the settings where a rule matches');
      },
    },
    {
      title: 'sets nothing where a custom rule skips the phase',
      requirements: ['RS-SET-5'],
      features: ['edge'],
      run: async (t) => {
        const site = await configured(t, ['docs', on]);
        await addCustomRules(t, {
          action: 'skip',
          action_parameters: { phases: [config] },
          expression: `${site.here} and http.request.uri.query contains "skip"`,
        });
        equal(await settings(site, 'docs'), on, 'the settings');
        equal(await settings(site, 'docs-skip'), {}, 'the settings behind the skip');
      },
    },
  ],
});
