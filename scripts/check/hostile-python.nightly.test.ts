import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hostilePrograms, hostileProgramsFile } from '../record/python.ts';

/**
 * Every program starts an interpreter of its own, and hundreds of them run until they are ended: all take some ten
 * minutes on two cores, on each runtime. Without `TOUCHSTONE_HOSTILE_PYTHON=all` in the environment those that run are
 * spread over all mechanisms, on Bun alone.
 */
const all = process.env['TOUCHSTONE_HOSTILE_PYTHON'] === 'all';
const programs = join(import.meta.dirname, '..', '..', 'node_modules', '.bin');
const bun = [process.execPath];
const runtimes: readonly (readonly [string, readonly string[]])[] = all
  ? [
      ['Bun', bun],
      ['Deno', [join(programs, 'deno'), 'run', '-A']],
      ['Node', [join(programs, 'node')]],
    ]
  : [['Bun', bun]];

describe('hostile Python programs', () => {
  it('are a thousand, from sixty mechanisms or more, and as they were recorded', async () => {
    const { programs } = JSON.parse(await readFile(hostileProgramsFile, 'utf8'));
    expect(programs).toEqual(hostilePrograms());
    expect(new Set(hostilePrograms().map(({ code }) => code)).size).toBeGreaterThanOrEqual(1_000);
    expect(new Set(hostilePrograms().map(({ mechanism }) => mechanism)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(runtimes)(
    'end, tell and touch nothing, and leave the next program right, on %s',
    async (_, [program = '', ...args]) => {
      const script = join(import.meta.dirname, 'hostile-python-run.ts');
      const { stdout } = await promisify(execFile)(program, [...args, script, all ? 'all' : '140']);
      const { wrong, errors } = JSON.parse(stdout);
      expect(wrong).toEqual([]);
      // Those that only spoil their own interpreter may come to a good end there.
      expect(errors).toBeGreaterThanOrEqual(all ? 1_000 : 90);
    },
    3_600_000,
  );
});
