import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certainty } from '../../spec/certainty.ts';
import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { FailureName } from '../../spec/errors.ts';
import { type ServiceName, services } from '../../spec/services/index.ts';
import { v4Failures } from '../../spec/v4/failures.ts';
import { failureTable, operationSection } from './operation-section.ts';
import { type Example, recordExamples } from './record-examples.ts';
import { stancesPage } from './stances-page.ts';
import { stories } from './stories.ts';

/** Where the reference is published. */
export const referenceFolder = join(import.meta.dirname, '..', '..', 'docs', 'reference');

const meanings: Readonly<Record<Certainty, string>> = {
  seed: 'stated by one of the documents that this project follows',
  documented: 'stated by public documentation, a client library or a published schema',
  observed: 'seen in a recorded exchange, a test, an issue or source code',
  inferred: 'a deduction; the platform may do otherwise',
};

type Operation = readonly [id: OperationId, endpoint: Endpoint];

/** The operations of the contract by service, in the order of the contract. */
function operationsByService(): Map<string, Operation[]> {
  const found = new Map<string, Operation[]>();
  for (const [id, endpoint] of Object.entries(contract) as [OperationId, Endpoint][]) {
    // its keys are ids
    const service = id.split('.')[0] ?? '';
    found.set(service, [...(found.get(service) ?? []), [id, endpoint]]);
  }
  return found;
}

/**
 * The pages of the reference, by file name, with examples recorded from a mock.
 *
 * @throws StoryError when an example is refused
 */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const examples = await recordExamples(stories);
  const services = operationsByService();
  const pages = new Map<string, string>([
    ['README.md', indexPage(services)],
    ['stances.md', stancesPage(note)],
  ]);
  for (const [service, operations] of services)
    pages.set(`${service}.md`, servicePage(service, operations, examples));
  return pages;
}

/** Operations without an example. */
export function unshown(pages: ReadonlyMap<string, string>): string[] {
  const sections = [...pages.values()].flatMap((page) => page.split(/^(?=### )/m).slice(1));
  return sections
    .filter((section) => !section.includes('**Example**'))
    .map((section) => section.split('\n')[0]?.slice(4) ?? '');
}

function servicePage(
  service: string,
  operations: readonly Operation[],
  examples: ReadonlyMap<OperationId, Example>,
): string {
  const rows = operations.map(([id, { summary }]) => `| [\`${id}\`](#${anchor(id)}) | ${summary} |`);
  return [
    `# ${service}`,
    note,
    `${about(service)} How to read this page: [reference](README.md).`,
    ['| Operation | |', '| --- | --- |', ...rows].join('\n'),
    ...operations.map(([id, endpoint]) => operationSection(id, endpoint, examples.get(id))),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** The description of a service. @param service its name, the first part of its operation ids */
const about = (service: string) => services[service as ServiceName].about;

const note = '<!-- Written by `touchstone record reference`; changes here are lost. -->';

/** The anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

function indexPage(services: ReadonlyMap<string, readonly Operation[]>): string {
  const rows = [...services].map(
    ([service, operations]) => `| [${service}](${service}.md) | ${operations.length} | ${about(service)} |`,
  );
  const certainties = Object.entries(meanings).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  // The keys of a catalogue are its names.
  const general = Object.keys(v4Failures) as FailureName[];
  return [
    '# Reference',
    note,
    'Every operation that the mock answers and the suites request, generated from the contract in `spec/`. The same as OpenAPI 3.1: `touchstone openapi`.',
    ['| Service | Operations | |', '| --- | --- | --- |', ...rows].join('\n'),
    'Four file formats have a schema: [the results of conform](results.schema.json), [target files](target.schema.json), [seed files](seed.schema.json) and [stances files](stances.schema.json). [Stances](stances.md) lists what the documents leave open.',
    '## How to read it',
    'Paths begin at the root of the host; the base URL of clients ends in `/client/v4`. An answer is an envelope, `{ "result", "success", "errors", "messages" }`, unless its operation says otherwise. Examples are answers of a fresh mock whose clock stands at the beginning of 2026. Long texts are cut and end in `…`, long lists show their first three items, and API tokens are left out of requests.',
    '## Certainty',
    "How certain it is that the platform behaves so. Every answer of the mock states its certainty in the header `touchstone-basis`, and `createMock({ basis: 'documented' })` refuses with 501 any answer of a lower certainty.",
    ['| | |', '| --- | --- |', ...certainties].join('\n'),
    '## Errors of all operations',
    'Besides its own errors, an operation of the API can return these. `{name}` stands for the details.',
    failureTable(general).join('\n'),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** Writes the reference again. */
export async function recordReference(): Promise<void> {
  await mkdir(referenceFolder, { recursive: true });
  for (const [name, page] of await referencePages()) await writeFile(join(referenceFolder, name), page);
}
