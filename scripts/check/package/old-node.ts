import { deepEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { explainOldNode } from '../../../spec/node-version.ts';
import type { Package } from '../../build/packages.ts';
import { node } from '../runtimes.ts';
import type { Project } from './projects.ts';

/** A new Node that claims to be an old one. */
const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
const imitation = [node, '--import', `data:text/javascript,${encodeURIComponent(claim)}`];

/** Entry points whose peer packages the project lacks. */
const withPeers = ['./vitest', './playwright'];

/**
 * Has an old Node load each entry point of a package, and its command.
 *
 * @throws Error unless each is refused in one sentence
 */
export function tryOldNode({ folder }: Project, { name: packageName, entries }: Package): void {
  const names = Object.keys(entries).filter((name) => !withPeers.includes(name));
  const start = join(folder, 'node_modules', packageName, 'dist', 'bin.js');
  for (const [version, command] of oldNodes()) {
    const sentence = explainOldNode({ node: version });
    const run = (...args: string[]) => {
      const [program = '', ...flags] = command;
      const { status, stdout, stderr } = spawnSync(program, [...flags, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr: stderr.trim() };
    };
    for (const name of names) {
      const load = `import('${name.replace('.', packageName)}').catch((error) => console.log(error.message))`;
      const refused = { status: 0, stdout: `${sentence}\n`, stderr: '' };
      deepEqual(run('-e', load), refused, `${packageName} ${name} on Node ${version}`);
    }
    const refused = { status: 2, stdout: '', stderr: sentence };
    deepEqual(run(start, '--help'), refused, `the command ${packageName} on Node ${version}`);
  }
}

/** Old versions with their commands: an imitation, and the Node of this machine if it is old. */
function oldNodes(): readonly (readonly [version: string, command: readonly string[]])[] {
  const { stdout } = spawnSync('node', ['-p', 'process.versions.node'], { encoding: 'utf8' });
  const version = stdout?.trim();
  const isOld = version && explainOldNode({ node: version }) !== undefined;
  return [['20.20.2', imitation], ...(isOld ? [[version, ['node']] as const] : [])];
}
