import { allFields, type FieldFacts, functions, getFunctionOrigin } from '../../spec/rules-language.ts';
import { getSource } from '../../spec/sources.ts';

/** The page that lists the fields and functions of the rules language. */
export function rulesLanguagePage(): string {
  const byTitle = Map.groupBy(allFields.values(), ({ title }) => title);
  const groups = [...byTitle].flatMap(([title, fields]) => [
    `## ${title}`,
    ...fields.slice(0, 1).map(describeGroup),
    table('Field', fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(toFieldRow)),
  ]);
  const rows = Object.entries(functions).map(([name, [signature, places]]) => {
    const { certainty } = getFunctionOrigin(name);
    return `| \`${name}\` | ${toCode(signature)} | ${places?.join(', ') ?? 'everywhere'}; ${certainty} |`;
  });
  return [
    '# Rules language',
    'Look up a field or a function of rule expressions: its type, where its value comes from, and how certain that is.',
    'A field from signals has its default until a test [sets it](../recipes.md#set-a-country-or-a-score). Two names of one field share one signal. A default is the documented value of a request without one, else it is inferred.',
    'On `serve`, the `raw.` fields have the request line as sent, with Bun, Node and Deno. In handlers and in `mock.edge` they have the URL of a `Request`, whose dot segments are resolved.',
    'The mock evaluates custom rules, token rules and configuration rules. Rules of other phases are stored and not evaluated. Fields of responses and packets are missing.',
    ...groups,
    '## Functions',
    `Source: ${toLink(getFunctionOrigin('all').source)}; the last two are in token-validation.md.`,
    table('Function', rows),
  ]
    .join('\n\n')
    .concat('\n');
}

const table = (subject: string, rows: readonly string[]) =>
  [`| ${subject} | Type | |`, '| --- | --- | --- |', ...rows].join('\n');

const toFieldRow = (field: FieldFacts) =>
  `| \`${field.name}\` | ${toCode(field.type)} | ${describeValue(field)} |`;

function describeValue(field: FieldFacts): string {
  if (field.same !== undefined) return `the same as \`${field.same}\``;
  return field.from === 'signals' ? `default ${toCode(JSON.stringify(field.default))}` : '';
}

/** @param field any field of the group */
function describeGroup({ from, source, certainty, places }: FieldFacts): string {
  const where = places ? ` Only in ${places.join(', ')}.` : '';
  return `Values come from ${from}. Source: ${toLink(source)} (${certainty}).${where}`;
}

function toLink(source: string): string {
  const at = getSource(source)?.at;
  return at ? `[${source}](${at})` : source;
}

/** Code in a cell of a table. */
const toCode = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
