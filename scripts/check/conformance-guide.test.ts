import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseBaseline } from '../../suites/harness/baseline.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { targetVariables } from '../../suites/harness/load-target.ts';
import { testId } from '../../suites/harness/suite.ts';
import { targetFileSchema } from '../../suites/harness/target.ts';
import { allSuites } from '../../suites/index.ts';
import { addConform } from '../conform/command.ts';

const read = (page: string) => readFileSync(join(import.meta.dirname, '..', '..', 'docs', page), 'utf8');
const guide = read('conformance.md');

const program = new Command();
addConform(program.command('conform'));
const conform = program.commands[0];
const commands = [conform, ...(conform?.commands ?? [])];

describe('the guide to conformance', () => {
  it('names options and commands that exist', () => {
    const known = commands.flatMap((command) => command?.options.map(({ long }) => long) ?? []);
    const named = new Set(guide.match(/(?<=[\s`])--[a-z][a-z-]+/g));
    expect(named.size).toBeGreaterThan(20);
    // The options of npx, and those of every command.
    const others = ['--yes', '--help'];
    expect([...named].filter((option) => !known.includes(option) && !others.includes(option))).toEqual([]);
    const below = [...guide.matchAll(/`touchstone-conform ([a-z]+)/g)].map(([, name]) => name);
    expect(below).toContain('sweep');
    expect(below.filter((name) => !conform?.commands.some((one) => one.name() === name))).toEqual([]);
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

describe('the page of the target file', () => {
  const page = read('target.md');
  const named = (pattern: RegExp) => new Set([...page.matchAll(pattern)].map(([, name]) => name));

  it('has every member', () => {
    const members = named(/`([a-z_]+)`/g);
    // Marks the mock of this project.
    const missing = Object.keys(targetFileSchema.shape).filter(
      (name) => name !== 'name' && !members.has(name),
    );
    expect(missing).toEqual([]);
  });

  it('has every variable, and no other', () => {
    const known = [...Object.values(targetVariables), 'TOUCHSTONE_FEATURES'];
    expect([...named(/`(TOUCHSTONE_\w+)`/g)].sort()).toEqual(known.sort());
  });
});
