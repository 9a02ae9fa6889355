/** The command line of the package touchstone-conform: `conform` with its subcommands, and what its targets need. */
import { Command } from 'commander';
import { version } from '../../mock/assembly/version.ts';
import { addWebhookCertificate } from '../certificates-command.ts';
import { addFixtureSite } from '../fixture-site-command.ts';
import { runProgram } from '../run-program.ts';
import { addConform } from './command.ts';

const program = new Command('touchstone-conform').exitOverride();
addConform(program);
// Among the options of the last group: before them, its own group would come first.
program.version(version);
addFixtureSite(program);
addWebhookCertificate(program);
await runProgram(program);
