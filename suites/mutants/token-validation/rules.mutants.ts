import { defineMutants, mutant } from '../mutant.ts';

/** Token validation rules: stored values, order and answers. */
export const ruleMutants = defineMutants([
  mutant('TV-RULE-17', 'puts-rules-after-the-one-they-are-to-precede', {
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: "member === 'before' ? index : index + 1",
    by: 'index + 1',
  }),
]);

const handlers = 'mock/services/token-validation/rule-handlers.ts';

const created = '...input,';
const ofForm = 'The contract requires the form of a timestamp too.';

/** Stored and returned values of a created rule. */
const stores = (members: string) => ({ file: handlers, replace: created, by: `...input, ${members},` });

/** Members of created token validation rules. */
export const ruleBodyMutants = defineMutants([
  mutant('TV-RULE-19', 'gives-all-rules-of-a-call-one-id', {
    file: handlers,
    replace: 'return rules;',
    by: 'return rules.map((rule) => ({ ...rule, id: rules[0]?.id ?? rule.id }));',
  }),
  mutant('TV-RULE-81', 'gives-rules-short-ids', {
    unfit: 'By the schema the id is a UUID.',
    file: handlers,
    replace: 'id: world.ids.uuid()',
    by: "id: world.ids.uuid().replaceAll('-', '')",
  }),
  mutant('TV-RULE-21', 'stores-descriptions-as-titles', stores('title: input.description')),
  mutant('TV-RULE-25', 'stores-titles-as-descriptions', stores('description: input.title')),
  mutant('TV-RULE-29', 'blocks-with-every-rule', stores("action: 'block'")),
  mutant('TV-RULE-30', 'logs-with-every-rule', stores("action: 'log'")),
  mutant('TV-RULE-32', 'creates-disabled-rules', stores('enabled: false')),
  mutant('TV-RULE-33', 'creates-enabled-rules', stores('enabled: true')),
  mutant(
    'TV-RULE-35',
    'escapes-quotes-of-expressions',
    stores("expression: input.expression.replaceAll('\"', '\\\\\"')"),
  ),
  mutant(
    'TV-RULE-37',
    'drops-exclude',
    stores('selector: { ...input.selector, exclude: input.selector.exclude && [] }'),
  ),
  mutant('TV-RULE-39', 'says-that-rules-are-of-today', {
    unfit: ofForm,
    file: handlers,
    replace: 'created_at: at',
    by: "created_at: 'today'",
  }),
  mutant('TV-RULE-40', 'says-that-rules-changed-today', {
    unfit: ofForm,
    file: handlers,
    replace: 'last_updated: at',
    by: "last_updated: 'today'",
  }),
  mutant('TV-RULE-41', 'forgets-who-created-a-rule', {
    file: handlers,
    replace: 'modified_by: actor.email,',
    by: "modified_by: '',",
  }),
]);

/** Bulk creations and bulk edits of token validation rules. */
export const ruleChangeMutants = defineMutants([
  mutant('TV-RULE-1', 'stores-no-rule-of-a-bulk-creation', {
    file: handlers,
    replace: 'zone.tokenRules.put(...rules);',
    by: '',
  }),
  mutant('TV-RULE-2', 'creates-the-first-rule-alone', {
    file: handlers,
    replace: 'call.body.map((input, index)',
    by: 'call.body.slice(0, 1).map((input, index)',
  }),
  mutant('TV-RULE-3', 'answers-created-rules-with-their-ids-alone', {
    unfit: 'By the schema a rule has more members.',
    file: handlers,
    replace: 'return rules;',
    by: 'return rules.map(({ id }) => ({ id })) as never;',
  }),
  mutant('TV-RULE-80', 'answers-created-rules-backwards', {
    file: handlers,
    replace: 'return rules;',
    by: 'return rules.toReversed();',
  }),
  mutant('TV-RULE-5', 'stores-no-change-without-a-position', {
    file: handlers,
    replace: 'zone.tokenRules.replaceAll(rules);',
    by: 'if (items.some(({ change }) => change.position)) zone.tokenRules.replaceAll(rules);',
  }),
  mutant('TV-RULE-6', 'stores-the-first-change-alone', {
    file: handlers,
    replace: 'new Map(changed.map(',
    by: 'new Map(changed.slice(0, 1).map(',
  }),
  mutant('TV-RULE-7', 'answers-rules-as-they-were', {
    file: handlers,
    replace: 'zone.tokenRules.replaceAll(rules);',
    by: 'const before = items.map(({ id }) => findRule(zone, id)); zone.tokenRules.replaceAll(rules); return before;',
  }),
  mutant('TV-RULE-8', 'empties-descriptions-that-are-not-sent', {
    file: handlers,
    replace: 'description ?? rule.description',
    by: "description ?? ''",
  }),
  mutant('TV-RULE-11', 'never-changes-titles', {
    file: handlers,
    replace: 'title: title ?? rule.title',
    by: 'title: rule.title',
  }),
  mutant('TV-RULE-12', 'never-changes-descriptions', {
    file: handlers,
    replace: 'description ?? rule.description',
    by: 'rule.description || description',
  }),
  mutant('TV-RULE-13', 'never-stops-blocking', {
    file: handlers,
    replace: 'action ?? rule.action',
    by: "action === 'block' ? action : rule.action",
  }),
  mutant('TV-RULE-14', 'never-changes-expressions', {
    file: handlers,
    replace: 'expression ?? rule.expression',
    by: 'rule.expression',
  }),
  mutant('TV-RULE-15', 'merges-selectors', {
    file: handlers,
    replace: 'selector ?? rule.selector',
    by: 'selector ? { ...selector, include: [...(rule.selector.include ?? []), ...(selector.include ?? [])] } : rule.selector',
  }),
  mutant('TV-RULE-16', 'moves-or-changes', {
    file: handlers,
    replace: 'changedRule(rule, change, {',
    by: 'changedRule(rule, change.position ? {} : change, {',
  }),
  mutant('TV-RULE-18', 'puts-rules-before-the-one-they-are-to-follow', {
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: "member === 'before' ? index : index + 1",
    by: 'index',
  }),
  mutant('TV-RULE-20', 'changes-rules-by-their-place', {
    file: handlers,
    replace: '.map((rule) => byId.get(rule.id) ?? rule)',
    by: '.map((rule, index) => (changed[index] ? { ...changed[index], id: rule.id } : rule))',
  }),
  mutant('TV-RULE-42', 'never-disables-rules', {
    file: handlers,
    replace: 'enabled ?? rule.enabled',
    by: 'enabled || rule.enabled',
  }),
  mutant('TV-RULE-43', 'lets-disabled-rules-act', {
    file: 'mock/edge/rule-index.ts',
    replace: 'if (!rule.enabled) continue;',
    by: '',
  }),
]);
