import { type Command, CommanderError } from 'commander';
import { endWithReader } from './end-with-reader.ts';

/**
 * Runs a command line. Exit code 1 means that an implementation failed, so a usage error exits with 2.
 *
 * @param program its `exitOverride` is set
 */
export async function runProgram(program: Command): Promise<void> {
  process.stdout.on('error', endWithReader);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : 2);
  }
}
