import { describe, expect, it } from 'vitest';
import type { Execution } from './env.ts';
import { outputOf } from './run-python.ts';

const quiet = { stdout: [], stderr: [] };

// Fact sheet example-apps, section 2.2, in its order.
describe('the output of a program', () => {
  it.each<[string, Execution, string]>([
    [
      'is its results alone, each as text, else as HTML, else as JSON',
      {
        logs: { stdout: ['noise'], stderr: ['more'] },
        results: [{ text: '4' }, { html: '<b>5</b>' }, { json: { a: 6 } } as object],
        error: { name: 'E', message: 'm' },
      },
      '4\n<b>5</b>\n{"json":{"a":6}}',
    ],
    [
      'is its error, where it has no results',
      {
        logs: { stdout: ['noise'], stderr: [] },
        results: [],
        error: { name: 'ZeroDivisionError', message: 'division by zero' },
      },
      'Error: ZeroDivisionError: division by zero',
    ],
    [
      'is its error under its other name',
      { logs: quiet, results: [], error: { name: 'KeyError', value: "'a'" } },
      "Error: KeyError: 'a'",
    ],
    [
      'is the name of an error without words',
      { logs: quiet, results: [], error: { name: 'MemoryError' } },
      'Error: MemoryError',
    ],
    ['is what it wrote', { logs: { stdout: ['1\n2\n'], stderr: [] }, results: [] }, '1\n2\n'],
    ['is what it wrote, piece by piece', { logs: { stdout: ['1', '2'], stderr: [] }, results: [] }, '1\n2'],
    [
      'is what it wrote, and what it warned of',
      { logs: { stdout: ['1'], stderr: ['careful'] }, results: [] },
      '1\nError: careful',
    ],
    [
      'is what it warned of alone',
      { logs: { stdout: [], stderr: ['careful'] }, results: [] },
      'Error: careful',
    ],
    ['is that it ran, where it was quiet', { logs: quiet, results: [] }, 'Code executed successfully'],
  ])('%s', (_, execution, text) => {
    expect(outputOf(execution)).toBe(text);
  });
});
