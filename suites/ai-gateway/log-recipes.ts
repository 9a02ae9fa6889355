import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { logging, oneLog, onlyLog, ran, readLog } from './logging.ts';

const judgement = { feedback: 1, score: 90, metadata: { team: 'search' } };

/** How the change of a log entry is given faulty bodies. */
export const logRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.log.edit', {
    shape: judgement,
    prepare: async (t) => {
      const gateway = await logging(t);
      await ran(t, gateway);
      const log = await onlyLog(t, gateway);
      return {
        params: oneLog(gateway, log),
        body: judgement,
        snapshot: () => readLog(t, gateway, log),
      };
    },
  }),
];
