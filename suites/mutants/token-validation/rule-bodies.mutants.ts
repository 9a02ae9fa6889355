import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/token-validation/rule-handlers.ts';
const schemas = 'spec/services/token-validation/schemas.ts';

const created = '...input,';
const ofForm = 'The contract asks for the form of a timestamp too.';

/** What is stored and answered of a rule that is created. */
const stores = (members: string) => ({ file: handlers, replace: created, by: `...input, ${members},` });

/** The schema of a rule that is created, whose members have the names of their schemas. */
const body =
  'export const ruleCreateBody = z.object({\n  title,\n  description,\n  action,\n  enabled: z.boolean(),\n  expression,\n  selector: selectorSchema,';
const loosened = (member: string, schema: string) => ({
  file: schemas,
  replace: body,
  by: `${body} ${member}: ${schema},`,
});
const numberAsText = (schema: string) =>
  `z.preprocess((value) => (typeof value === 'number' ? String(value) : value), ${schema})`;

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
    id: 'cuts-titles-of-50-characters',
    requirement: 'TV-RULE-22',
    does: 'It cuts the title of a rule off at 49 characters.',
    ...stores('title: input.title.slice(0, 49)'),
  },
  {
    id: 'takes-rule-titles-of-51-characters',
    requirement: 'TV-RULE-23',
    does: 'It takes a rule title of 51 characters.',
    ...loosened('title', 'text(tokenValidationLimits.title + 1)'),
  },
  {
    id: 'takes-numbers-for-rule-titles',
    requirement: 'TV-RULE-24',
    does: 'It takes a number for the title of a rule.',
    ...loosened('title', numberAsText('title')),
  },
  {
    id: 'stores-titles-as-descriptions',
    requirement: 'TV-RULE-25',
    does: 'It gives a rule its title for a description.',
    ...stores('description: input.title'),
  },
  {
    id: 'cuts-descriptions-of-500-characters',
    requirement: 'TV-RULE-26',
    does: 'It cuts the description of a rule off at 499 characters.',
    ...stores('description: input.description.slice(0, 499)'),
  },
  {
    id: 'takes-rule-descriptions-of-501-characters',
    requirement: 'TV-RULE-27',
    does: 'It takes a rule description of 501 characters.',
    ...loosened('description', 'text(tokenValidationLimits.description + 1)'),
  },
  {
    id: 'takes-numbers-for-rule-descriptions',
    requirement: 'TV-RULE-28',
    does: 'It takes a number for the description of a rule.',
    ...loosened('description', numberAsText('description')),
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
    id: 'takes-actions-in-capitals',
    requirement: 'TV-RULE-31',
    does: 'It takes an action in capitals.',
    ...loosened(
      'action',
      "z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), action)",
    ),
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
    id: 'takes-words-for-booleans',
    requirement: 'TV-RULE-34',
    does: 'It takes the texts true and false for enabled.',
    ...loosened(
      'enabled',
      "z.preprocess((value) => (value === 'true' || value === 'false' ? value === 'true' : value), z.boolean())",
    ),
  },
  {
    id: 'escapes-quotes-of-expressions',
    requirement: 'TV-RULE-35',
    does: 'It puts a backslash before the quotes of an expression.',
    ...stores("expression: input.expression.replaceAll('\"', '\\\\\"')"),
  },
  {
    id: 'takes-expressions-in-an-object',
    requirement: 'TV-RULE-36',
    does: 'It takes an object that holds the expression of a rule.',
    ...loosened('expression', 'z.preprocess((value) => value?.expression ?? value, expression)'),
  },
  {
    id: 'drops-exclude',
    requirement: 'TV-RULE-37',
    does: 'It keeps no exclude of the selector of a rule.',
    ...stores('selector: { ...input.selector, exclude: input.selector.exclude && [] }'),
  },
  {
    id: 'takes-a-list-of-one-selector',
    requirement: 'TV-RULE-38',
    does: 'It takes the first selector of a list.',
    ...loosened(
      'selector',
      'z.preprocess((value) => (Array.isArray(value) ? value[0] : value), selectorSchema)',
    ),
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
