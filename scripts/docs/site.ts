/**
 * The documentation as a site. `bun run docs` builds it into `docs/.vitepress/dist`, which any static server can serve,
 * below any path; `bun run docs dev` shows the pages while you write. Flags are those of VitePress, such as
 * `--outDir FOLDER`, and `--base /path/` for absolute links.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { buildReference } from './reference.ts';

const root = join(import.meta.dirname, '..', '..');
const commands = ['build', 'dev'];

const [first = 'build', ...rest] = process.argv.slice(2);
const [command, flags] = first.startsWith('-') ? ['build', [first, ...rest]] : [first, rest];
if (commands.includes(command)) {
  await buildReference();
  // A process of its own: this one may have started before the packages were installed.
  const vitepress = join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { status } = spawnSync(process.execPath, [vitepress, command, 'docs', ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else {
  console.error(`bun run docs: "${command}" is not one of ${commands.join(', ')}`);
  process.exitCode = 2;
}
