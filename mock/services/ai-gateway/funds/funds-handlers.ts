import { ApiError } from '../../../../spec/errors.ts';
import type {
  fundsEndpoints,
  Invoice,
  InvoiceLine,
  usageWindows,
} from '../../../../spec/services/ai-gateway/funds.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { AccountBilling, TopUp } from '../../../world/account-billing.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { Actor } from '../../../world/credentials.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { getAccount } from '../gateways/ensure-gateway.ts';

/** The card of every account (inferred: so that tests can buy credits). */
const card = { brand: 'visa', last4: '4242' } as const;

/** Default start of the usage period (inferred). */
const usageMs = 30 * 86_400_000;

/** Credits, their purchases and their use: cloudflare-typescript, AI Gateway. */
export function createFundsHandlers(): Service<typeof fundsEndpoints> {
  return {
    'ai-gateway.billing.credit-balance': ({ world, params }) => {
      const { billing } = getAccount(world, params);
      return {
        result: {
          balance: sumUp([billing.credits * 100]),
          has_default_payment_method: true,
          payment_method: card,
          topup_config: getConfig(billing),
          first_topup_success: billing.topUps.length > 0,
        },
      };
    },

    'ai-gateway.billing.invoice-history': ({ world, params, query }) => {
      const { type = 'all' } = query;
      const invoices = getAccount(world, params)
        .billing.topUps.filter(({ automatic }) => type === 'all' || automatic === (type === 'auto'))
        .toReversed()
        .map(topUpInvoice);
      const { items, info } = paginate(invoices, query);
      const { page, per_page, total_count } = info;
      const pagination = { page, per_page, total_count, has_more: page * per_page < total_count };
      return { result: { invoices: items, pagination } };
    },

    'ai-gateway.billing.invoice-preview': ({ world, clock, params, restsOn }) => {
      // The content of a line is not documented.
      restsOn('inferred');
      const month = getMonth(clock.now());
      const runs = chargedRuns(getAccount(world, params), month);
      return {
        result: draftInvoice(
          runs.filter(({ entry }) => entry.wholesale === true),
          month,
        ),
      };
    },

    'ai-gateway.billing.usage-history': ({ world, clock, params, query, restsOn }) => {
      // The unit is not documented.
      restsOn('inferred');
      const { end_time: end = clock.now(), value_grouping_window: window } = query;
      const { start_time: start = Math.max(0, end - usageMs) } = query;
      if (start > end) {
        throw new ApiError('gateway-config-invalid', { field: 'start_time', problem: 'is after the end' });
      }
      return {
        result: { history: getUsage(chargedRuns(getAccount(world, params), { start, end }), window) },
      };
    },

    'ai-gateway.billing.topup': ({ world, clock, params, body }) => {
      const { id } = getAccount(world, params).billing.topUp(body.amount, clock.now());
      return {
        result: {
          // The payment needs no confirmation.
          client_secret: null,
          onboarding: true,
          payment_intent_id: id,
          ...(body.payment_method_id === undefined && card),
        },
      };
    },

    'ai-gateway.billing.topup-status': ({ world, params, body: { payment_intent_id } }) => {
      const known = getAccount(world, params).billing.topUps.some(({ id }) => id === payment_intent_id);
      if (!known) throw new ApiError('gateway-config-unknown');
      return { result: { payment_intent_id, status: 'completed' } };
    },

    'ai-gateway.billing.topup-config.get': ({ world, params }) => ({
      result: getConfig(getAccount(world, params).billing),
    }),

    'ai-gateway.billing.topup-config.create': ({ world, params, body, actor, restsOn }) => {
      checkUser(actor);
      restsOn('inferred');
      const { amount, threshold } = body;
      getAccount(world, params).billing.autoTopUp = { amount, threshold };
      return { result: { amount, threshold } };
    },

    'ai-gateway.billing.topup-config.delete': ({ world, params, actor, restsOn }) => {
      checkUser(actor);
      restsOn('inferred');
      getAccount(world, params).billing.autoTopUp = null;
      return { result: {} };
    },

    // No account has a spending limit, because they can no longer be set.
    'ai-gateway.billing.spending-limit.get': () => ({
      result: { config: { amount: null, duration: null, strategy: null }, enabled: false },
    }),

    'ai-gateway.billing.spending-limit.create': () => {
      throw new ApiError('spending-limit-deprecated');
    },

    'ai-gateway.billing.spending-limit.delete': () => ({ result: {} }),
  };
}

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
function checkUser({ scheme }: Actor): void {
  if (scheme === 'api_token') throw new ApiError('user-session-needed');
}

const currency = 'usd';
const getSeconds = (ms: number) => Math.floor(ms / 1000);

/** The invoice of a top-up, paid at once. */
function topUpInvoice({ id, cents, at, automatic }: TopUp): Invoice {
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
export function getMonth(now: number): { readonly start: number; readonly end: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

/** The draft invoice of runs: a line for each model, the most expensive first. */
export function draftInvoice(runs: readonly StoredLog[], { start, end }: ReturnType<typeof getMonth>) {
  const period = { start: getSeconds(start), end: getSeconds(end) };
  const byModel = Map.groupBy(runs, ({ entry }) => `${entry.provider}/${entry.model}`);
  const invoice_lines: InvoiceLine[] = [...byModel]
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
    status: 'draft' as const,
  };
}

/** Milliseconds of the windows that usage is grouped by. */
const windowMs = { day: 86_400_000, hour: 3_600_000 } as const satisfies Record<
  (typeof usageWindows)[number],
  number
>;

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
export function getUsage(runs: readonly StoredLog[], window: keyof typeof windowMs) {
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
