import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { closedCommand } from '../host/host-command.ts';

/** Starts `wall-host.ts` as interpreters are started on this runtime, and prints what it prints. */
const { program, args } = closedCommand(join(import.meta.dirname, 'wall-host.ts'), [process.argv[2] ?? '']);
console.log(spawnSync(program, [...args], { env: {}, encoding: 'utf8' }).stdout);
