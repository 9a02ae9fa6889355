import { ApiError } from '../../../../spec/errors.ts';
import { gatewayListQuery } from '../../../../spec/services/ai-gateway/gateways.ts';
import { paginate } from '../../../api/page.ts';
import type { RegisteredCall, RegisteredHandlers } from '../../../api/registered.ts';
import type { AccountBilling, AutoTopUp, TopUp } from '../../../world/account-billing.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { Actor } from '../../../world/credentials.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { getAccount } from '../gateways/ensure-gateway.ts';

/** The card of every account (inferred: so that tests can buy credits). */
const card = { brand: 'visa', last4: '4242' } as const;

/** Default start of the usage period (inferred). */
const usageMs = 30 * 86_400_000;

const pageQuery = gatewayListQuery.omit({ search: true });

const billing = '/accounts/{account_id}/ai-gateway/billing';

const toAccount = ({ call: { world }, params: { account_id = '' } }: RegisteredCall) =>
  getAccount(world, { account_id });

/** Credits, their purchases and their use: cloudflare-typescript, AI Gateway. */
export const fundsHandlers: RegisteredHandlers = {
  [`GET ${billing}/credit-balance`](asked) {
    const account = toAccount(asked).billing;
    return asked.answer({
      balance: sumUp([account.credits * 100]),
      has_default_payment_method: true,
      payment_method: card,
      topup_config: getConfig(account),
      first_topup_success: account.topUps.length > 0,
    });
  },

  [`GET ${billing}/invoice-history`](asked) {
    const { type = 'all' } = asked.query;
    const invoices = toAccount(asked)
      .billing.topUps.filter(({ automatic }) => type === 'all' || automatic === (type === 'auto'))
      .toReversed()
      .map(topUpInvoice);
    // The page is inferred: the client has one in the answer, but not in the query.
    const { items, info } = paginate(invoices, pageQuery.parse(asked.call.query));
    const { page, per_page, total_count } = info;
    const pagination = { page, per_page, total_count, has_more: page * per_page < total_count };
    return asked.answer({ invoices: items, pagination });
  },

  [`GET ${billing}/invoice-preview`](asked) {
    const { clock, restsOn } = asked.call;
    // The content of a line is not documented.
    restsOn('inferred');
    const month = getMonth(clock.now());
    const runs = chargedRuns(toAccount(asked), month);
    return asked.answer(
      draftInvoice(
        runs.filter(({ entry }) => entry.wholesale === true),
        month,
      ),
    );
  },

  [`GET ${billing}/usage-history`](asked) {
    const { clock, restsOn } = asked.call;
    // The unit is not documented.
    restsOn('inferred');
    // The register has judged them; a parameter without a value is null.
    const { value_grouping_window: window, start_time, end_time } = asked.query as unknown as UsageQuery;
    const end = end_time ?? clock.now();
    const start = start_time ?? Math.max(0, end - usageMs);
    if (start > end) {
      throw new ApiError('gateway-config-invalid', { field: 'start_time', problem: 'is after the end' });
    }
    return asked.answer({ history: getUsage(chargedRuns(toAccount(asked), { start, end }), window) });
  },

  [`POST ${billing}/topup`](asked) {
    const { amount, payment_method_id: method } = asked.body as unknown as TopUpOrder;
    const { id } = toAccount(asked).billing.topUp(amount, asked.call.clock.now());
    return asked.answer({
      // The payment needs no confirmation.
      client_secret: null,
      onboarding: true,
      payment_intent_id: id,
      ...(method === undefined && card),
    });
  },

  [`POST ${billing}/topup/status`](asked) {
    const { payment_intent_id } = asked.body as unknown as { readonly payment_intent_id: string };
    const known = toAccount(asked).billing.topUps.some(({ id }) => id === payment_intent_id);
    if (!known) throw new ApiError('gateway-config-unknown');
    return asked.answer({ payment_intent_id, status: 'completed' });
  },

  [`GET ${billing}/topup/config`]: (asked) => asked.answer(getConfig(toAccount(asked).billing)),

  [`POST ${billing}/topup/config`](asked) {
    checkUser(asked);
    asked.call.restsOn('inferred');
    const { amount, threshold } = asked.body as unknown as AutoTopUp;
    toAccount(asked).billing.autoTopUp = { amount, threshold };
    return asked.answer({ amount, threshold });
  },

  [`DELETE ${billing}/topup/config`](asked) {
    checkUser(asked);
    asked.call.restsOn('inferred');
    toAccount(asked).billing.autoTopUp = null;
    return asked.answer({});
  },

  // No account has a spending limit, because they can no longer be set.
  [`GET ${billing}/spending-limit`]: (asked) =>
    asked.answer({ config: { amount: null, duration: null, strategy: null }, enabled: false }),

  [`POST ${billing}/spending-limit`]() {
    throw new ApiError('spending-limit-deprecated');
  },

  [`DELETE ${billing}/spending-limit`]: (asked) => asked.answer({}),
};

