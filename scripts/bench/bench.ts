/**
 * Measures Touchstone beside what it is compared with, in one run, and prints a table.
 *
 *     npx --yes bun@1.4 run bench                # everything
 *     npx --yes bun@1.4 run bench tokens         # parts: start-up, requests, tokens, expressions, edge-cost
 *     npx --yes bun@1.4 run bench --write        # everything, into docs/performance.md
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureEdgeCost } from './edge-cost.ts';
import { measureExpressions } from './expressions.ts';
import { installPeers } from './peers.ts';
import { Processes } from './processes.ts';
import { measureRequests } from './requests.ts';
import type { Result } from './result.ts';
import { measureStartUp } from './start-up.ts';
import { table } from './table.ts';
import { measureTokens } from './tokens.ts';

/** The measurements by name; a folder for what they have to write is at hand. */
const parts: Readonly<Record<string, (processes: Processes, folder: string) => Promise<Result[]>>> = {
  'start-up': measureStartUp,
  requests: measureRequests,
  tokens: measureTokens,
  expressions: measureExpressions,
  'edge-cost': measureEdgeCost,
};

const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
const [begin, end] = ['<!-- measured -->\n', '<!-- /measured -->'];

async function measure(names: readonly string[]): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const processes = new Processes();
  try {
    const results: Result[] = [];
    for (const name of names) {
      console.error(`bench: ${name}`);
      results.push(...((await parts[name]?.(processes, folder)) ?? []));
    }
    return results;
  } finally {
    await processes.stopAll();
    await rm(folder, { recursive: true });
  }
}

/** Puts a table where the page keeps it, with when and on what it was measured. */
async function writePage(text: string): Promise<void> {
  const before = await readFile(page, 'utf8');
  const [head, rest = ''] = before.split(begin);
  const tail = rest.slice(rest.indexOf(end));
  const day = new Date().toISOString().slice(0, 10);
  const where = `Measured on ${day} with Bun ${Bun.version} on a machine with ${availableParallelism()} cores that other work shared.`;
  await writeFile(page, `${head}${begin}${where}\n\n${text}\n${tail}`);
}

const flags = process.argv.slice(2);
const chosen = flags.filter((flag) => flag !== '--write');
const write = chosen.length < flags.length;
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0 || (write && chosen.length > 0)) {
  console.error(`bench: there are ${Object.keys(parts).join(', ')}, or --write alone for all of them`);
  process.exit(2);
}
await installPeers();
const text = table(await measure(chosen.length > 0 ? chosen : Object.keys(parts)));
console.log(text);
if (write) await writePage(text);
process.exit(0);
