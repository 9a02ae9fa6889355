import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { addConform } from '../conform/command.ts';
import { addFixtureSite } from '../fixture-site-command.ts';
import { licensesFile } from './places.ts';

/** Adds the commands of an executable file: those of the package `touchstone-conform`, and `licenses`. */
export function addHandOver(program: Command): void {
  addConform(program.command('conform'));
  addFixtureSite(program);
  program
    .command('licenses')
    .description('print the licences of the libraries in this file')
    .action(() => console.log(readFileSync(licensesFile, 'utf8')));
}
