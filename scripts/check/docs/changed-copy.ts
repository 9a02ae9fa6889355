import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CodeBlock, getPlace } from './code-blocks.ts';
import { ownName } from './script-blocks.ts';

/** A copy of the repository with the changes of some blocks. */
export interface ChangedCopy {
  readonly folder: string;
  readonly made: readonly string[];
  readonly edited: readonly string[];
}

/**
 * Copies the repository and applies the changes of some blocks, in order.
 *
 * @throws Error for a new file without a name, and for a hunk whose context does not occur exactly once
 */
export function changedCopy(root: string, blocks: readonly CodeBlock[]): ChangedCopy {
  mkdirSync(join(root, '.touchstone'), { recursive: true });
  const folder = mkdtempSync(join(root, '.touchstone', 'changed-'));
  for (const name of [
    'spec',
    'mock',
    'suites',
    'scripts',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !source.endsWith('node_modules'),
    });
  }
  for (const name of ['node_modules', 'fixtures', 'docs']) symlinkSync(join(root, name), join(folder, name));
  const made: string[] = [];
  const edited: string[] = [];
  for (const block of blocks) {
    const isDiff = block.language === 'diff';
    const file = isDiff ? /^\+\+\+ (\S+)\n/.exec(block.text)?.[1] : ownName(block);
    if (file === undefined) throw new Error(`${getPlace(block)} names no file in its first line`);
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, isDiff ? applyDiff(readFileSync(path, 'utf8'), block.text) : block.text);
    (isDiff ? edited : made).push(file);
  }
  return { folder, made, edited };
}

/**
 * Applies a diff without line numbers: hunks are separated by `@@`, and each has a context that occurs once.
 *
 * @example
 * applyDiff('a = [\n];\n', '+++ a.ts\n a = [\n+  1,\n') // 'a = [\n  1,\n];\n'
 */
export function applyDiff(text: string, diff: string): string {
  const [, ...lines] = diff.trimEnd().split('\n');
  return lines
    .join('\n')
    .split(/^@@.*\n/m)
    .reduce((changed, hunk) => {
      const side = (without: string) =>
        `\n${hunk
          .trimEnd()
          .split('\n')
          .filter((line) => !line.startsWith(without))
          .map((line) => line.slice(1))
          .join('\n')}\n`;
      const [before, after] = [side('+'), side('-')];
      const pieces = `\n${changed}`.split(before);
      if (pieces.length !== 2) throw new Error(`${pieces.length - 1} places match the hunk:\n${hunk}`);
      return pieces.join(after).slice(1);
    }, text);
}
