import { defineMutants } from '../mutant.ts';

/** Background runs and their webhooks. */
export const backgroundMutants = defineMutants([
  {
    id: 'delivers-webhooks-twice',
    requirement: 'INF-HOOK-2',
    does: 'It sends the webhook of a run once more.',
    file: 'mock/services/inference/background/background-runs.ts',
    replace: 'const sent = await sender.send(target, payload, signal);',
    by: 'await sender.send(target, payload, signal);\n    const sent = await sender.send(target, payload, signal);',
  },
]);
