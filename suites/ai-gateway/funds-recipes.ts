import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { inAccount } from './configuring.ts';
import { balanceOf, invoicesOf, least, toppedUp } from './funding.ts';

/** How top-ups are given faulty bodies. Credits are those of the whole account, which each test has for itself. */
export const fundsRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.billing.topup', {
    features: ['top-ups'],
    exclusive: 'account',
    shape: { amount: least },
    prepare: async (t) => ({
      params: inAccount(t),
      body: { amount: least },
      snapshot: async () => [await balanceOf(t), await invoicesOf(t, 'all')],
    }),
  }),
  recipe('ai-gateway.billing.topup-status', {
    features: ['top-ups'],
    exclusive: 'account',
    shape: { payment_intent_id: 'in_1' },
    prepare: async (t) => ({
      params: inAccount(t),
      body: { payment_intent_id: await toppedUp(t) },
      snapshot: () => invoicesOf(t, 'all'),
    }),
  }),
];
