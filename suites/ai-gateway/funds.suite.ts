import type { KnownRequirementId } from '../../spec/requirements.ts';
import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { equal, ok, oneOf } from '../harness/assertions.ts';
import { callRegistered } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { inAccount } from './configuring.ts';
import { logging, onlyLog, ran as ranThrough } from './logging.ts';

/** The smallest top-up in cents. Tests buy no more. */
const least = gatewayLimits.topUp.least;

const billing = '/accounts/{account_id}/ai-gateway/billing';

interface Invoice {
  readonly id: string;
  readonly amount_paid: number;
  readonly status: string;
}

interface TopUpConfig {
  readonly amount: number | null;
  readonly threshold: number | null;
}

interface Credits {
  readonly balance: number;
  readonly has_default_payment_method: boolean;
  readonly payment_method: object | null;
  readonly topup_config: TopUpConfig;
}

interface Preview {
  readonly amount_due: number;
  readonly invoice_lines: readonly { readonly amount: number }[];
}

interface Usage {
  readonly start_time: number;
  readonly end_time: number;
  readonly aggregated_value: number;
}

type UsageWindow = 'day' | 'hour';

const getCredits = (t: TestContext): Promise<Credits> =>
  callRegistered(t, `GET ${billing}/credit-balance`, { params: inAccount(t) });

/** The balance in cents. */
const getBalance = async (t: TestContext): Promise<number> => (await getCredits(t)).balance;

/** Buys credits, and returns the id of the invoice. */
async function toppedUp(t: TestContext): Promise<string> {
  const made: { readonly payment_intent_id: string } = await callRegistered(t, `POST ${billing}/topup`, {
    params: inAccount(t),
    body: { amount: least },
  });
  return made.payment_intent_id;
}

/** The newest invoices of a type. */
async function getInvoices(t: TestContext, type: 'auto' | 'manual' | 'all'): Promise<readonly Invoice[]> {
  const query = { params: inAccount(t), query: { type } };
  const found = await callRegistered<{ readonly invoices: readonly Invoice[] }>(
    t,
    `GET ${billing}/invoice-history`,
    query,
  );
  return found.invoices;
}

/** The usage in windows of the last days. */
async function getUsage(t: TestContext, value_grouping_window: UsageWindow): Promise<readonly Usage[]> {
  const query = { params: inAccount(t), query: { value_grouping_window } };
  const found = await callRegistered<{ readonly history: readonly Usage[] }>(
    t,
    `GET ${billing}/usage-history`,
    query,
  );
  return found.history;
}

type Id = KnownRequirementId;

const total = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

/** Fails unless two amounts are equal, except for floating-point noise. */
function same(actual: number, expected: number, what: string): void {
  ok(Math.abs(actual - expected) < 1e-6, `${what} is ${actual}, expected ${expected}`);
}

/** Runs a third-party model at a price in dollars, and waits for its log entry. */
async function spent(t: TestContext, dollars: number, body: { readonly model?: string } = {}): Promise<void> {
  const gateway = await logging(t);
  await ranThrough(t, gateway, body, { 'cf-aig-custom-cost': JSON.stringify({ total_cost: dollars }) });
  await onlyLog(t, gateway);
}

const used = async (t: TestContext, window: UsageWindow) =>
  total((await getUsage(t, window)).map(({ aggregated_value }) => aggregated_value));

const preview = (t: TestContext): Promise<Preview> =>
  callRegistered(t, `GET ${billing}/invoice-preview`, { params: inAccount(t) });

/** Changes that only a user may make, requested with an API token. */
const ofUsers: readonly (readonly [id: Id, what: string, method: 'POST' | 'DELETE', body?: object])[] = [
  ['GW-FUND-10', 'turns on auto top-up', 'POST', { amount: 5000, threshold: 500 }],
  ['GW-FUND-11', 'turns off auto top-up', 'DELETE'],
];

const getConfig = (t: TestContext): Promise<TopUpConfig> =>
  callRegistered(t, `GET ${billing}/topup/config`, { params: inAccount(t) });

