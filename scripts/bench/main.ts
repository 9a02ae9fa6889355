/**
 * Measures Touchstone against its alternatives, in one run, and prints the rows of docs/performance.md.
 *
 *     npx --yes bun@1.4 run bench                       # everything
 *     npx --yes bun@1.4 run bench -- tokens markdown    # some chapters
 *     npx --yes bun@1.4 run bench -- tokens --write     # a chapter, and into the page
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchError, type Row, toTable, writeRows } from './rows.ts';
import { stopAll } from './servers.ts';

/** The chapters by name; each gets a folder for its files. */
const chapters: Readonly<Record<string, (folder: string) => Promise<Row[]>>> = {
  start: async (folder) => (await import('./api.ts')).measureStart(folder),
  requests: async (folder) => (await import('./api.ts')).measureRequests(folder),
  register: async (folder) => (await import('./api.ts')).measureRegister(folder),
  handlers: async () => (await import('./handlers.ts')).measureHandlers(),
  tokens: async (folder) => (await import('./tokens.ts')).measureTokens(folder),
  markdown: async () => (await import('./markdown.ts')).measureMarkdown(),
  inference: async (folder) => (await import('./inference.ts')).measureInference(folder),
  rendering: async () => (await import('./rendering.ts')).measureRendering(),
  git: async (folder) => (await import('./git.ts')).measureGit(folder),
  objects: async (folder) => (await import('./objects.ts')).measureObjects(folder),
  conform: async () => (await import('./conform.ts')).measureConform(),
};

const page = join(import.meta.dirname, '../../docs/performance.md');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const all = Object.keys(chapters);
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new BenchError(`there is no ${unknown.join(', ')}; there are ${all.join(', ')}`);
  if (process.platform !== 'linux') {
    throw new BenchError('this reads processor time and memory from /proc, so it needs Linux');
  }
  const rows: Row[] = [];
  for (const name of positionals.length > 0 ? positionals : all) {
    console.error(`bench: ${name}`);
    const measured = await measure(name);
    rows.push(...measured);
    if (values.write) await writeFile(page, writeRows(await readFile(page, 'utf8'), measured));
  }
  console.log(toTable(rows));
}

/** Runs a chapter, and removes its files and processes in any case. */
async function measure(name: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const cleanUp = async () => {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  };
  const interrupted = () => void cleanUp().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return (await chapters[name]?.(folder)) ?? [];
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cleanUp();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(`bench: ${error.message}`);
  process.exit(2);
}
