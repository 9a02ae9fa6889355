import { tmpdir } from 'node:os';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { commandsOf, runCommand } from './run-command.ts';

describe('the commands of a README', () => {
  it('are those of its blocks, in order', () => {
    expect(commandsOf('One:\n```sh\na\nb c\n```\nTwo:\n```sh\nd\n```\n')).toEqual(['a', 'b c', 'd']);
  });

  it('have to be there', () => {
    expect(() => commandsOf('Run it somehow.')).toThrow('no command');
  });
});

describe('a command', { timeout: 60_000 }, () => {
  it.each([
    ['exit 0', true],
    ['echo why >&2; exit 3', false],
  ])('%s: is judged by its exit code', async (command, ok) => {
    const outcome = await runCommand(command, tmpdir(), process.env);
    expect(outcome.ok).toBe(ok);
    if (!ok) expect(outcome.output).toContain('why');
  });
});
