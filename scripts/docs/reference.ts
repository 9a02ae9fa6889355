import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenapiJson } from '../../mock/serve/front/openapi-json.ts';
import type { OpenapiDocument } from '../../spec/openapi/document.ts';
import {
  getAnswerSchemas,
  type ListedOperation,
  listOperations,
} from '../../spec/openapi/list-operations.ts';
import { commandPage } from './command-page.ts';
import { bodyLines, failureTable, operationSection } from './operation-section.ts';
import { countSchemas } from './page-schemas.ts';
import { rulesLanguagePage } from './rules-language-page.ts';
import type { LineSetting } from './schema-lines.ts';
import { stancesPage } from './stances-page.ts';

/** Where the reference is; `bun run docs` builds most of its pages. */
export const referenceFolder = join(import.meta.dirname, '..', '..', 'docs', 'reference');

/** The pages that are built, by name, such as `zones`: from the OpenAPI document of a server, and the help of the commands. */
export async function createReference(): Promise<ReadonlyMap<string, string>> {
  const document: OpenapiDocument = JSON.parse(await createOpenapiJson('http://localhost:4800'));
  const operations = Map.groupBy(listOperations(document), ({ service }) => service);
  return new Map([
    ['command', commandPage()],
    ['errors', errorsPage(document)],
    ['rules-language', rulesLanguagePage()],
    ['stances', stancesPage()],
    ...document.tags.map(
      ({ name, description }) =>
        [name, servicePage(name, description, operations.get(name) ?? [], document)] as const,
    ),
  ]);
}

/** Writes the pages for the site, and removes those of another state. */
export async function buildReference(): Promise<void> {
  const pages = await createReference();
  const before = globSync('*.md', { cwd: referenceFolder }).filter((name) => name !== 'README.md');
  for (const name of before) rmSync(join(referenceFolder, name));
  for (const [name, page] of pages) writeFileSync(join(referenceFolder, `${name}.md`), page);
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
    about,
    '[How to read this page](README.md#read-an-operation).',
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

/** The anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

function errorsPage(document: OpenapiDocument): string {
  return [
    '# Errors of all operations',
    'Any operation of the API can return these errors, besides its own. `{name}` stands for a detail.',
    failureTable(document['x-general-failures'], document).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}
