import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { mswMajors, mswWorkspace } from './msw-workspace.ts';

/**
 * Runs the shared test of the handlers on every supported runtime under every supported major of MSW,
 * prints a table, and exits 1 when a combination fails.
 *
 *     bun scripts/check/handlers-matrix.ts
 */
const root = resolve(import.meta.dirname, '../..');
const bin = join(root, 'node_modules/.bin');
const run = 'scripts/check/handlers-run.ts';

const runtimes = [
  { name: 'bun', command: 'bun' in process.versions ? process.execPath : 'bun', args: [run] },
  { name: 'deno', command: join(bin, 'deno'), args: ['run', '--allow-all', '--no-check', run] },
  { name: 'node', command: join(bin, 'node'), args: [run] },
] as const;

const rows: Record<string, string>[] = [];
let failures = 0;

for (const folder of mswMajors) {
  const workspace = mswWorkspace(folder);
  try {
    const manifest = createRequire(join(workspace, 'package.json'))('msw/package.json');
    for (const { name, command, args } of runtimes) {
      const { status, stdout, stderr, error } = spawnSync(command, args, {
        cwd: workspace,
        encoding: 'utf8',
        timeout: 180_000,
      });
      const lines = stdout?.trim().split('\n') ?? [];
      const passed = status === 0;
      if (!passed) {
        failures += 1;
        const report = lines.filter((line) => !line.startsWith('ok - ')).join('\n');
        console.error(`\n${name}, msw ${manifest.version}:\n${report}\n${stderr ?? ''}${error ?? ''}`);
      }
      rows.push({
        runtime: name,
        msw: manifest.version,
        verdict: passed ? 'pass' : 'FAIL',
        cases: lines.at(-1) ?? '',
      });
    }
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

for (const { runtime, msw, verdict, cases } of rows) {
  console.log([runtime?.padEnd(6), `msw ${msw}`.padEnd(12), verdict?.padEnd(6), cases].join(''));
}
process.exit(failures > 0 ? 1 : 0);
