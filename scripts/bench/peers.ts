import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { openapiDocument } from '../../spec/openapi.ts';
import { dependencies } from './package.json' with { type: 'json' };
import { BenchError } from './processes.ts';

const root = join(import.meta.dirname, '..', '..');
/** The folder of the packages to compare with. */
export const packages = join(import.meta.dirname, 'node_modules');
const prism = join(packages, '@stoplight', 'prism-cli', 'dist', 'index.js');
// Programs for Node run on the Node from this repository's packages.
export const nodeCommand = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export const authorization = `Bearer ${worldDefaults.apiToken}`;
export const configsPath = `/client/v4/zones/${worldDefaults.zoneId}/token_validation/config`;

/** Installs the packages to compare with, if missing. @throws BenchError */
export async function installPeers(): Promise<void> {
  if (Object.keys(dependencies).every((name) => existsSync(join(packages, name)))) return;
  console.error('bench: installing packages to compare with');
  const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 2, 2],
  });
  if ((await install.exited) !== 0) throw new BenchError('bench', 'the packages could not be installed');
}

/** The command line of `serve`, as users run it. */
export function touchstoneCommand(port: number): string[] {
  return [process.execPath, join(root, 'scripts', 'touchstone.ts'), 'serve', '--port', String(port)];
}

/** A bare `Bun.serve` that gives every request the same answer. */
export function bareCommand(body: string): (port: number) => string[] {
  return (port) => [process.execPath, join(import.meta.dirname, 'bare-server.ts'), String(port), body];
}

/**
 * The command line of Prism, serving our own document with its log turned off, which is its fastest setting.
 *
 * @param folder for the document
 */
export async function prismCommand(folder: string): Promise<(port: number) => string[]> {
  const document = join(folder, 'openapi.json');
  const text = JSON.stringify(openapiDocument({ version: '0.1.0', server: 'http://localhost:4800' }));
  await writeFile(document, text);
  return prismCommandOf(document);
}

/** The command line of Prism for a document. */
export function prismCommandOf(document: string): (port: number) => string[] {
  return (port) => [
    ...[nodeCommand, prism, 'mock', document, '--port', String(port), '--host', '127.0.0.1'],
    ...['--verboseLevel', 'silent'],
  ];
}
