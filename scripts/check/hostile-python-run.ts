import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { createPython } from '../../mock/engines/python/index.ts';
import { type HostileProgram, hostileProgramsFile } from '../record/python.ts';
import { layOutCanaries, runHostile, spread } from './hostile-python.ts';

/**
 * Runs hostile programs on the runtime that this is run by, and prints what came of them: `all`, or so many; where more
 * is given, only those whose mechanism begins like that.
 */
const [atMost = 'all', begins = ''] = process.argv.slice(2);
const together = 2;
const recorded: { programs: readonly HostileProgram[] } = JSON.parse(
  await readFile(hostileProgramsFile, 'utf8'),
);
const programs = recorded.programs.filter(({ mechanism }) => mechanism.startsWith(begins));
const canaries = await layOutCanaries();
const python = createPython({ runsAtOnce: together, warm: together });
await python.status();
const taken = atMost === 'all' ? programs : spread(programs, Number(atMost));
const harmlessEvery = atMost === 'all' ? 10 : 4;
console.log(
  JSON.stringify(await runHostile(python, canaries, taken, { together, harmlessEvery, timeoutMs: 400 })),
);
await python.close();
await canaries.close();
process.exit();
