import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The installed packages with a major of MSW, by their folder in `node_modules`. */
export const mswMajors = ['msw2', 'msw'] as const;

/**
 * A copy of the sources with links to all installed packages, in which `msw` is the given one; the caller removes it.
 * Every runtime resolves packages from the real path of the importing file, so sources that import `msw` must be
 * copied; packages find their own dependencies in place.
 *
 * @param msw folder of the package in `node_modules`
 * @param more folders of the repository to copy besides those that a mock needs
 */
export function mswWorkspace(msw: (typeof mswMajors)[number], more: readonly string[] = []): string {
  const workspace = mkdtempSync(join(tmpdir(), 'touchstone-handlers-'));
  for (const part of ['package.json', 'spec', 'mock', 'fixtures', 'scripts/check', ...more]) {
    const source = join(root, part);
    if (existsSync(source)) {
      cpSync(source, join(workspace, part), {
        recursive: true,
        filter: (path) => !path.endsWith('node_modules'),
      });
    }
  }
  for (const name of packageNames()) {
    const target = join(root, 'node_modules', name === 'msw' ? msw : name);
    const link = join(workspace, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
  return workspace;
}

function packageNames(): string[] {
  const installed = join(root, 'node_modules');
  return readdirSync(installed).flatMap((name) => {
    if (name.startsWith('.')) return [];
    if (!name.startsWith('@')) return [name];
    return readdirSync(join(installed, name)).map((scoped) => `${name}/${scoped}`);
  });
}
