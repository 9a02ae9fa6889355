import type { TestContext } from '../harness/context.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { converter, listSettings, restoreLater } from './changing.ts';

const one = { value: 'off' };
const many = { items: [{ id: converter, value: 'off' }] };

async function prepare(t: TestContext) {
  await restoreLater(t);
  return { params: { zone_id: t.zoneId }, snapshot: () => listSettings(t) };
}

/** How to send faulty bodies to the changes of settings. */
export const settingRecipes: readonly FaultRecipe[] = [
  recipe('settings.setting.edit', {
    shape: one,
    prepare: async (t) => {
      const { params, snapshot } = await prepare(t);
      return { params: { ...params, setting_id: converter }, body: one, snapshot };
    },
  }),
  recipe('settings.setting.edit-many', {
    shape: many,
    prepare: async (t) => ({ ...(await prepare(t)), body: many }),
  }),
];
