import type { Invoice, InvoiceLine } from '../../../../spec/services/ai-gateway/funds.ts';
import type { TopUp } from '../../../world/account-billing.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { centsOf, sumOf } from './usage.ts';

const currency = 'usd';
const secondsOf = (ms: number) => Math.floor(ms / 1000);

/** The invoice of a top-up, which is paid at once. */
export function topUpInvoice({ id, cents, at, automatic }: TopUp): Invoice {
  return {
    id,
    amount_due: cents,
    amount_paid: cents,
    amount_remaining: 0,
    currency,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    created: secondsOf(at),
    description: 'AI Gateway credits',
    invoice_origin: automatic ? 'auto' : 'manual',
    invoice_pdf: null,
    status: 'paid',
  };
}

/** The month (UTC) of a moment, in milliseconds since the epoch; its end is the start of the next. */
export function monthOf(now: number): { readonly start: number; readonly end: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

/** What an invoice of runs would be: a line for each model, the dearest first. */
export function draftInvoice(runs: readonly StoredLog[], { start, end }: ReturnType<typeof monthOf>) {
  const period = { start: secondsOf(start), end: secondsOf(end) };
  const byModel = Map.groupBy(runs, ({ entry }) => `${entry.provider}/${entry.model}`);
  const invoice_lines: InvoiceLine[] = [...byModel]
    .map(([description, logs]) => ({
      amount: sumOf(logs.map(centsOf)),
      currency,
      description,
      period,
      // Runs of one model differ in price.
      pricing: { unit_amount_decimal: null },
      quantity: logs.length,
    }))
    .sort((a, b) => b.amount - a.amount);
  const due = sumOf(invoice_lines.map(({ amount }) => amount));
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
