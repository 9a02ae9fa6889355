import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { getBlocks } from './docs/code-blocks.ts';
import { isScript, runScript, writeScripts } from './docs/script-blocks.ts';

const root = join(import.meta.dirname, '..', '..');

/** A report without colours and times. */
const plain = (report: string) =>
  stripVTControlCharacters(report)
    .replace(/ \d\d:\d\d:\d\d\.\d{3} /g, ' <time> ')
    .replace(/[\d.]+ ms\)/g, '<ms>)');

it('prints what the README shows when its test asks for /Admin', async () => {
  const blocks = getBlocks(root, 'README.md');
  const at = blocks.findIndex(isScript);
  const [test, shown] = blocks.slice(at);
  if (!test || !shown) throw new Error('The README has a test, and the failure that it prints.');
  mkdirSync(join(root, '.touchstone'), { recursive: true });
  const folder = mkdtempSync(join(root, '.touchstone', 'readme-'));
  try {
    const changed = { ...test, text: test.text.replace('}/admin`', '}/Admin`') };
    const [file] = writeScripts([changed], folder, root);
    if (!file) throw new Error('The test of the README was not written.');
    const failure = await runScript(file, root, new Map()).then(
      () => '',
      (error: Error) => error.message,
    );
    const printed = plain(failure);
    const lines = plain(shown.text).split('\n');
    expect(lines.filter((line) => !printed.includes(line))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
