import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bombs } from './python/bombs.ts';
import { escapes } from './python/escapes.ts';
import type { Mechanism } from './python/mechanism.ts';
import { poisons } from './python/poisons.ts';

/** A program of `fixtures/python/hostile.json`. */
export interface HostileProgram {
  /** Its mechanism and its number there, for example `spin-3`. */
  readonly id: string;
  readonly mechanism: string;
  readonly code: string;
}

export const hostileProgramsFile = join(
  import.meta.dirname,
  '..',
  '..',
  'fixtures',
  'python',
  'hostile.json',
);

/** All hostile programs, as their mechanisms have them. */
export function hostilePrograms(
  mechanisms: readonly Mechanism[] = [...escapes, ...bombs, ...poisons],
): HostileProgram[] {
  return mechanisms.flatMap(({ name, programs }) =>
    programs.map((code, index) => ({
      id: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`,
      mechanism: name,
      code,
    })),
  );
}

/** The command `record python`: writes `fixtures/python/hostile.json`, and prints how much it changes. */
export async function recordPython(): Promise<void> {
  const before = await readFile(hostileProgramsFile, 'utf8').catch(() => '');
  const programs = hostilePrograms();
  const text = `${JSON.stringify({ programs }, null, 2)}\n`;
  await writeFile(hostileProgramsFile, text);
  const mechanisms = new Set(programs.map(({ mechanism }) => mechanism)).size;
  const change = text === before ? 'as before' : 'changed';
  console.log(
    `fixtures/python/hostile.json: ${programs.length} programs of ${mechanisms} mechanisms, ${change}`,
  );
}
