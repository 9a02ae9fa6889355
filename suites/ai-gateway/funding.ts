import type { BodyInput, Contract, ResultOf } from '../../spec/contract.ts';
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import type { TestContext } from '../harness/context.ts';
import { inAccount } from './configuring.ts';

/** Cents of the least top-up: tests buy no more. */
export const least = gatewayLimits.topUp.least;

export type Invoice = ResultOf<Contract['ai-gateway.billing.invoice-history']>['invoices'][number];
export type UsageWindow = 'day' | 'hour';

/** What there is, in cents. */
export const balanceOf = async (t: TestContext): Promise<number> =>
  (await t.call('ai-gateway.billing.credit-balance', { params: inAccount(t) })).body.result.balance;

/** Buys credits, and gives the id of the invoice. */
export async function toppedUp(t: TestContext, amount: number = least): Promise<string> {
  const reply = await t.call('ai-gateway.billing.topup', { params: inAccount(t), body: { amount } });
  return reply.body.result.payment_intent_id;
}

/** The newest invoices of a type. */
export const invoicesOf = async (
  t: TestContext,
  type: 'auto' | 'manual' | 'all',
): Promise<readonly Invoice[]> =>
  (await t.call('ai-gateway.billing.invoice-history', { params: inAccount(t), query: { type } })).body.result
    .invoices;

/** What was used in the windows of the last days. */
export const usageOf = async (t: TestContext, value_grouping_window: UsageWindow) =>
  (
    await t.call('ai-gateway.billing.usage-history', {
      params: inAccount(t),
      query: { value_grouping_window },
    })
  ).body.result.history;

/** Has the account top up by itself until the test is over, by the credentials of a user. */
export async function autoTopUp(
  t: TestContext,
  body: BodyInput<Contract['ai-gateway.billing.topup-config.create']>,
): Promise<void> {
  const user = t.as('legacy');
  t.after(() => user.call('ai-gateway.billing.topup-config.delete', { params: inAccount(t) }));
  await user.call('ai-gateway.billing.topup-config.create', { params: inAccount(t), body });
}
