import { defineMutants } from '../mutant.ts';

const runs = 'mock/bindings/ai/run-model.ts';

/** Models as Worker code has them. */
export const bindingMutants = defineMutants([
  {
    id: 'gives-a-binding-the-envelope',
    requirement: 'INF-BIND-1',
    does: 'It gives Worker code the output of a model in the envelope.',
    file: runs,
    replace: 'prepareRun(runnable, { input, ...subject }, bare, inference)',
    by: 'prepareRun(runnable, { input, ...subject }, (result) => JSON.stringify({ result, success: true, errors: [], messages: [] }), inference)',
  },
  {
    id: 'gives-a-binding-whole-answers',
    requirement: 'INF-BIND-2',
    does: 'It forgets that Worker code asks for a stream.',
    file: runs,
    replace: '{ input, ...subject }',
    by: '{ input: { ...Object(input), stream: false }, ...subject }',
  },
  {
    id: 'throws-the-text-alone',
    requirement: 'INF-BIND-3',
    does: 'It throws what a model refuses with, without its code.',
    file: 'mock/bindings/ai/ai-error.ts',
    replace: 'code === null ? message : `${code}: ${message}`, name',
    by: 'message, name',
  },
]);
