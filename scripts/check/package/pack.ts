import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { touchstone, touchstoneConform } from '../../build/packages.ts';
import { build } from '../../build.ts';
import { pack } from '../../pack.ts';

const root = resolve(import.meta.dirname, '../../..');
const kept = join(root, '.touchstone', 'packages');

/** Inputs of the packages besides the sources. */
const papers = [
  'package.json',
  'bun.lock',
  'tsconfig.json',
  'tsconfig.build.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
];

/** Paths of the packed packages. */
export interface Tarballs {
  readonly touchstone: string;
  readonly conform: string;
}

/**
 * Packs the packages. It builds them first, unless the same files were built before.
 *
 * @throws Error when a source does not compile, or npm fails
 */
export async function packOnce(): Promise<Tarballs> {
  const folder = join(kept, fingerprint());
  if (!existsSync(folder)) await packInto(folder);
  const tarball = (name: string) => join(folder, `${name}-${manifest.version}.tgz`);
  return { touchstone: tarball(touchstone.name), conform: tarball(touchstoneConform.name) };
}

/** Builds in a folder of its own, as another process may be building too. */
async function packInto(folder: string): Promise<void> {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const stage = mkdtempSync(join(dirname(folder), 'stage-'));
  try {
    const tarballs = join(stage, 'tarballs');
    pack(await build(stage), tarballs);
    renameSync(tarballs, folder);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function fingerprint(): string {
  const sources = globSync('{spec,mock,suites,scripts,fixtures}/**/*', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name.endsWith('.test.ts'),
  }).sort();
  const hash = createHash('sha256');
  for (const path of [...papers, ...sources, ...globSync('docs/reference/*.schema.json', { cwd: root })]) {
    if (!statSync(join(root, path)).isFile()) continue;
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}
