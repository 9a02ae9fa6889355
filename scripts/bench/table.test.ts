import { describe, expect, it } from 'vitest';
import { BenchError } from './processes.ts';
import { figure, meetsTarget, type Result, replaceTable, table } from './table.ts';

const result = (median: number, target?: Result['target']): Result => ({
  name: 'Something',
  ours: '2 ms',
  peer: 'another: 4 ms',
  ratio: { median, lowest: 1, highest: 3 },
  ...(target ? { target } : {}),
});

describe('the table of the benchmark', () => {
  it('has one line for each result, in columns of one width', () => {
    const lines = table([result(2, { atLeast: 5 }), result(0.5)]).split('\n');
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[2]).toMatch(
      /^\| Something \| 2 ms +\| another: 4 ms \| 2 +\| 1 to 3 +\| at least 5 \| NO +\|$/,
    );
  });

  it.each([
    { median: 5, target: { atLeast: 5 }, kept: true },
    { median: 4.9, target: { atLeast: 5 }, kept: false },
    { median: 1.2, target: { atMost: 1.2 }, kept: true },
    { median: 1.3, target: { atMost: 1.2 }, kept: false },
    { median: 1, target: undefined, kept: undefined },
  ])('reports $median against $target: $kept', ({ median, target, kept }) => {
    expect(meetsTarget(result(median, target))).toBe(kept);
  });

  it.each([
    [12_345, '12,300'],
    [93.44, '93.4'],
    [0.41234, '0.412'],
    [1, '1'],
  ])('writes %d as %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });

  it('replaces the earlier one, and nothing else', () => {
    const page = replaceTable(
      'head\n<!-- made by bench --write: begin -->\n<!-- made by bench --write: end -->\ntail',
      'first',
    );
    expect(replaceTable(page, 'second')).toBe(page.replace('first', 'second'));
    expect(page).toMatch(/^head\n.*\nfirst\n.*\ntail$/);
  });

  it('replaces only its chapter', () => {
    const first = '<!-- made by bench --write: begin -->\na\n<!-- made by bench --write: end -->\n';
    const chapter =
      '<!-- made by bench markdown --write: begin -->\n<!-- made by bench markdown --write: end -->';
    expect(replaceTable(first + chapter, 'b', 'markdown')).toBe(first + chapter.replace('\n', '\nb\n'));
    expect(replaceTable(first + chapter, 'b')).toBe(first.replace('a\n', 'b\n') + chapter);
  });

  it('is refused by a page without its marks', () => {
    expect(() => replaceTable('nothing', 'table')).toThrow(BenchError);
  });
});
