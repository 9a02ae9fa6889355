/**
 * Measures Touchstone beside what it is compared with, in one run, and prints a table.
 *
 *     npx --yes bun@1.4 run bench                # everything, in about two minutes
 *     npx --yes bun@1.4 run bench -- tokens      # parts: start, requests, tokens, expressions, edge, rules, waf
 *     npx --yes bun@1.4 run bench -- --write     # everything, into docs/performance.md
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureEdgeRequests } from './edge-requests.ts';
import { measureExpressions } from './expressions.ts';
import { installPeers } from './peers.ts';
import { BenchError, Processes } from './processes.ts';
import { measureRequests } from './requests.ts';
import type { Result } from './result.ts';
import { measureStartUp } from './start-up.ts';
import { replaceTable, table } from './table.ts';
import { measureTokenChecks } from './token-checks.ts';
import { measureWaf } from './waf.ts';
import { measureWafExpressions } from './waf-expressions.ts';

/** The measurements by name; a folder for what they have to write is at hand. */
const parts: Readonly<Record<string, (processes: Processes, folder: string) => Promise<Result[]>>> = {
  start: measureStartUp,
  requests: measureRequests,
  tokens: measureTokenChecks,
  expressions: measureExpressions,
  edge: measureEdgeRequests,
  rules: measureWafExpressions,
  waf: measureWaf,
};

const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const all = Object.keys(parts);
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new BenchError('bench', `there is no ${unknown.join(', ')}; there are ${all.join(', ')}`);
  }
  if (values.write && positionals.length > 0) {
    throw new BenchError('bench', '--write takes the whole benchmark, not parts of it');
  }
  await installPeers();
  const made = table(await measure(positionals.length > 0 ? positionals : all));
  console.log(made);
  if (!values.write) return;
  const text = replaceTable(await readFile(page, 'utf8'), `${circumstances()}\n\n${made}`);
  await writeFile(page, text);
}

/** Takes the named measurements; nothing that they started or wrote is left, however they end. */
async function measure(names: readonly string[]): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const processes = new Processes();
  const cleanUp = async () => {
    await processes.stopAll();
    await rm(folder, { recursive: true, force: true });
  };
  const interrupted = () => void cleanUp().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const results: Result[] = [];
    for (const name of names) {
      console.error(`bench: ${name}`);
      results.push(...((await parts[name]?.(processes, folder)) ?? []));
    }
    return results;
  } finally {
    await cleanUp();
  }
}

/** When and on what the table was made. */
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
