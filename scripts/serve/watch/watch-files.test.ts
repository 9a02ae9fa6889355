import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WatchedFiles, watchFiles } from './watch-files.ts';

let folder = '';
let watched: WatchedFiles;
let changes: string[][] = [];
let heard: () => void = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-watch-'));
  changes = [];
  watched = watchFiles(async (changed) => {
    changes.push([...changed]);
    heard();
  });
});
afterEach(() => {
  watched.close();
  rmSync(folder, { recursive: true });
});

const nextChange = () =>
  new Promise<void>((resolve) => {
    heard = resolve;
  });
const file = (name: string, text?: string) => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

it('says that a file was written, and nothing of its neighbours', async () => {
  const [one, other] = [file('one', 'a'), file('other', 'a')];
  watched.set([one]);
  const change = nextChange();
  file('other', 'changed');
  file('one', 'changed');
  await change;
  expect(changes).toEqual([[one]]);
  watched.set([other]);
  const next = nextChange();
  file('one', 'changed again');
  file('other', 'changed again');
  await next;
  expect(changes).toEqual([[one], [other]]);
});

it('says it once for several steps, also when an editor replaces the file', async () => {
  const one = file('one', 'a');
  watched.set([one]);
  const change = nextChange();
  rmSync(one);
  file('one', 'b');
  renameSync(file('one.tmp', 'changed'), one);
  await change;
  expect(changes).toEqual([[one]]);
});

it('says that a missing file is there', async () => {
  const later = join(folder, 'later');
  watched.set([later]);
  const change = nextChange();
  file('later', 'a');
  await change;
  expect(changes).toEqual([[later]]);
});
