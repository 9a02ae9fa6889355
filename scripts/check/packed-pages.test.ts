import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { getLinks } from './docs/links.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * The files of `npm pack`, except for built ones. The list goes through a file: npm exits before a pipe has all of it.
 */
function packedFiles(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-packed-'));
  try {
    const list = join(folder, 'list.json');
    const written = openSync(list, 'w');
    const { error, stderr } = spawnSync(
      'npm',
      ['pack', '--dry-run', '--json', '--ignore-scripts', '--color=false'],
      {
        cwd: root,
        stdio: ['ignore', written, 'pipe'],
        encoding: 'utf8',
        shell: process.platform === 'win32',
      },
    );
    closeSync(written);
    const text = readFileSync(list, 'utf8');
    if (text === '') throw new Error(`npm pack failed: ${error ?? stderr}`);
    const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(text);
    return files.map(({ path }) => path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the pages of the package', () => {
  const files = packedFiles();
  const packed = new Set(files);
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) packed.add(folder);
  }

  it.each(files.filter((file) => /^(?:docs\/.*|[^/]+)\.md$/.test(file)))(
    'link only to packed files: %s',
    (page) => {
      const targets = getLinks(root, page)
        .map((link) => link.split('#')[0] ?? '')
        .filter((path) => path !== '')
        .map((path) => posix.join(posix.dirname(page), path).replace(/\/$/, ''));
      expect(targets.filter((target) => !packed.has(target))).toEqual([]);
    },
  );

  it('have the schemas for editors and the tests of examples next to them', () => {
    const wanted = ['seed', 'results'].map((name) => `docs/reference/${name}.schema.json`);
    expect(files).toEqual(expect.arrayContaining([...wanted, 'docs/examples/bun-project/test/chat.test.ts']));
  });

  it('come without our own tests and without installed packages', () => {
    const strange = /^(?:mock|spec|suites|fixtures)\/.*\.(?:test|shared)\.ts$|(?:^|\/)node_modules\//;
    expect(files.filter((file) => strange.test(file) || !existsSync(join(root, file)))).toEqual([]);
  });
});
