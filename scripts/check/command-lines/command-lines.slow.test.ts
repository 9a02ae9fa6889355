// Long: it runs some six hundred commands.
import { expect, it } from 'vitest';
import { isExpected, type Program, runProgram } from './run.ts';

it.each<Program>(['wrangler', 'cf'])(
  '%s does what its file says, in every command',
  async (program) => {
    const { ran, untried } = await runProgram(program);
    expect(untried).toEqual([]);
    expect(ran.filter((one) => !isExpected(one))).toEqual([]);
  },
  300_000,
);
