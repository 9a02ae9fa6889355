import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { ExpressionError, locate } from './expression-error.ts';

function errorAt(source: string, start: number, end: number): ExpressionError {
  return new ExpressionError('expression_syntax', 'unrecognised input', source, { start, end }, [
    'and',
    'or',
  ]);
}

describe('an expression error', () => {
  it('has a code, a position and the expected alternatives', () => {
    const error = errorAt('ssl eq true', 3, 11);
    expect(error).toBeInstanceOf(TouchstoneError);
    expect({ ...error }).toMatchObject({
      name: 'ExpressionError',
      code: 'expression_syntax',
      position: { offset: 3, line: 1, column: 4, length: 8 },
      expected: ['and', 'or'],
    });
  });

  it('renders only the line of the fault, and marks at most to the end of that line', () => {
    expect(errorAt('ssl\nand wrong here\nand ssl', 8, 26).render()).toBe(
      ['Filter parsing error (2:5):', 'and wrong here', '    ^^^^^^^^^^ unrecognised input', ''].join('\n'),
    );
  });

  it('marks one column if something is missing', () => {
    expect(errorAt('(ssl', 4, 4).render()).toBe(
      ['Filter parsing error (1:5):', '(ssl', '    ^ unrecognised input', ''].join('\n'),
    );
  });

  it('counts characters, not UTF-16 units', () => {
    const error = errorAt('"😀" x', 5, 6);
    expect(error.position).toEqual({ offset: 5, line: 1, column: 5, length: 1 });
    expect(error.render()).toContain('\n    ^ unrecognised');
  });

  it('locates an offset by line and column', () => {
    expect([locate('a\nbc', 0), locate('a\nbc', 3), locate('', 0)]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 2 },
      { line: 1, column: 1 },
    ]);
  });
});
