import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';

const bin = resolve(import.meta.dirname, '../../node_modules/.bin');

export type RuntimeName = 'bun' | 'deno' | 'node';

/** The runtime of this process. */
export const thisRuntime: RuntimeName = 'Bun' in globalThis ? 'bun' : 'Deno' in globalThis ? 'deno' : 'node';

export const bun = thisRuntime === 'bun' ? process.execPath : 'bun';

/** The program itself: the package's `deno` is a script that forwards no signals. */
export const deno: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();

/** Node 24, from the development packages. */
export const node = realpathSync(join(bin, 'node'));

/** Arguments before the name of a script, on each runtime. */
export const commands: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: [bun],
  deno: [deno, 'run', '--no-prompt', '--allow-all'],
  node: [node],
};

/** Makes npm, and programs with Node in their first line, find that Node. */
export const withNode = { PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };

/**
 * Variables that give Deno npm's registry and the certificates that npm and the system trust, as it does not read npm's
 * settings. Existing values stay.
 */
export function networkOfNpm(): Readonly<Record<string, string>> {
  const setting = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const cafile = setting('cafile');
  const wanted = {
    NPM_CONFIG_REGISTRY: setting('registry'),
    DENO_TLS_CA_STORE: 'system,mozilla',
    ...(cafile === 'null' || cafile === '' ? {} : { DENO_CERT: cafile }),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => process.env[name] === undefined));
}
