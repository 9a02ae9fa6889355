import { defineMutants } from '../mutant.ts';

/** Token validation rules: what is stored, in which order, and what is answered. */
export const ruleMutants = defineMutants([
  {
    id: 'puts-rules-after-the-one-they-are-to-precede',
    requirement: 'TV-RULE-17',
    does: 'It puts a rule that is to stand before another one behind it.',
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: "member === 'before' ? index : index + 1",
    by: 'index + 1',
  },
]);

const handlers = 'mock/services/token-validation/rule-handlers.ts';

const created = '...input,';
const ofForm = 'The contract asks for the form of a timestamp too.';

/** What is stored and answered of a rule that is created. */
const stores = (members: string) => ({ file: handlers, replace: created, by: `...input, ${members},` });

/** Members of token validation rules that are created. */
export const ruleBodyMutants = defineMutants([
  {
    id: 'gives-rules-short-ids',
    requirement: 'TV-RULE-19',
    does: 'It gives rules ids of 32 digits without hyphens.',
    unfit: 'By the schema the id is a UUID.',
    file: handlers,
    replace: 'id: world.ids.uuid()',
    by: "id: world.ids.uuid().replaceAll('-', '')",
  },
  {
    id: 'stores-descriptions-as-titles',
    requirement: 'TV-RULE-21',
    does: 'It gives a rule its description for a title.',
    ...stores('title: input.description'),
  },
  {
    id: 'stores-titles-as-descriptions',
    requirement: 'TV-RULE-25',
    does: 'It gives a rule its title for a description.',
    ...stores('description: input.title'),
  },
  {
    id: 'blocks-with-every-rule',
    requirement: 'TV-RULE-29',
    does: 'It creates rules that log as rules that block.',
    ...stores("action: 'block'"),
  },
  {
    id: 'logs-with-every-rule',
    requirement: 'TV-RULE-30',
    does: 'It creates rules that block as rules that log.',
    ...stores("action: 'log'"),
  },
  {
    id: 'creates-disabled-rules',
    requirement: 'TV-RULE-32',
    does: 'It creates every rule disabled.',
    ...stores('enabled: false'),
  },
  {
    id: 'creates-enabled-rules',
    requirement: 'TV-RULE-33',
    does: 'It creates every rule enabled.',
    ...stores('enabled: true'),
  },
  {
    id: 'escapes-quotes-of-expressions',
    requirement: 'TV-RULE-35',
    does: 'It puts a backslash before the quotes of an expression.',
    ...stores("expression: input.expression.replaceAll('\"', '\\\\\"')"),
  },
  {
    id: 'drops-exclude',
    requirement: 'TV-RULE-37',
    does: 'It keeps no exclude of the selector of a rule.',
    ...stores('selector: { ...input.selector, exclude: input.selector.exclude && [] }'),
  },
  {
    id: 'writes-creation-times-of-rules-with-a-space',
    requirement: 'TV-RULE-39',
    does: 'It writes created_at of a rule with a space between date and time.',
    unfit: ofForm,
    file: handlers,
    replace: 'created_at: at',
    by: "created_at: at.replace('T', ' ')",
  },
  {
    id: 'writes-change-times-of-rules-with-a-space',
    requirement: 'TV-RULE-40',
    does: 'It writes last_updated of a rule with a space between date and time.',
    unfit: ofForm,
    file: handlers,
    replace: 'last_updated: at',
    by: "last_updated: at.replace('T', ' ')",
  },
  {
    id: 'forgets-who-created-a-rule',
    requirement: 'TV-RULE-41',
    does: 'It leaves modified_by empty until a rule is edited.',
    file: handlers,
    replace: 'modified_by: actor.email,',
    by: "modified_by: '',",
  },
]);

