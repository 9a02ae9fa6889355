import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPython, type PythonEngine } from '../../mock/engines/python/index.ts';
import { type HostileProgram, hostilePrograms, hostileProgramsFile } from '../record/python.ts';
import { type Canaries, harmlessOutcome, layOutCanaries, runHarmless, spread } from './hostile-python.ts';

/**
 * Every program starts an interpreter of its own, and hundreds of them run until they are ended: all take some ten
 * minutes on two cores. Without `TOUCHSTONE_HOSTILE_PYTHON=all` in the environment those that run are spread over
 * all mechanisms, and the harmless program comes after every fourth of them, not after each.
 */
const all = process.env['TOUCHSTONE_HOSTILE_PYTHON'] === 'all';
const atMost = 140;
const timeoutMs = 400;
const together = 2;

let programs: readonly HostileProgram[] = [];
let canaries: Canaries;
let python: PythonEngine;
beforeAll(async () => {
  programs = JSON.parse(await readFile(hostileProgramsFile, 'utf8')).programs;
  canaries = await layOutCanaries();
  python = createPython({ runsAtOnce: together, warm: together });
  await python.status();
}, 120_000);
afterAll(async () => {
  await python.close();
  await canaries.close();
});

describe('hostile Python programs', () => {
  it('are a thousand, from sixty mechanisms or more, and as they were recorded', () => {
    expect(programs).toEqual(hostilePrograms());
    expect(new Set(programs.map(({ code }) => code)).size).toBeGreaterThanOrEqual(1_000);
    expect(new Set(programs.map(({ mechanism }) => mechanism)).size).toBeGreaterThanOrEqual(60);
  });

  it('end, tell and touch nothing, and leave the next program right', async () => {
    const wrong: string[] = [];
    const waiting = all ? [...programs] : spread(programs, atMost);
    let rounds = 0;
    const work = async () => {
      for (let program = waiting.shift(); program; program = waiting.shift()) {
        const { id, code } = program;
        const outcome = await python.run({ code: canaries.arm(code), timeoutMs });
        wrong.push(...(await canaries.touched(outcome)).map((what) => `${id}: ${what}`));
        if (outcome.durationMs > timeoutMs + 2_000) wrong.push(`${id}: took ${outcome.durationMs} ms`);
        rounds += 1;
        if (!all && rounds % 4 > 0 && waiting.length > together) continue;
        const { stdout, stderr, results, error } = await runHarmless(python);
        const told = JSON.stringify({ stdout, stderr, results, error });
        if (told !== JSON.stringify(harmlessOutcome)) wrong.push(`${id}: leaves ${told}`);
      }
    };
    await Promise.all(Array.from({ length: together }, work));
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
