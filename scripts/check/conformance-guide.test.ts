import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseBaseline } from '../../suites/harness/baseline.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { targetVariables } from '../../suites/harness/load-target.ts';
import { testId } from '../../suites/harness/suite.ts';
import { timeLimitTable } from '../../suites/harness/time-limits.ts';
import { allSuites } from '../../suites/index.ts';
import { addConform } from '../conform/command.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'conformance.md');
const guide = readFileSync(file, 'utf8');

const program = new Command();
addConform(program.command('conform'));
const conform = program.commands[0];
const commands = [conform, ...(conform?.commands ?? [])];

describe('the guide to conformance', () => {
  it('names options and commands that exist', () => {
    const known = commands.flatMap((command) => command?.options.map(({ long }) => long) ?? []);
    const named = new Set(guide.match(/(?<=[\s`])--[a-z][a-z-]+/g));
    expect(named.size).toBeGreaterThan(30);
    // The options of npx, and those of every command.
    const others = ['--yes', '--help'];
    expect([...named].filter((option) => !known.includes(option) && !others.includes(option))).toEqual([]);
    const below = [...guide.matchAll(/`conform ([a-z]+)/g)].map(([, name]) => name);
    expect(below).toContain('sweep');
    expect(below.filter((name) => !conform?.commands.some((one) => one.name() === name))).toEqual([]);
  });

  it('has every time limit, with its default', () => {
    const rows = timeLimitTable.map(({ name, milliseconds }) => `| \`${name}\` | ${milliseconds / 1000} s |`);
    expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
  });

  it('names variables of targets that exist', () => {
    const known = [...Object.values(targetVariables), 'TOUCHSTONE_FEATURES'];
    const named = new Set(guide.match(/TOUCHSTONE_\w+/g));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !known.some((one) => one === name))).toEqual([]);
  });

  it('has a baseline that names requirements and tests that exist', () => {
    const [, baseline = ''] = /^```jsonc[^\n]*\n(.*?)^```/ms.exec(guide) ?? [];
    const { entries } = parseBaseline(baseline, 'docs/conformance.md');
    const ids = new Set(allSuites.flatMap((suite) => suite.tests.map((test) => testId(suite, test))));
    expect(entries).toHaveLength(3);
    for (const { test, requirement } of entries) {
      if (test !== undefined) expect(ids).toContain(test);
      if (requirement !== undefined) expect(catalogue.has(requirement)).toBe(true);
    }
  });
});