/** Bulk creations and bulk edits of token validation rules. */
export const ruleChangeMutants = defineMutants([
  {
    id: 'stores-no-rule-of-a-bulk-creation',
    requirement: 'TV-RULE-1',
    does: 'It answers a bulk creation and forgets its rules.',
    file: handlers,
    replace: 'zone.tokenRules.put(...rules);',
    by: '',
  },
  {
    id: 'creates-the-first-rule-alone',
    requirement: 'TV-RULE-2',
    does: 'It creates the first rule of a bulk creation alone.',
    file: handlers,
    replace: 'call.body.map((input, index)',
    by: 'call.body.slice(0, 1).map((input, index)',
  },
  {
    id: 'answers-created-rules-backwards',
    requirement: 'TV-RULE-3',
    does: 'It answers a bulk creation with the last rule first.',
    file: handlers,
    replace: 'return rules;',
    by: 'return rules.toReversed();',
  },
  {
    id: 'stores-no-change-without-a-position',
    requirement: 'TV-RULE-5',
    does: 'It stores a bulk edit where it moves a rule alone.',
    file: handlers,
    replace: 'zone.tokenRules.replaceAll(rules);',
    by: 'if (items.some(({ change }) => change.position)) zone.tokenRules.replaceAll(rules);',
  },
  {
    id: 'stores-the-first-change-alone',
    requirement: 'TV-RULE-6',
    does: 'It stores the first item of a bulk edit alone.',
    file: handlers,
    replace: 'new Map(changed.map(',
    by: 'new Map(changed.slice(0, 1).map(',
  },
  {
    id: 'answers-rules-as-they-were',
    requirement: 'TV-RULE-7',
    does: 'It answers a bulk edit with the rules as they were before it.',
    file: handlers,
    replace: 'zone.tokenRules.replaceAll(rules);',
    by: 'const before = items.map(({ id }) => findRule(zone, id)); zone.tokenRules.replaceAll(rules); return before;',
  },
  {
    id: 'empties-descriptions-that-are-not-sent',
    requirement: 'TV-RULE-8',
    does: 'It empties the description of a rule where a bulk edit sends none.',
    file: handlers,
    replace: 'description ?? rule.description',
    by: "description ?? ''",
  },
  {
    id: 'never-changes-titles',
    requirement: 'TV-RULE-11',
    does: 'It keeps the title of a rule that a bulk edit changes.',
    file: handlers,
    replace: 'title: title ?? rule.title',
    by: 'title: rule.title',
  },
  {
    id: 'never-changes-descriptions',
    requirement: 'TV-RULE-12',
    does: 'It keeps the description of a rule that has one.',
    file: handlers,
    replace: 'description ?? rule.description',
    by: 'rule.description || description',
  },
  {
    id: 'never-stops-blocking',
    requirement: 'TV-RULE-13',
    does: 'It lets a bulk edit make a rule block and never log.',
    file: handlers,
    replace: 'action ?? rule.action',
    by: "action === 'block' ? action : rule.action",
  },
  {
    id: 'never-changes-expressions',
    requirement: 'TV-RULE-14',
    does: 'It checks the expression of a bulk edit and keeps the old one.',
    file: handlers,
    replace: 'expression ?? rule.expression',
    by: 'rule.expression',
  },
  {
    id: 'merges-selectors',
    requirement: 'TV-RULE-15',
    does: 'It adds the hosts of a new selector to those of the old one.',
    file: handlers,
    replace: 'selector ?? rule.selector',
    by: 'selector ? { ...selector, include: [...(rule.selector.include ?? []), ...(selector.include ?? [])] } : rule.selector',
  },
  {
    id: 'moves-or-changes',
    requirement: 'TV-RULE-16',
    does: 'It passes over the other members of an item that has a position.',
    file: handlers,
    replace: 'changedRule(rule, change, {',
    by: 'changedRule(rule, change.position ? {} : change, {',
  },
  {
    id: 'puts-rules-before-the-one-they-are-to-follow',
    requirement: 'TV-RULE-18',
    does: 'It puts a rule that is to stand after another one in front of it.',
    file: 'mock/services/token-validation/rule-handlers.ts',
    replace: "member === 'before' ? index : index + 1",
    by: 'index',
  },
  {
    id: 'changes-rules-by-their-place',
    requirement: 'TV-RULE-20',
    does: 'It puts what a bulk edit makes of its rules in the places of the first ones.',
    file: handlers,
    replace: '.map((rule) => byId.get(rule.id) ?? rule)',
    by: '.map((rule, index) => (changed[index] ? { ...changed[index], id: rule.id } : rule))',
  },
  {
    id: 'never-disables-rules',
    requirement: 'TV-RULE-42',
    does: 'It takes false for a member that was not sent.',
    file: handlers,
    replace: 'enabled ?? rule.enabled',
    by: 'enabled || rule.enabled',
  },
  {
    id: 'lets-disabled-rules-act',
    requirement: 'TV-RULE-43',
    does: 'It lets a rule act that is disabled.',
    file: 'mock/edge/rule-index.ts',
    replace: 'if (!rule.enabled) continue;',
    by: '',
  },
]);
