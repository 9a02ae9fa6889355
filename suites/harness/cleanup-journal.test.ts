import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dropJournal, leftJournals, openCleanupJournal } from './cleanup-journal.ts';
import { HarnessError } from './errors.ts';

const api = 'http://127.0.0.1:4800/client/v4';
const folder = () => mkdtempSync(join(tmpdir(), 'touchstone-journal-'));
const inMemory = () => openCleanupJournal({ run: 'abc123', api, folder: null });

describe('openCleanupJournal', () => {
  test('writes a resource to its file before the resource exists', () => {
    const path = folder();
    const journal = openCleanupJournal({ run: 'abc123', api, folder: path });
    journal.intend('configuration', 'zone', ['ts-abc123 1']);
    const [name = ''] = readdirSync(path);
    expect(readFileSync(join(path, name), 'utf8')).toContain('"labels":["ts-abc123 1"]');
    expect(leftJournals(path)[0]?.pending[0]?.ids).toBeNull();
  });

  test('lists pending resources, newest first', () => {
    const journal = inMemory();
    const first = journal.intend('configuration', 'zone', ['a']);
    const second = journal.intend('rule', 'zone', ['b', 'c']);
    const third = journal.intend('rule', 'zone', ['d']);
    journal.created(first, ['1']);
    journal.created(second, ['2', '3']);
    journal.refused(third);
    journal.removed('2');
    expect(journal.pending().map(({ seq, ids }) => [seq, ids])).toEqual([
      [second, ['3']],
      [first, ['1']],
    ]);
    journal.removed('1');
    journal.removed('3');
    expect(journal.pending()).toEqual([]);
  });

  test('counts the contents of a removed zone as removed', () => {
    const journal = inMemory();
    journal.created(journal.intend('zone', null, ['z']), ['zone-1']);
    journal.created(journal.intend('configuration', 'zone-1', ['a']), ['1']);
    journal.removed('zone-1');
    expect(journal.pending()).toEqual([]);
  });

  test('counts a reused id as pending', () => {
    const journal = inMemory();
    const first = journal.intend('configuration', 'zone', ['a']);
    journal.created(first, ['1']);
    journal.removed('1');
    const second = journal.intend('configuration', 'zone', ['b']);
    journal.created(second, ['1']);
    expect(journal.pending().map(({ ids }) => ids)).toContainEqual(['1']);
    journal.removed('1');
    expect(journal.pending()).toEqual([]);
  });

  test('keeps its file only while something is pending', () => {
    const path = folder();
    const journal = openCleanupJournal({ run: 'abc123', api, folder: path });
    journal.created(journal.intend('rule', 'zone', ['a']), ['1']);
    journal.close();
    expect(readdirSync(path)).toHaveLength(1);
    journal.removed('1');
    journal.close();
    expect(readdirSync(path)).toEqual([]);
  });

  test("throws when it can't write its file", () => {
    const file = join(folder(), 'file');
    appendFileSync(file, '');
    expect(() => openCleanupJournal({ run: 'abc123', api, folder: join(file, 'below') })).toThrow(
      HarnessError,
    );
  });
});

describe('leftJournals', () => {
  test('finds nothing in a folder that does not exist', () => {
    expect(leftJournals(join(folder(), 'absent'))).toEqual([]);
  });

  test('reads a journal with a truncated last line', () => {
    const path = folder();
    const journal = openCleanupJournal({ run: 'abc123', api, folder: path });
    journal.created(journal.intend('rule', 'zone', ['a']), ['1']);
    appendFileSync(join(path, 'cleanup-abc123.jsonl'), '{"event":"remo');
    const [left] = leftJournals(path);
    expect([left?.run, left?.api, left?.pending[0]?.ids]).toEqual(['abc123', api, ['1']]);
    if (left) dropJournal(left);
    expect(readdirSync(path)).toEqual([]);
  });
});
