import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { inAccount, models } from './asking.ts';
import { finetuneBody, finetunesOfRun } from './finetuning.ts';

const shape = { model: models.classic, name: 'style', description: 'Ours', public: false };

/** How the creation of fine-tunes is given faulty bodies. */
export const finetuneRecipes: readonly FaultRecipe[] = [
  recipe('inference.finetunes.create', {
    // The list has a size of its own, so that those of other tests move its pages.
    exclusive: 'account',
    shape,
    features: ['finetunes'],
    prepare: async (t) => ({
      params: inAccount(t),
      body: finetuneBody(t, { description: 'Ours', public: false }),
      snapshot: () => finetunesOfRun(t),
    }),
  }),
];
