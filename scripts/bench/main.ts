/**
 * Measures Touchstone against its alternatives, in one run, and prints a table.
 *
 *     npx --yes bun@1.4 run bench                # everything
 *     npx --yes bun@1.4 run bench -- tokens      # a part of the first table: start, requests, tokens or edge
 *     npx --yes bun@1.4 run bench -- markdown    # a chapter: log, markdown, inference, rendering, git, objects, openapi, state, handlers, memory or conform
 *     npx --yes bun@1.4 run bench -- --write     # everything, into docs/performance-details.md, and the summary
 *     npx --yes bun@1.4 run bench -- markdown --write     # one chapter, and the summary
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureConform } from './conform.ts';
import { measureEdgeRequests } from './edge-requests.ts';
import { measureGit } from './git.ts';
import { measureHandlers } from './handlers.ts';
import { measureInference } from './inference.ts';
import { measureMarkdown } from './markdown.ts';
import { measureMemory } from './memory.ts';
import { measureObjects } from './objects.ts';
import { measureOpenapi } from './openapi.ts';
import { installPeers } from './peers.ts';
import { BenchError, Processes } from './processes.ts';
import { measureRendering } from './rendering.ts';
import { measureRequestLog } from './request-log.ts';
import { measureRequests, measureStartUp } from './requests.ts';
import { measureStateWrites } from './state-writes.ts';
import { summary } from './summary.ts';
import { type Result, replaceTable, table } from './table.ts';
import { measureTokenChecks } from './token-checks.ts';

/** The measurements of the first table by name; each gets a folder for its files. */
const parts: Readonly<Record<string, (processes: Processes, folder: string) => Promise<Result[]>>> = {
  start: measureStartUp,
  requests: measureRequests,
  tokens: measureTokenChecks,
  edge: measureEdgeRequests,
};

/** Measurements with tables of their own, each in its own place on the page. */
const chapters: Readonly<Record<string, (processes: Processes) => Promise<string>>> = {
  log: measureRequestLog,
  markdown: measureMarkdown,
  inference: measureInference,
  rendering: measureRendering,
  git: measureGit,
  objects: measureObjects,
  openapi: measureOpenapi,
  state: measureStateWrites,
  handlers: measureHandlers,
  memory: measureMemory,
  conform: measureConform,
};

const docs = join(import.meta.dirname, '..', '..', 'docs');
const detailsPage = join(docs, 'performance-details.md');
const summaryPage = join(docs, 'performance.md');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const all = [...Object.keys(parts), ...Object.keys(chapters)];
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new BenchError('bench', `there is no ${unknown.join(', ')}; there are ${all.join(', ')}`);
  }
  if (values.write && positionals.some((name) => name in parts)) {
    throw new BenchError(
      'bench',
      '--write takes the whole benchmark or chapters, not parts of the first table',
    );
  }
  await installPeers();
  const names = positionals.length > 0 ? positionals : all;
  const made = await withProcesses((processes, folder) => measure(names, processes, folder));
  for (const text of made.values()) console.log(`${text}\n`);
  if (!values.write) return;
  await write(made);
}

/** Writes tables by chapter into the details, and the summary of all of them. */
async function write(made: ReadonlyMap<string | undefined, string>): Promise<void> {
  let details = await readFile(detailsPage, 'utf8');
  for (const [chapter, tables] of made) {
    details = replaceTable(details, `${circumstances()}\n\n${tables}`, chapter);
  }
  await writeFile(detailsPage, details);
  const before = await readFile(summaryPage, 'utf8');
  await writeFile(summaryPage, replaceTable(before, summary(details)));
}

/** Runs the named measurements; returns tables by chapter, with an empty name for the first table. */
async function measure(
  names: readonly string[],
  processes: Processes,
  folder: string,
): Promise<Map<string | undefined, string>> {
  const results: Result[] = [];
  const made = new Map<string | undefined, string>();
  for (const name of names) {
    console.error(`bench: ${name}`);
    const chapter = chapters[name];
    if (chapter) made.set(name, await chapter(processes));
    else results.push(...((await parts[name]?.(processes, folder)) ?? []));
  }
  if (results.length > 0) made.set(undefined, table(results));
  return made;
}

/** Provides processes and a folder to measurements, and removes both in any case. */
async function withProcesses<Made>(
  use: (processes: Processes, folder: string) => Promise<Made>,
): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const processes = new Processes();
  const cleanUp = async () => {
    await processes.stopAll();
    await rm(folder, { recursive: true, force: true });
  };
  const interrupted = () => void cleanUp().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await use(processes, folder);
  } finally {
    await cleanUp();
  }
}

/** The date and machine of the table. */
function circumstances(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day} with Bun ${Bun.version} on a machine with ${availableParallelism()} cores.`;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(`bench: ${error.message}`);
  process.exit(2);
}
