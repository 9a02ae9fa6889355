import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname, '../../..');

/** Node 24, which comes with the development packages. */
export const node = realpathSync(join(root, 'node_modules', '.bin', 'node'));

/** The program itself: what the package calls `deno` is a script that passes no signal on. */
export const deno: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();

export const bun = process.execPath;

/** Has npm, and programs that ask for Node in their first line, find that Node. */
export const withNode = { PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
