import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFilter } from './compiler.ts';
import { ExpressionError } from './expression-error.ts';
import { parseFilter } from './parser.ts';
import { print } from './print.ts';
import { contextArbitrary, replacingArbitrary, sourceArbitrary } from './testing/arbitraries.ts';
import { Interpreter } from './testing/interpret.ts';
import { everythingScheme, stripSpans } from './testing/scheme.ts';

const scheme = everythingScheme();
// Generated sources may be longer and deeper than real ones.
const limits = { maxLength: 100_000, maxDepth: 1000 };
const anySource = fc.oneof({ weight: 9, arbitrary: sourceArbitrary }, replacingArbitrary);

describe('any expression', () => {
  it('means the same after printing and parsing', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const ast = parseFilter(source, scheme, limits);
        const printed = print(ast);
        const again = parseFilter(printed, scheme, limits);
        expect(stripSpans(again)).toEqual(stripSpans(ast));
        expect(print(again)).toBe(printed);
      }),
      { numRuns: 1000 },
    );
  });

  it('evaluates without throwing, and as the interpreter does, in any context', () => {
    fc.assert(
      fc.property(anySource, contextArbitrary, (source, context) => {
        const filter = compileFilter(source, scheme, limits);
        expect(filter.evaluate(context)).toBe(new Interpreter(scheme, context).filter(filter.ast));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the generator', () => {
  it('calls every function', () => {
    const called = new Set<string>();
    for (const source of fc.sample(anySource, { numRuns: 3000, seed: 1 })) {
      for (const { name } of compileFilter(source, scheme, limits).references.calls) called.add(name);
    }
    expect([...scheme.functions.keys()].filter((name) => !called.has(name))).toEqual([]);
  });
});

describe('any text', () => {
  it('either parses or is refused with a position inside it', () => {
    const fragment = fc.constantFrom(
      'str',
      'num',
      'ip',
      ' eq ',
      '"a"',
      '1',
      '(',
      ')',
      'not ',
      ' and ',
      '[',
      '*',
      ']',
      '{',
      '}',
      'r#"',
      '\\',
      '$',
      'any(',
      ',',
      '\n',
      'é',
      '😀',
      '1.2.3.4',
      '/8',
      'strs',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string({ maxLength: 3 }))), (parts) => {
        const source = parts.join('');
        try {
          parseFilter(source, scheme);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          const { position, message } = error;
          expect(error.source).toBe(source);
          expect(error.render()).toContain(message);
          expect(position.offset).toBeGreaterThanOrEqual(0);
          expect(position.offset + position.length).toBeLessThanOrEqual(source.length);
          expect(message).not.toBe('');
        }
      }),
      { numRuns: 2000 },
    );
  });
});
