import { describe, expect, test } from 'vitest';
import { type LogParts, storedLog } from '../logs/testing/stored-log.ts';
import { measure } from './evaluate.ts';
import type { Measure } from './evaluation-types.ts';

const logs = (...parts: readonly LogParts[]) => parts.map((part, number) => storedLog(number, part));

describe('measure', () => {
  test.each<[string, Measure, LogParts[], string, number]>([
    ['the mean cost', 'cost', [{ cost: 0.5 }, { cost: 0.125 }], '0.3125', 2],
    ['only known costs', 'cost', [{ cost: 0.5 }, {}], '0.5', 1],
    ['costs far below a cent without an exponent', 'cost', [{ cost: 0.0000001 }], '0.0000001', 1],
    ['a whole number without a decimal point', 'speed', [{ duration: 100 }, { duration: 300 }], '200', 2],
    ['no rounding noise', 'cost', [{ cost: 0.1 }, { cost: 0.2 }], '0.15', 2],
    [
      'the percentage of good feedback',
      'human-feedback',
      [{ feedback: 1 }, { feedback: -1 }, { feedback: 1 }],
      '66.666666667',
      3,
    ],
    ['no feedback of 0', 'human-feedback', [{ feedback: 1 }, { feedback: 0 }], '100', 1],
    ['only bad feedback', 'human-feedback', [{ feedback: -1 }], '0', 1],
  ])('measures %s', (_, what, parts, result, total_logs) => {
    const measured = measure(what, logs(...parts));
    expect(measured).toEqual({ result, status: 1, status_description: 'Completed', total_logs });
  });

  test('has no result without any value', () => {
    expect(measure('human-feedback', logs({}, {}))).toMatchObject({ result: '', status: 2, total_logs: 0 });
  });
});
