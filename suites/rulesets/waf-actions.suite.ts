import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import type { RuleInput } from './rulesets.ts';
import { addCustomRules, openSite, type Site } from './waf.ts';

type Id = KnownRequirementId;

/** Headers that the rules of these tests check. */
const asks = (value: string) => ({ headers: { 'x-try': value } });

/** An expression that is true for requests with a value of {@link asks}. */
const when = (value: string) => `http.request.headers["x-try"][0] eq "${value}"`;

/** A site with rules for its requests; each rule states when it matches. */
async function ruled(
  t: TestContext,
  ...rules: readonly (RuleInput & { readonly on?: string })[]
): Promise<Site> {
  const site = await openSite(t);
  const complete = rules.map(({ on, ...rule }): RuleInput => {
    const expression = on === undefined ? site.here : `${site.here} and ${when(on)}`;
    return { expression, ...rule };
  });
  await addCustomRules(t, ...complete);
  return site;
}

const stopping = (action: 'challenge' | 'js_challenge' | 'managed_challenge', requirement: Id) =>
  test([requirement, 'RS-EVAL-15'], `blocks a request by ${action}`, async (t) => {
    const site = await ruled(t, { action, on: 'bad' });
    await site.admits(asks('good'));
    const { status, headers } = await site.blocks(asks('bad'));
    await t.check('RS-EVAL-15', () => {
      equal(status, 403, 'the status');
      equal(headers.get('cf-mitigated'), 'challenge', 'cf-mitigated');
    });
  });

/** Actions of custom rules, and the order of their evaluation. */
export const wafActionsSuite = defineSuite('rulesets/waf-actions', [
  test('RS-EVAL-1', 'blocks a request by block', async (t) => {
    const site = await ruled(t, { action: 'block', on: 'bad' });
    await site.admits(asks('good'));
    const { status, headers } = await site.blocks(asks('bad'));
    equal(status, 403, 'the status');
    match(headers.get('content-type') ?? '', /^text\/html\b/i, 'the content type');
    equal(headers.get('cf-mitigated'), null, 'cf-mitigated');
  }),
  test('RS-EVAL-2', 'answers a block with the response of its rule', async (t) => {
    const response = { status_code: 451, content: '{"reason":"law"}', content_type: 'application/json' };
    const site = await ruled(t, { action: 'block', action_parameters: { response } });
    const { status, headers, text } = await site.send();
    equal(status, 451, 'the status');
    equal(text, response.content, 'the body');
    match(headers.get('content-type') ?? '', /^application\/json\b/i, 'the content type');
  }),
  stopping('challenge', 'RS-EVAL-3'),
  stopping('js_challenge', 'RS-EVAL-4'),
  stopping('managed_challenge', 'RS-EVAL-5'),
  test('RS-EVAL-6', 'continues after a log', async (t) => {
    const site = await ruled(t, { action: 'log' }, { action: 'block', on: 'bad' });
    await site.admits(asks('good'));
    await site.blocks(asks('bad'));
  }),
  test('RS-EVAL-7', 'ends at the first rule that blocks the request', async (t) => {
    const answer = (status_code: number) => ({
      response: { status_code, content: 'no', content_type: 'text/plain' },
    });
    const site = await ruled(
      t,
      { action: 'block', on: 'both', action_parameters: answer(410) },
      { action: 'block', action_parameters: answer(451) },
    );
    equal((await site.send(asks('both'))).status, 410, 'the status where both match');
    equal((await site.send(asks('second'))).status, 451, 'the status where the second matches');
  }),
  test('RS-EVAL-8', 'does nothing for a disabled rule', async (t) => {
    const site = await ruled(
      t,
      { action: 'block', on: 'off', enabled: false },
      { action: 'block', on: 'on', enabled: true },
    );
    await site.admits(asks('off'));
    await site.blocks(asks('on'));
  }),
  ...(
    [
      ['ruleset', 'RS-EVAL-9'],
      ['phase', 'RS-EVAL-10'],
    ] as const
  ).map(
    ([part, requirement]): Test<Id> => ({
      title: `skips the rest of the current ${part} only when the skip matches`,
      requirements: [requirement, 'RS-EVAL-12'],
      run: async (t) => {
        const site = await ruled(
          t,
          { action: 'skip', on: 'friend', action_parameters: { [part]: 'current' } },
          { action: 'block' },
        );
        await t.check(requirement, () => site.admits(asks('friend')));
        await t.check('RS-EVAL-12', () => site.blocks(asks('stranger')));
      },
    }),
  ),
  test('RS-EVAL-17', 'applies a changed rule to the next request', async (t) => {
    const site = await ruled(t, { action: 'block', on: 'bad' });
    await site.admits(asks('worse'));
    await addCustomRules(t, { action: 'block', expression: `${site.here} and ${when('worse')}` });
    await site.blocks(asks('worse'));
  }),
  test('RS-EVAL-18', 'reads the form in the body of a request', async (t) => {
    const site = await openSite(t, '/form', 'POST');
    const expression = `${site.here} and http.request.body.form["role"][0] eq "admin"`;
    await addCustomRules(t, { action: 'block', expression });
    const form = (body: string) => ({
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await site.blocks(form('role=admin'));
    await site.admits(form('role=guest'));
  }),
]);
