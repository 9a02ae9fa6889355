import { expect, it } from 'vitest';
import { toOutcome } from './outcome.ts';

const broken = {
  results: [],
  error: {
    name: 'InterpreterError',
    message: 'The program broke the reporting of its outcome.',
    traceback: ['InterpreterError: The program broke the reporting of its outcome.'],
  },
};

it.each([
  ['the runner’s outcome', '{"results":[{"text":"1"}]}', { results: [{ text: '1' }] }],
  [
    'results without invalid members',
    '{"results":[{"text":1,"x":2,"json":null},3]}',
    { results: [{ json: null }] },
  ],
  [
    'an error in its own form',
    '{"results":[],"error":{"name":1,"message":null,"traceback":"x","lineNumber":"1"}}',
    { results: [], error: { name: '1', message: 'null', traceback: [] } },
  ],
  ['a broken runner for invalid JSON', 'poisoned', broken],
  ['a broken runner for another value', '[1]', broken],
  ['a broken runner for an invalid error', '{"results":[],"error":1}', broken],
])('reports %s', (_, outcome, expected) => {
  expect(toOutcome({ kind: 'ended', outcome }, 1_000)).toEqual(expected);
});
