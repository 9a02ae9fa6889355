import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certainty } from '../../spec/certainty.ts';
import type { OpenapiDocument } from '../../spec/openapi/document.ts';
import {
  getAnswerSchemas,
  type ListedOperation,
  listOperations,
} from '../../spec/openapi/list-operations.ts';
import type { RecordedExamples } from '../../spec/openapi/recorded-example.ts';
import { openapiDocument } from '../../spec/openapi.ts';
import { bodyLines, failureTable, operationSection } from './operation-section.ts';
import { countSchemas } from './page-schemas.ts';
import { recordExamples } from './record-examples.ts';
import { rulesLanguagePage } from './rules-language-page.ts';
import type { LineSetting } from './schema-lines.ts';
import { stancesPage } from './stances-page.ts';
import { stories } from './stories.ts';

/** Where the reference is published. */
export const referenceFolder = join(import.meta.dirname, '..', '..', 'docs', 'reference');

/** The examples of the OpenAPI document, by operation id. */
export const examplesFile = join(import.meta.dirname, '..', '..', 'spec', 'openapi', 'examples.json');

const meanings: Readonly<Record<Certainty, string>> = {
  seed: 'in one of the documents that this project implements',
  documented: 'in public documentation, a client library or a published schema',
  observed: 'seen in a recorded exchange, a test, an issue or source code',
  inferred: 'a deduction; the platform may do otherwise',
  schema: 'made only from the schemas of an OpenAPI document that you gave to the mock',
};

export interface Reference {
  /** Recorded from a mock. */
  readonly examples: RecordedExamples;
  /** Markdown by file name, made from the OpenAPI document. */
  readonly pages: ReadonlyMap<string, string>;
}

/** The reference as it should be. @throws StoryError when an example is refused */
export async function createReference(): Promise<Reference> {
  const examples = Object.fromEntries(await recordExamples(stories));
  const document = openapiDocument({ version: '0', server: 'http://localhost:4800', examples });
  const operations = Map.groupBy(listOperations(document), ({ service }) => service);
  const pages = new Map<string, string>([
    ['README.md', indexPage(document, operations)],
    ['rules-language.md', rulesLanguagePage(note)],
    ['stances.md', stancesPage(note)],
  ]);
  for (const { name, description } of document.tags)
    pages.set(`${name}.md`, servicePage(name, description, operations.get(name) ?? [], document));
  return { examples, pages };
}

