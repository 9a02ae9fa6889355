import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { findProgram } from '../find-program.ts';

/** Adds the commands that the package touchstone-conform has. */
export function addHandOver(program: Command): void {
  for (const [name, description] of [
    ['conform', 'test an implementation against the requirements'],
    ['fixture-site', 'serve the origin of the edge tests'],
  ] as const) {
    program
      .command(name)
      .description(`${description} (with the package touchstone-conform)`)
      .argument('[argument...]')
      .helpOption(false)
      .allowUnknownOption()
      .action(() => handOver(name));
  }
}

/** Runs a command of touchstone-conform with the arguments of this process. */
async function handOver(name: string): Promise<void> {
  const found = findProgram('touchstone-conform');
  if (found === undefined) {
    console.error(
      `touchstone: ${name} is in the package touchstone-conform; install it with: npm install --save-dev touchstone-conform`,
    );
    process.exitCode = 2;
    return;
  }
  const args = process.argv.slice(process.argv.indexOf(name) + 1);
  process.argv.splice(1, process.argv.length, found, ...(name === 'conform' ? [] : [name]), ...args);
  await import(pathToFileURL(found).href);
}
