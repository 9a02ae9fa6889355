import type { OpenapiDocument } from '../../spec/openapi/document.ts';
import { getAnswerSchemas, type ListedOperation } from '../../spec/openapi/list-operations.ts';
import {
  type JsonSchema,
  type SchemaSetting as PageSetting,
  schemaWords,
} from '../../spec/openapi/schema-words.ts';
import { jsonLines } from './json-lines.ts';
import { type LineSetting, schemaLines } from './schema-lines.ts';

/** The section of one operation in the reference, as Markdown. */
export function operationSection(listed: ListedOperation, setting: PageSetting): string {
  const { id, method, paths, operation, success } = listed;
  const [status, { description }] = success;
  return [
    `### ${id}`,
    `${operation.summary}.`,
    [
      ...paths.map((path, at) => `- ${at === 0 ? '' : 'also '}\`${method} ${path}\``),
      `- Who: ${whoMay(listed)}`,
      `- ${operation.description}`,
    ].join('\n'),
    ...parameterParts(listed, setting),
    ...bodyPart(listed, setting),
    `**Answer: ${status}, ${description[0]?.toLowerCase()}${description.slice(1)}**`,
    ...block(answerLines(listed, setting)),
    ...exampleBlocks(listed),
    ...errorPart(listed),
  ].join('\n\n');
}

function whoMay({ operation }: ListedOperation): string {
  const permissions = operation['x-permissions'];
  if (!permissions) return 'this machine, or the admin token';
  return permissions.length === 0 ? 'any valid credential' : `a token with ${permissions.join(' or ')}`;
}

const block = (lines: readonly string[]): string[] => (lines.length > 0 ? [lines.join('\n')] : []);

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function parameterParts({ parameters }: ListedOperation, setting: PageSetting): string[] {
  return Object.entries(places).flatMap(([place, title]) => {
    const own = parameters.filter((one) => one.in === place);
    if (own.length === 0) return [];
    const schema = {
      type: 'object',
      properties: Object.fromEntries(own.map((one) => [one.name, withDescription(one)])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    };
    return [`**${title}**`, ...block(schemaLines(schema, { ...setting, io: 'input' }))];
  });
}

function withDescription({ schema, description }: { schema: JsonSchema; description?: string }): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

function bodyPart({ operation }: ListedOperation, setting: PageSetting): string[] {
  const content = operation.requestBody?.content;
  const json = content?.['application/json'];
  if (!content || !json) return [];
  const title = [
    'Body: JSON',
    ...(content['multipart/form-data'] ? ['a form (`multipart/form-data`)'] : []),
    ...(content['*/*'] ? ['bytes'] : []),
  ].join(', or ');
  return [`**${title}**`, ...block(bodyLines(json.schema, { ...setting, io: 'input' }))];
}

/** A whole body: its members, and a sentence if it is more than an object. */
export function bodyLines(schema: JsonSchema, setting: LineSetting): string[] {
  const lines = schemaLines(schema, setting);
  const words = schemaWords(schema, setting);
  if (words === 'object') return lines.length > 0 ? lines : ['Any object.'];
  const sentence = `${words[0]?.toUpperCase()}${words.slice(1)}.`;
  return lines.length > 0 ? [sentence, '', ...lines] : [sentence];
}

function answerLines(listed: ListedOperation, setting: PageSetting): string[] {
  const [, { 'x-answer': shape, content = {} }] = listed.success;
  if (shape === 'bytes') return Object.keys(content).map((type) => `- \`${type}\``);
  const { result, meta, events } = getAnswerSchemas(listed, setting.document);
  const output: LineSetting = { ...setting, io: 'output' };
  return [
    ...(result ? bodyLines(result, output) : []),
    ...(result && events ? ['', '- With `"stream": true` it is a stream of server-sent events.'] : []),
    ...(!result && events ? bodyLines(events, output) : []),
    ...(meta ? ['', 'Beside it, `meta`:', '', ...bodyLines(meta, output)] : []),
  ];
}

function exampleBlocks({ method, paths, operation, parameters, success }: ListedOperation): string[] {
  const [status, { content = {} }] = success;
  const example = (place: string) =>
    parameters.flatMap((one) =>
      one.in === place && one.example !== undefined ? [[one.name, one.example] as const] : [],
    );
  const path = example('path').reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    paths[0] ?? '',
  );
  const search = new URLSearchParams(example('query').map(([name, value]) => [name, value])).toString();
  const headers = example('header').map(([name, value]) => ` with \`${name}: ${value}\``);
  const sent = Object.values(operation.requestBody?.content ?? {}).find(
    (media) => media.example !== undefined,
  );
  const [type, received] = Object.entries(content).find(([, media]) => media.example !== undefined) ?? [];
  return [
    `**Example**: \`${method} ${path}${search && `?${search}`}\`${headers.join(' and ')}`,
    ...(sent ? [json(sent.example)] : []),
    ...(type === undefined || received === undefined
      ? []
      : [`answers ${status} \`${type}\``, shown(received.example)]),
  ];
}

const shown = (value: unknown) =>
  typeof value === 'string' ? `\`\`\`text\n${value.trimEnd()}\n\`\`\`` : json(value);

const json = (value: unknown) => `\`\`\`json\n${jsonLines(value)}\n\`\`\``;

/** The failures by status, without the details that the table of the page has. */
function errorPart({ refusals }: ListedOperation): string[] {
  const lines = refusals.map(([status, response]) => {
    const names = (response['x-failures'] ?? []).map((name) => `\`${name}\``);
    return `${status} ${names.join(', ')}`;
  });
  return lines.length === 0 ? [] : [`**[Errors](#errors)**: ${lines.join('; ')}`];
}

/** Failures as a table. */
export function failureTable(
  names: OpenapiDocument['x-general-failures'],
  { 'x-failures': failures }: OpenapiDocument,
): string[] {
  const rows = names.map((name) => {
    const { status, code, message, certainty, wording } = failures[name];
    const sure = wording === 'invented' ? `${certainty}; code and text are ours` : certainty;
    return `| ${status} | ${code} | ${message.replaceAll('|', '\\|')} | \`${name}\` | ${sure} |`;
  });
  return ['| Status | Code | Message | Name | Certainty |', '| --- | --- | --- | --- | --- |', ...rows];
}
