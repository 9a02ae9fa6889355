import { expect, it } from 'vitest';
import { nextStatement } from './next-statement.ts';
import { openMemory } from './runtime-sqlite.ts';

const mostBytes = 100_000;

/** The statements of a text, whose tables need not exist. */
function split(text: string): string[] {
  const database = openMemory();
  database.exec('CREATE TABLE t (a, b)');
  const found: string[] = [];
  for (let at = 0; ; ) {
    const next = nextStatement(text, at, mostBytes, (piece) => database.prepare(piece));
    if (!next) break;
    at = next.end;
    found.push(next.statement.sourceSQL);
  }
  database.close();
  return found;
}

it.each([
  ['', []],
  [' ; /* a; */ -- b;\n;', []],
  ['SELECT 1', ['SELECT 1']],
  ["SELECT ';' -- c;\n; SELECT [a;b] FROM (SELECT 1 AS 'a;b')", 2],
  ['CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; SELECT 2; END; SELECT 3', 2],
  ['SELECT 1 /* not closed ; SELECT 2', 1],
  [`SELECT '${'é'.repeat(40_000)}';SELECT 2`, 2],
  [`${'INSERT INTO t VALUES (1, 2);\n'.repeat(2_000)}`, 2_000],
])('finds the statements of %j', (text, expected) => {
  const found = split(text);
  if (typeof expected === 'number') expect(found).toHaveLength(expected);
  else expect(found).toEqual(expected);
});

it('reads a statement as a whole wherever a piece of the text ends', () => {
  for (let length = 4_060; length < 4_120; length++) {
    expect(split(`SELECT 1 --${';'.repeat(length - 11)}\n + 1; SELECT 2`)).toHaveLength(2);
  }
});

it.each([
  ['in its text', `SELECT '${'x'.repeat(mostBytes)}'`],
  ['before others', `INSERT INTO t VALUES (1, 2)${', (3, 4)'.repeat(mostBytes / 8)}; SELECT 2`],
  ['in bytes alone', `SELECT '${'é'.repeat(mostBytes / 2)}'`],
])('refuses a statement that is too long %s', (_, text) => {
  expect(() => split(text)).toThrow('statement too long');
});
