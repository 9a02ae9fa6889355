import { resolve } from '../../spec/openapi/references.ts';
import {
  getChoices,
  getMembers,
  getSection,
  hasMembers,
  isSchema,
  type JsonSchema,
  type SchemaSetting,
  schemaWords,
} from '../../spec/openapi/schema-words.ts';

/** A schema, and whether it is sent or received. */
export interface LineSetting extends SchemaSetting {
  readonly io: 'input' | 'output';
}

/** Deepest level of members, and most lines. */
const deepest = 4;
const mostLines = 80;

/**
 * A schema as a nested list in Markdown: one line for each member, with its type.
 *
 * Required members of a request are marked, and members of an answer that may be missing.
 *
 * @example
 * schemaLines({ type: 'object', properties: { title: { type: 'string', maxLength: 50 } }, required: ['title'] }, setting)
 * // ['- `title` (required): text, at most 50 characters']
 */
export function schemaLines(schema: JsonSchema, setting: LineSetting): string[] {
  const lines = getLines(schema, setting, 0);
  if (lines.length <= mostLines) return lines;
  const left = lines.length - mostLines;
  return [...lines.slice(0, mostLines), `- and ${left} more lines: \`touchstone openapi\` prints all`];
}

function getLines(schema: JsonSchema, of: LineSetting, depth: number): string[] {
  const { document, io } = of;
  if (depth > deepest || getSection(schema, of) !== undefined) return [];
  const whole = resolve<JsonSchema>(document, schema);
  const choices = getChoices(whole, of).filter((one) => hasMembers(one, of));
  if (choices.length > 0) {
    return choices.flatMap((one, at) => [
      `${indent(depth)}- ${choices.length === 1 ? 'as an object' : `form ${at + 1}`}: ${schemaWords(one, of)}`,
      ...getLines(one, of, depth + 1),
    ]);
  }
  if (whole['type'] === 'array') return isSchema(whole['items']) ? getLines(whole['items'], of, depth) : [];
  const required = Array.isArray(whole['required']) ? whole['required'] : [];
  const own = Object.entries(getMembers(whole, of)).flatMap(([name, member]) => [
    `${indent(depth)}- \`${name}\`${mark(required.includes(name), io)}: ${described(member, of)}`,
    ...getLines(member, of, depth + 1),
  ]);
  const rest = whole['additionalProperties'];
  const others = isSchema(rest) && Object.keys(rest).length > 0;
  return others
    ? [...own, `${indent(depth)}- any other name: ${described(rest, of)}`, ...getLines(rest, of, depth + 1)]
    : own;
}

/** The members to mark: the required ones of a request, the optional ones of an answer. */
function mark(isRequired: boolean, io: LineSetting['io']): string {
  if (io === 'input') return isRequired ? ' (required)' : '';
  return isRequired ? '' : ' (may be missing)';
}

function described(schema: JsonSchema, of: LineSetting): string {
  const { description } = resolve<JsonSchema>(of.document, schema);
  const words = schemaWords(schema, of);
  return typeof description === 'string' ? `${words}. ${description}` : words;
}

const indent = (depth: number) => '  '.repeat(depth);
