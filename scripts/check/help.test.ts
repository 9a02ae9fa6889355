import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addConform } from '../conform/command.ts';
import { addServe } from '../serve/command.ts';

const touchstone = new Command('touchstone');
addServe(touchstone);
addConform(touchstone.command('conform'));
const alone = new Command('touchstone-conform');
addConform(alone);
const [serve = touchstone, conform = touchstone] = touchstone.commands;

describe.each([
  ['touchstone serve', touchstone, serve],
  ['touchstone conform', touchstone, conform],
  ['touchstone-conform', alone, alone],
])('the help of %s', (name, program, command) => {
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
    const runs: string[] = [];
    command.action(() => void runs.push(name)).exitOverride();
    const examples = [...textOf(command).matchAll(/^ {2}(touchstone.*?) {2,}/gm)];
    expect(examples.length).toBeGreaterThan(4);
    for (const [, example = ''] of examples) {
      const [, ...words] = example.split(' ');
      await program.parseAsync(words, { from: 'user' });
      expect(example.startsWith(name)).toBe(true);
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
