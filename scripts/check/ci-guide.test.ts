import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addConform } from '../conform/command.ts';
import { getBlocks } from './docs/code-blocks.ts';

const root = join(import.meta.dirname, '..', '..');

/** Words of a pipeline in place of its variables. */
const filled = (command: string) =>
  command
    .replaceAll(/\$\{\{[^}]*\}\}|\$CI_NODE_INDEX/g, '1')
    .replaceAll('$CI_NODE_TOTAL', '3')
    .replace(/ \|\| true$/, '');

/** All texts in a value, at any depth. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);

const commands = getBlocks(root, 'docs/ci.md')
  .filter(({ language }) => language === 'yaml')
  .flatMap(({ text }) => textsIn(parse(text)))
  .flatMap((text) => text.split('\n'))
  .flatMap((line) => /npx touchstone-conform (.*)/.exec(line)?.[1] ?? []);

describe('the pipelines in docs/ci.md', () => {
  it('have commands', () => {
    expect(commands.length).toBeGreaterThanOrEqual(6);
  });

  it.each(commands)('call conform with options that it has: %s', async (words) => {
    const program = new Command('touchstone-conform');
    addConform(program);
    const runs: string[] = [];
    const record = (command: Command) => {
      command.action(() => void runs.push(command.name())).exitOverride();
      command.commands.forEach(record);
    };
    record(program);
    await program.parseAsync(filled(words).split(' '), { from: 'user' });
    expect(runs).toEqual([words.startsWith('merge') ? 'merge' : 'touchstone-conform']);
  });
});