/** Credits, invoices and usage. They belong to the whole account, so each test needs the account for itself. */
export const fundsSuite = defineSuite('ai-gateway/funds', [
  {
    title: 'returns the balance, the payment method and the auto top-up settings',
    requirements: ['GW-FUND-1', 'GW-FUND-9'],
    exclusive: 'account',
    run: async (t) => {
      const result = await getCredits(t);
      await t.check('GW-FUND-1', () => {
        equal(
          result.payment_method !== null,
          result.has_default_payment_method,
          'whether there is a default payment method',
        );
        ok(result.balance >= 0, `the balance is ${result.balance}`);
      });
      await t.check('GW-FUND-9', async () => {
        const { amount, threshold } = await getConfig(t);
        const { topup_config } = result;
        equal(
          { amount, threshold },
          { amount: topup_config.amount, threshold: topup_config.threshold },
          'the auto top-up settings',
        );
      });
    },
  },
  {
    title: 'adds the cents of a top-up to the balance, and lists its invoice',
    requirements: ['GW-FUND-2', 'GW-FUND-4', 'GW-FUND-5', 'GW-FUND-14'],
    exclusive: 'account',
    run: async (t) => {
      const before = await getBalance(t);
      const id = await toppedUp(t);
      const found: { readonly payment_intent_id: string; readonly status: string } = await callRegistered(
        t,
        `POST ${billing}/topup/status`,
        { params: inAccount(t), body: { payment_intent_id: id } },
      );
      await t.check('GW-FUND-4', () => {
        equal(found.payment_intent_id, id, 'payment_intent_id');
        oneOf(found.status, ['completed', 'pending'], 'the status');
      });
      await t.check('GW-FUND-2', async () => same(await getBalance(t), before + least, 'the balance'));
      await t.check('GW-FUND-14', async () => {
        const invoice = (await getInvoices(t, 'all')).find((one) => one.id === id);
        equal(
          [invoice?.amount_paid, invoice?.status],
          [least, 'paid'],
          'amount_paid and status of the invoice',
        );
      });
      await t.check('GW-FUND-5', async () => {
        const ids = async (type: 'auto' | 'manual') => (await getInvoices(t, type)).map((one) => one.id);
        ok((await ids('manual')).includes(id), 'the top-up is not among the manual invoices');
        ok(!(await ids('auto')).includes(id), 'the top-up is among the automatic invoices');
      });
    },
  },
  {
    title: 'refuses a top-up below the least amount',
    requirements: ['GW-FUND-3'],
    exclusive: 'account',
    run: async (t) => {
      const send = (amount: number) =>
        t.ask(`POST ${billing}/topup`, { params: inAccount(t), body: { amount } });
      await t.refused({
        good: () => send(least),
        bad: () => send(least - 1),
        snapshot: async () => [await getBalance(t), await getInvoices(t, 'all')],
      });
    },
  },
  ...ofUsers.map(
    ([id, what, method, body]): Test<Id> => ({
      title: `answers 403 to an API token that ${what}`,
      requirements: [id],
      exclusive: 'account',
      run: async (t) => {
        const send = () =>
          t.ask(`${method} ${billing}/topup/config`, { params: inAccount(t), ...(body && { body }) });
        await t.unchanged(
          async () => t.expectFailure(await send(), { status: 403 }),
          () => getConfig(t),
        );
      },
    }),
  ),
  {
    title: 'sums up the cost of runs by day and by hour, in cents',
    requirements: ['GW-FUND-7', 'GW-FUND-16'],
    exclusive: 'account',
    run: async (t) => {
      const before = await used(t, 'day');
      await spent(t, 0.125);
      const after = await used(t, 'day');
      await t.check('GW-FUND-16', () => same(after - before, 12.5, 'the usage of the run'));
      await t.check('GW-FUND-7', async () => {
        for (const [window, length] of [
          ['day', 86_400],
          ['hour', 3600],
        ] as const) {
          for (const { start_time, end_time } of await getUsage(t, window)) {
            equal(end_time - start_time, length * 1000, `the milliseconds of a ${window} window`);
          }
        }
        same(await used(t, 'hour'), after, 'the usage by hour');
      });
    },
  },
  {
    title: 'refuses a usage history without a window',
    requirements: ['GW-FUND-8'],
    run: async (t) => {
      const ask = (query: Readonly<Record<string, unknown>>) =>
        t.ask(`GET ${billing}/usage-history`, { params: inAccount(t), query });
      const window = { value_grouping_window: 'day' };
      t.expectSuccess(
        await ask({ ...window, start_time: 1000, end_time: 2000 }),
        'the usage history of a second',
      );
      const without = await ask({});
      t.expectFailure(without);
    },
  },
  {
    title: 'previews the invoice for runs with unified billing',
    requirements: ['GW-FUND-6', 'GW-FUND-17'],
    exclusive: 'account',
    run: async (t) => {
      const before = await preview(t);
      await spent(t, 0.25);
      await spent(t, 0.125, { model: 'openai/gpt-5-mini' });
      const after = await preview(t);
      await t.check('GW-FUND-6', () =>
        same(after.amount_due, total(after.invoice_lines.map(({ amount }) => amount)), 'amount_due'),
      );
      await t.check('GW-FUND-17', () =>
        same(after.amount_due - before.amount_due, 37.5, 'the increase of amount_due'),
      );
    },
  },
  {
    title: 'refuses to set a spending limit, and removes one',
    requirements: ['GW-FUND-12', 'GW-FUND-13'],
    exclusive: 'account',
    run: async (t) => {
      const params = inAccount(t);
      const body = { amount: 5000, duration: 'monthly', strategy: 'fixed' };
      const refused = await t.ask(`POST ${billing}/spending-limit`, { params, body });
      await t.check('GW-FUND-12', () => t.expectFailure(refused, { status: 403 }));
      const removed = await t.ask(`DELETE ${billing}/spending-limit`, { params });
      await t.check('GW-FUND-13', async () => {
        t.expectSuccess(removed, 'the removal');
        const limit: { readonly enabled: boolean; readonly config: TopUpConfig } = await callRegistered(
          t,
          `GET ${billing}/spending-limit`,
          { params },
        );
        equal([limit.enabled, limit.config.amount], [false, null], 'the limit');
      });
    },
  },
]);
