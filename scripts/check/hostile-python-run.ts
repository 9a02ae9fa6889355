import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { createPython } from '../../mock/engines/python/index.ts';
import { type HostileProgram, hostileProgramsFile } from '../record/python.ts';
import { layOutCanaries, runHostile, spread } from './hostile-python.ts';

/** Runs hostile programs on the runtime that this is run by, and prints what came of them: `all`, or so many. */
const atMost = process.argv[2] ?? 'all';
const together = 2;
const { programs }: { programs: readonly HostileProgram[] } = JSON.parse(
  await readFile(hostileProgramsFile, 'utf8'),
);
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
