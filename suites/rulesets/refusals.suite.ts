import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { blockRule, config, configRule, custom, openRuleset, type Phase } from './rulesets.ts';

type Id = KnownRequirementId;
type Rule = Readonly<Record<string, unknown>>;

/** The text of the first error. */
function getMessage({ body }: Reply): string {
  const errors = isObject(body) ? body['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return isObject(first) ? String(first['message']) : '';
}

/** A PUT of one rule to the test's own entry point. */
async function createWriter(t: TestContext, phase: Phase) {
  const { params, read } = await openRuleset(t, [], phase);
  const put = (rule: Rule) => t.ask('rulesets.zone.update', { params, body: { rules: [rule] } });
  return { put, read };
}

interface Fault {
  readonly id: Id;
  readonly title: string;
  readonly phase?: Phase;
  readonly bad: (t: TestContext) => Rule;
  readonly code?: number;
  /** Pattern of its message. */
  readonly message?: RegExp;
  readonly pointer?: string;
}

const at = '/rules/0/expression';

const faults: readonly Fault[] = [
  {
    id: 'RS-ERR-3',
    title: 'refuses a blank expression',
    bad: () => ({ action: 'block', expression: '' }),
    code: 20125,
    message: /^'' is not a valid value for expression because the expression cannot be blank/,
  },
  {
    id: 'RS-ERR-4',
    title: 'refuses an expression without a known name, and shows where',
    bad: () => ({ action: 'block', expression: 'htp.host eq "a"' }),
    message:
      /^'htp\.host eq "a"' is not a valid value for expression because could not parse filter expression: Filter parsing error \(1:1\):\nhtp\.host eq "a"\n\^+ unknown identifier/,
  },
  {
    id: 'RS-ERR-4',
    title: 'refuses an expression with a fault in its second line, and shows where',
    bad: () => ({ action: 'block', expression: 'ssl and\nnot sssl' }),
    message: /Filter parsing error \(2:5\):\nnot sssl\n {4}\^{4} unknown identifier/,
  },
  {
    id: 'RS-ERR-5',
    title: 'refuses a literal in place of a field',
    bad: () => ({ action: 'block', expression: 'starts_with("/docs", "/")' }),
    code: 20083,
    message: /invalid kind of argument #\d: expected argument of kind Field, but got Literal/,
  },
  {
    id: 'RS-ERR-6',
    title: 'refuses a configuration rule without parameters',
    phase: config,
    bad: () => ({ action: 'set_config', expression: 'ssl' }),
    code: 20113,
    message: /action parameters are required for the set_config action/,
  },
  {
    id: 'RS-ERR-6',
    title: 'refuses a configuration rule with empty parameters',
    phase: config,
    bad: () => ({ action: 'set_config', action_parameters: {}, expression: 'ssl' }),
    code: 20113,
  },
  {
    id: 'RS-ERR-7',
    title: 'refuses parameters without an action',
    phase: config,
    bad: () => ({ action_parameters: { bic: true }, expression: 'ssl' }),
    message: /action is required for action parameters/,
  },
  {
    id: 'RS-ERR-1',
    title: 'refuses an expression of 4097 characters',
    bad: (t) => ({ action: 'block', expression: padded(t, 4097) }),
  },
  {
    id: 'RS-ERR-13',
    title: 'points at an expression that does not parse',
    bad: () => ({ action: 'block', expression: 'ssl eq true' }),
    pointer: at,
  },
  {
    id: 'RS-ERR-14',
    title: 'refuses a function of another phase, and shows where',
    phase: config,
    bad: () => ({
      action: 'set_config',
      action_parameters: { bic: true },
      expression: 'ssl and regex_replace(http.host, "a", "b") eq "b"',
    }),
    message: /Filter parsing error \(1:9\)/,
    pointer: at,
  },
];

/** An expression with exactly this many characters. */
function padded(t: TestContext, length: number): string {
  const frame = `http.request.uri.path eq "${t.path('/')}"`;
  return frame.replace('"', `"${'x'.repeat(length - frame.length)}`);
}

/** Refusals of invalid rulesets. */
export const rulesetRefusalsSuite = defineSuite('rulesets/refusals', [
  ...faults.map(({ id, title, phase = custom, bad, code, message, pointer }) =>
    test(id, title, async (t) => {
      const { put, read } = await createWriter(t, phase);
      const good = phase === config ? configRule(t, 'docs') : blockRule(t, '/a');
      await t.refused({
        good: () => put(good),
        bad: async () => {
          const reply = await put(bad(t));
          if (message) match(getMessage(reply), message, 'the message');
          return reply;
        },
        snapshot: read,
        ...(code === undefined ? {} : { code }),
        ...(pointer === undefined ? {} : { pointer }),
      });
    }),
  ),
  test('RS-ERR-1', 'accepts an expression of 4096 characters', async (t) => {
    const { put } = await createWriter(t, custom);
    t.expectSuccess(await put({ action: 'block', expression: padded(t, 4096) }), 'the longest expression');
  }),
  test('RS-ERR-12', 'accepts the expressions true and false', async (t) => {
    const { put } = await createWriter(t, custom);
    for (const expression of ['true', 'false']) {
      t.expectSuccess(await put({ action: 'log', expression, enabled: false }), expression);
    }
  }),
  test('RS-ERR-2', 'refuses a second entry point of a phase', async (t) => {
    const { id: zone_id } = await t.zone();
    const create = (phase: Phase) =>
      t.ask('rulesets.zone.create', {
        params: { zone_id },
        body: { name: t.title('entry'), kind: 'zone', phase, rules: [] },
      });
    t.expectSuccess(await create(custom), 'the first entry point');
    await t.refused({
      good: () => create(config),
      bad: async () => {
        const reply = await create(custom);
        equal(
          getMessage(reply),
          `'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase ${custom}`,
          'the message',
        );
        return reply;
      },
      code: 20217,
      snapshot: async () => (await t.ask('rulesets.zone.list', { params: { zone_id } })).body,
    });
  }),
  test(['RS-ERR-8', 'RS-ERR-9'], 'does not route an invalid id or phase', async (t) => {
    const { zone_id, params } = await openRuleset(t, []);
    t.expectSuccess(await t.ask('rulesets.zone.get', { params }), 'a well-formed id');
    const get = (path: string) => t.send({ method: 'GET', path: `/zones/${zone_id}/rulesets/${path}` });
    for (const id of ['nonsense', params.ruleset_id.slice(1), `${params.ruleset_id}0`]) {
      t.expectFailure(await get(id), { code: 7003 });
    }
    const phase = await get('phases/http_nonsense/entrypoint');
    await t.check('RS-ERR-9', () => t.expectFailure(phase, { code: 7003 }));
  }),
]);
