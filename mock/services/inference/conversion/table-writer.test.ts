import { describe, expect, it } from 'vitest';
import { TableWriter } from './table-writer.ts';

describe('TableWriter', () => {
  it('writes a table whose first row is its header', () => {
    expect(new TableWriter().html([['a'], ['b', 'c']])).toBe(
      '<table><thead><tr><th>a</th><th></th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
    );
    expect(new TableWriter().html([])).toBe('');
  });

  it('counts the cells of all tables, padding included', () => {
    const tables = new TableWriter({ cells: 6, cellCharacters: 100 });
    tables.html([['a', 'b'], []]);
    tables.requireRoom(2);
    expect(() => tables.requireRoom(3)).toThrow('The file has tables with more than 6 cells');
    expect(() => tables.html([['a', 'b', 'c']])).toThrow('more than 6 cells');
  });

  it('counts the text of cells, each time', () => {
    const tables = new TableWriter({ cells: 6, cellCharacters: 10 });
    tables.html([['12345'], ['12345']]);
    expect(() => tables.html([['1']])).toThrow('The file has tables with more than 10 characters');
  });
});
