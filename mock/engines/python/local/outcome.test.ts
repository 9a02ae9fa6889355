import { expect, it } from 'vitest';
import { tellOutcome } from './outcome.ts';

const broken = {
  results: [],
  error: {
    name: 'InterpreterError',
    message: 'The program broke what tells its outcome.',
    traceback: ['InterpreterError: The program broke what tells its outcome.'],
  },
};

it.each([
  ['what the runner says', '{"results":[{"text":"1"}]}', { results: [{ text: '1' }] }],
  [
    'results without what they can not have',
    '{"results":[{"text":1,"x":2,"json":null},3]}',
    { results: [{ json: null }] },
  ],
  [
    'an error in its own form',
    '{"results":[],"error":{"name":1,"message":null,"traceback":"x","lineNumber":"1"}}',
    { results: [], error: { name: '1', message: 'null', traceback: [] } },
  ],
  ['that the runner was broken where it says no JSON', 'poisoned', broken],
  ['that the runner was broken where it says something else', '[1]', broken],
  ['that the runner was broken where its error is none', '{"results":[],"error":1}', broken],
])('tells %s', (_, outcome, told) => {
  expect(tellOutcome({ kind: 'ended', outcome }, 1_000)).toEqual(told);
});
