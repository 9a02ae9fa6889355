import { defineMutants } from '../mutant.ts';

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
