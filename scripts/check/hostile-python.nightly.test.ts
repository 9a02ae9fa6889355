import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readHostilePrograms } from './hostile-python.ts';

const programs = join(import.meta.dirname, '..', '..', 'node_modules', '.bin');

it('knows a hostile program for each of a hundred ways', async () => {
  const known = await readHostilePrograms();
  expect(new Set(known.map(({ code }) => code)).size).toBeGreaterThan(100);
});

it.each([
  ['Bun', [process.execPath]],
  ['Deno', [join(programs, 'deno'), 'run', '-A']],
  ['Node', [join(programs, 'node')]],
])('contains every hostile program on %s', { timeout: 600_000 }, async (_, [program = '', ...args]) => {
  const { stdout } = await promisify(execFile)(program, [
    ...args,
    join(import.meta.dirname, 'hostile-python.ts'),
  ]);
  expect(JSON.parse(stdout)).toEqual([]);
});
