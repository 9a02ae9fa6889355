import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closedCommand, closedEnvironment, realPyodideFolder } from '../host/host-command.ts';
import { codeHash, findSnapshot, keptFolder, snapshotName } from './places.ts';

/** The program that makes a snapshot. */
const program = join(import.meta.dirname, 'main.ts');

/** What is made at once is not made small: a higher level takes seconds more. */
const quickLevel = 9;

/**
 * The file of a snapshot, made where none fits this code.
 *
 * @param signal ends the making
 * @param pyodide where the package `pyodide` is
 * @returns undefined where there is none, and none can be kept
 */
export async function keptSnapshot(
  signal: AbortSignal,
  pyodide: string = realPyodideFolder(),
): Promise<string | undefined> {
  try {
    const found = findSnapshot(pyodide);
    if (found !== undefined) return found;
    const folder = keptFolder(pyodide);
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return await makeSnapshot(pyodide, join(folder, snapshotName(pyodide, codeHash())), quickLevel, signal);
  } catch {
    return undefined;
  }
}

/**
 * Makes a snapshot in a process of its own.
 *
 * @param file its folder is there
 * @returns the file, or undefined where it was not made
 */
export async function makeSnapshot(
  pyodide: string,
  file: string,
  level: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const also = { reads: [dirname(file)], writes: [dirname(file)] };
  const command = closedCommand(program, [pyodide, file, String(level)], also);
  const child = spawn(command.program, command.args, { env: closedEnvironment, stdio: 'ignore', signal });
  await once(child, 'exit');
  return existsSync(file) ? file : undefined;
}