/** The sections of operations on all pages, by operation id. */
export function operationSections(pages: Reference['pages']): ReadonlyMap<string, string> {
  const sections = [...pages.values()].flatMap((page) =>
    (page.split(/^## /m).find((part) => part.startsWith('Operations')) ?? '').split(/^(?=### )/m).slice(1),
  );
  return new Map(sections.map((section) => [section.split('\n')[0]?.slice(4) ?? '', section]));
}

function servicePage(
  service: string,
  about: string,
  operations: readonly ListedOperation[],
  document: OpenapiDocument,
): string {
  const rows = operations.map(
    ({ id, operation }) => `| [\`${id}\`](#${anchor(id)}) | ${operation.summary} |`,
  );
  const sent = operations.map(({ operation, parameters }) => [operation.requestBody, parameters]);
  const isSent = countSchemas(document, sent);
  const received = operations.map((one) => getAnswerSchemas(one, document));
  const uses = countSchemas(document, [...sent, ...received]);
  const shared = [...uses]
    .flatMap(([name, count]) => (count > 1 && !envelopeParts.has(name) ? [name] : []))
    .filter((name) => isLong(name, document));
  const sections = new Map(shared.map((name) => [name, `#${anchor(name)}`]));
  const failures = getFailures(operations);
  const setting = { document, sections };
  return [
    `# ${service}`,
    note,
    `${about} [How to read this page](README.md#read-an-operation).`,
    '## Operations',
    ['| Operation | |', '| --- | --- |', ...rows].join('\n'),
    ...operations.map((one) => operationSection(one, setting)),
    ...(failures.length > 0 ? ['## Errors', failureTable(failures, document).join('\n')] : []),
    ...(shared.length > 0 ? ['## Schemas'] : []),
    ...shared
      .sort()
      .map((name) => schemaSection(name, { ...setting, io: isSent.has(name) ? 'input' : 'output' })),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** The failures of some operations, each once, in the order of their statuses. */
function getFailures(operations: readonly ListedOperation[]) {
  const refusals = operations.flatMap((one) => one.refusals);
  const sorted = refusals.toSorted(([a], [b]) => Number(a) - Number(b));
  return [...new Set(sorted.flatMap(([, response]) => response['x-failures'] ?? []))];
}

/** Every answer has these; the index describes them. */
const envelopeParts = new Set(['Failure', 'Message', 'ResultInfo']);

/** Whether a schema is worth a section. */
function isLong(name: string, document: OpenapiDocument): boolean {
  const lines = bodyLines(document.components.schemas[name] ?? {}, { document, io: 'output' });
  return lines.length > 3 || lines.join('').length > 120;
}

function schemaSection(name: string, setting: LineSetting): string {
  const schema = setting.document.components.schemas[name] ?? {};
  return [`### ${name}`, bodyLines(schema, setting).join('\n')].join('\n\n');
}

const note = '<!-- Written by `touchstone record reference`; changes here are lost. -->';

/** The anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

function indexPage(
  document: OpenapiDocument,
  operations: ReadonlyMap<string, readonly ListedOperation[]>,
): string {
  const rows = document.tags.map(
    ({ name, description }) => `| [${name}](${name}.md) | ${operations.get(name)?.length} | ${description} |`,
  );
  const certainties = Object.entries(meanings).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return [
    '# Reference',
    note,
    'Look up an operation: what it takes, what it answers, which errors it has, and how certain that is. With `serve` running, `http://localhost:4800/docs` shows the same and sends requests for you. Both are made from the OpenAPI 3.1 document, which `touchstone openapi` prints and `serve` has at `/openapi.json`.',
    ['| Service | Operations | |', '| --- | --- | --- |', ...rows].join('\n'),
    'Four file formats have a JSON schema: [results of `conform`](results.schema.json), [target files](target.schema.json), [seed files](seed.schema.json) and [stances files](stances.schema.json). [Rules language](rules-language.md) lists the fields and functions of expressions. [Stances](stances.md) lists what the documents leave open, and what the mock does there.',
    '## Read an operation',
    '- Paths begin at the root of the host. The base URL of a client ends in `/client/v4`.\n- An answer is an envelope, `{ "result", "success", "errors", "messages" }`, unless the operation says otherwise.\n- Examples come from a new mock whose clock is at the beginning of 2026. They omit the API token. Long texts end in `…`, and lists have at most three items.',
    '## Know how certain it is',
    "Each fact has a certainty: how well we know that the platform behaves so. Every answer of the mock has it in the header `touchstone-basis`. With `createMock({ basis: 'documented' })` the mock refuses less certain answers with 501.",
    ['| | |', '| --- | --- |', ...certainties].join('\n'),
    '## Errors of all operations',
    'Any operation of the API can also return these errors. `{name}` stands for a detail.',
    failureTable(document['x-general-failures'], document).join('\n'),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** Writes the reference again. */
export async function recordReference(): Promise<void> {
  const { examples, pages } = await createReference();
  await mkdir(referenceFolder, { recursive: true });
  await writeFile(examplesFile, toExamplesText(examples));
  for (const [name, page] of pages) await writeFile(join(referenceFolder, name), page);
}

/** The content of the file of examples: a line for each operation. */
export function toExamplesText(examples: RecordedExamples): string {
  const lines = Object.entries(examples)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, example]) => `  ${JSON.stringify(id)}: ${JSON.stringify(example)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