function getConfig({ autoTopUp }: AccountBilling) {
  const { amount, threshold } = autoTopUp ?? { amount: null, threshold: null };
  return { amount, threshold, disabledReason: null, error: null, lastFailedAt: null };
}

/**
 * The operation requires a dashboard session; the docs say that an API token is none. An API key, which they don't
 * mention, counts as its user here (inferred).
 *
 * @throws ApiError `user-session-needed`
 */
function checkUser({ call }: RegisteredCall): void {
  // Operations of the API have one.
  const { scheme } = call.actor as unknown as Actor;
  if (scheme === 'api_token') throw new ApiError('user-session-needed');
}

const currency = 'usd';
const getSeconds = (ms: number) => Math.floor(ms / 1000);

/** The invoice of a top-up, paid at once. Its amounts are in cents, and its times in seconds: client's types. */
function topUpInvoice({ id, cents, at, automatic }: TopUp) {
  return {
    id,
    amount_due: cents,
    amount_paid: cents,
    amount_remaining: 0,
    currency,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    created: getSeconds(at),
    description: 'AI Gateway credits',
    invoice_origin: automatic ? 'auto' : 'manual',
    invoice_pdf: null,
    status: 'paid',
  };
}

/** The month (UTC) of a time, in milliseconds since the epoch; its end is the start of the next. */
function getMonth(now: number): { readonly start: number; readonly end: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

/** The draft invoice of runs: a line for each model, the most expensive first. */
function draftInvoice(runs: readonly StoredLog[], { start, end }: ReturnType<typeof getMonth>) {
  const period = { start: getSeconds(start), end: getSeconds(end) };
  const byModel = Map.groupBy(runs, ({ entry }) => `${entry.provider}/${entry.model}`);
  const invoice_lines = [...byModel]
    .map(([description, logs]) => ({
      amount: sumUp(logs.map(getCents)),
      currency,
      description,
      period,
      // Runs of one model differ in price.
      pricing: { unit_amount_decimal: null },
      quantity: logs.length,
    }))
    .sort((a, b) => b.amount - a.amount);
  const due = sumUp(invoice_lines.map(({ amount }) => amount));
  return {
    id: `upcoming_in_${period.start}`,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    currency,
    invoice_lines,
    period_start: period.start,
    period_end: period.end,
    status: 'draft',
  };
}

/** Milliseconds of the windows that usage is grouped by. */
const windowMs = { day: 86_400_000, hour: 3_600_000 } as const;

interface UsageQuery {
  readonly value_grouping_window: keyof typeof windowMs;
  /** Milliseconds since the epoch. */
  readonly start_time?: number | null;
  readonly end_time?: number | null;
}

interface TopUpOrder {
  readonly amount: number;
  readonly payment_method_id?: string;
}

/** Times in milliseconds since the epoch, both inclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Runs in a span that the platform charges for, which excludes runs with the account's own key. */
function chargedRuns(account: AccountTenant, { start, end }: Span): readonly StoredLog[] {
  return account.gateways
    .list()
    .flatMap(({ id }) => account.gatewayLogs.list(id))
    .filter(({ entry }) => entry.byok !== true && (entry.cost ?? 0) > 0)
    .filter((log) => getStart(log) >= start && getStart(log) <= end);
}

/** The cost of runs in cents for each window with runs, the oldest first. */
function getUsage(runs: readonly StoredLog[], window: keyof typeof windowMs) {
  const length = windowMs[window];
  const byWindow = Map.groupBy(runs, (log) => Math.floor(getStart(log) / length) * length);
  return [...byWindow]
    .sort(([a], [b]) => a - b)
    .map(([start_time, logs]) => ({
      id: `usage_${window}_${start_time}`,
      aggregated_value: sumUp(logs.map(getCents)),
      start_time,
      end_time: start_time + length,
    }));
}

const getCents = ({ entry }: StoredLog): number => (entry.cost ?? 0) * 100;

/** A sum without rounding noise. */
function sumUp(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(9));
}

const getStart = ({ entry }: StoredLog): number => Date.parse(entry.created_at);
