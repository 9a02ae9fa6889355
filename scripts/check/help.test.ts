import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addConform } from '../conform/command.ts';
import { addServe } from '../serve/command.ts';

describe.each([
  ['serve', addServe],
  ['conform', addConform],
])('the help of %s', (name, add) => {
  const program = new Command('touchstone');
  add(program);
  const [command = program] = program.commands;
  const options = command.createHelp().visibleOptions(command);

  it('starts with at most ten common options', () => {
    expect(options[0]?.helpGroupHeading).toBe('Common:');
    const common = options.filter(({ helpGroupHeading }) => helpGroupHeading === 'Common:');
    expect(common.length).toBeGreaterThan(5);
    expect(common.length).toBeLessThanOrEqual(10);
  });

  it('has every option in a group, and each group once', () => {
    expect(options.filter(({ helpGroupHeading }) => !helpGroupHeading)).toEqual([]);
    const headings = options.map(({ helpGroupHeading }) => helpGroupHeading);
    const runs = headings.filter((heading, at) => heading !== headings[at - 1]);
    expect(runs).toEqual([...new Set(headings)]);
  });

  it('describes every option in at most 110 characters', () => {
    expect(options.filter(({ description }) => description.length > 110)).toEqual([]);
  });

  it('ends with examples that the command accepts', async () => {
    const runs: unknown[] = [];
    command.action((...args: unknown[]) => void runs.push(args)).exitOverride();
    const examples = [...textOf(command).matchAll(/^ {2}touchstone (.+?)(?: {2,}|$)/gm)];
    expect(examples.length).toBeGreaterThan(4);
    for (const [, words = ''] of examples) {
      await program.parseAsync(words.split(' '), { from: 'user' });
      expect(words).toMatch(new RegExp(`^${name}(?: |$)`));
    }
    expect(runs.length).toBe(examples.length);
  });
});

/** The help of a command, with what follows its options. */
function textOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut(part) {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}
