import { z } from 'zod';
import { type Endpoint, pathVariables, rootPaths } from '../../spec/endpoint.ts';
import { type FailureName, failures } from '../../spec/errors.ts';
import { getSource } from '../../spec/sources.ts';
import { jsonLines } from './json-lines.ts';
import type { Example } from './record-examples.ts';
import { type JsonSchema, schemaLines, schemaWords } from './schema-lines.ts';

/** Describes an answer, by its shape. */
const shapes: Readonly<Record<Endpoint['answer'], string>> = {
  envelope: '`result` of the envelope',
  page: '`result` of the envelope, a page at a time, with `result_info`',
  'cursor-page': '`result` of the envelope, a page at a time, with the `cursor` of the next in `result_info`',
  'bare-envelope': 'the envelope without `result`',
  'short-envelope': 'only `success` and `result`',
  plain: 'the answer itself, without an envelope',
  empty: 'no body',
  bytes: 'a file',
  stream: 'server-sent events; the data of each is',
};

/**
 * The section of one operation in the reference, as Markdown.
 *
 * @param example a recorded exchange, if any
 */
export function operationSection(id: string, endpoint: Endpoint, example: Example | undefined): string {
  const paths = rootPaths(endpoint).map((path) => `\`${endpoint.method} ${path}\``);
  return [
    `### ${id}`,
    `${endpoint.summary}.`,
    [
      ...paths.map((path, at) => `- ${at === 0 ? path : `also ${path}`}`),
      `- Who: ${whoMay(endpoint)}`,
      `- Certainty: ${getCertainty(endpoint)} (${endpoint.source.split('; ').map(linked).join('; ')})`,
    ].join('\n'),
    ...part('Path', fields(endpoint.params, pathVariables(endpoint.path))),
    ...part('Query', fields(endpoint.query)),
    ...part('Headers', endpoint.headers ? fields(endpoint.headers) : []),
    ...part(bodyTitle(endpoint), endpoint.body ? body(endpoint.body, 'input') : []),
    ...part(`Answer: ${endpoint.status}, ${shapes[endpoint.answer]}`, answerLines(endpoint)),
    ...(example ? exampleBlocks(example) : []),
    ...part('Errors', errorTable(endpoint)),
  ].join('\n\n');
}

function whoMay({ access }: Endpoint): string {
  if (access.kind === 'admin') return 'this machine, or the admin token';
  return access.permissions.length === 0
    ? 'any valid credential'
    : `a token with ${access.permissions.join(' or ')}`;
}

function getCertainty({ certainty, resultCertainty }: Endpoint): string {
  return resultCertainty ? `${certainty}; members of the result ${resultCertainty}` : certainty;
}

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`**${title}**`, lines.join('\n')] : title.startsWith('Answer') ? [`**${title}**`] : [];

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
}

/** Members of path, query or headers; those of the path are all required. */
function fields(schema: z.ZodType, required: readonly string[] = []): string[] {
  const whole = jsonSchema(schema, 'input');
  const named = Array.isArray(whole['required']) ? whole['required'] : [];
  return schemaLines({ ...whole, required: [...required, ...named] }, 'input');
}

function body(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const whole = jsonSchema(schema, io);
  const lines = schemaLines(whole, io);
  const words = schemaWords(whole);
  // An object is the default: only further needs are worth a word.
  if (words === 'object') return lines.length > 0 ? lines : ['Any object.'];
  const sentence = `${words[0]?.toUpperCase()}${words.slice(1)}.`;
  return lines.length > 0 ? [sentence, '', ...lines] : [sentence];
}

function bodyTitle({ takes = [], body }: Endpoint): string {
  const others = takes.map((one) => (one === 'bytes' ? 'bytes' : 'a form (`multipart/form-data`)'));
  return ['Body: JSON', ...(body ? others : [])].join(', or ');
}

function answerLines(endpoint: Endpoint): string[] {
  const { answer, result, bytesTypes = [], meta, events } = endpoint;
  if (answer === 'empty' || answer === 'bare-envelope') return [];
  if (answer === 'bytes') return bytesTypes.map((type) => `- \`${type}\``);
  const streamed = events ? ['- With `"stream": true` it is a stream of server-sent events.'] : [];
  const beside = meta ? ['', 'Beside it, `meta`:', '', ...body(meta, 'output')] : [];
  return [...body(result, 'output'), ...(streamed.length > 0 ? ['', ...streamed] : []), ...beside];
}

function exampleBlocks({ method, path, headers, sent, status, type, received }: Example): string[] {
  const head = Object.entries(headers).map(([name, value]) => ` with \`${name}: ${value}\``);
  const blocks = [`**Example**: \`${method} ${path}\`${head.join(' and ')}`];
  if (sent !== undefined) blocks.push(json(sent));
  blocks.push(`answers ${status}${received === undefined ? '' : ` \`${type}\``}`);
  if (received === undefined) return blocks;
  if ('json' in received) return [...blocks, json(received.json)];
  return 'text' in received
    ? [...blocks, `\`\`\`text\n${received.text.trimEnd()}\n\`\`\``]
    : [...blocks, `and ${received.bytes} bytes.`];
}

/** A source, as a link if it has an address. */
function linked(source: string): string {
  const at = getSource(source)?.at;
  return at?.startsWith('https:') ? `[${source}](${at})` : source;
}

const json = (value: unknown) => `\`\`\`json\n${jsonLines(cut(value))}\n\`\`\``;

/** Shortens a value: cuts long texts, and keeps the first three items of lists. */
function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 280)}…` : value;
  if (Array.isArray(value)) return (value.length > 5 ? value.slice(0, 3) : value).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item)]));
}

function errorTable({ errors, refusals = [] }: Endpoint): string[] {
  const names: FailureName[] = [...new Set([...errors, ...refusals.map(({ as }) => as)])];
  return names.length === 0 ? [] : failureTable(names);
}

/** Failures as a table. */
export function failureTable(names: readonly FailureName[]): string[] {
  const rows = names.map((name) => {
    const { status, code, message, certainty, wording } = failures[name];
    const sure = wording === 'invented' ? `${certainty}; code and text are ours` : certainty;
    return `| ${status} | ${code} | ${message.replaceAll('|', '\\|')} | \`${name}\` | ${sure} |`;
  });
  return ['| Status | Code | Message | Name | Certainty |', '| --- | --- | --- | --- | --- |', ...rows];
}
