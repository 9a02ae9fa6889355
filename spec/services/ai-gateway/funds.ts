import { z } from 'zod';
import { gatewayListQuery } from './gateway.ts';
import { gatewayLimits as limits } from './limits.ts';

/** Amounts of money are in US cents here, and times in seconds where they are of invoices: client's types. */
const cents = z.number();
const seconds = z.number();

/** When an account tops its credits up by itself; null where it does not. */
export const topUpConfigSchema = z.object({
  amount: cents.nullable(),
  /** Credits below this are topped up. */
  threshold: cents.nullable(),
  disabledReason: z.string().nullable().optional(),
  error: z.string().nullable().optional(),
  lastFailedAt: z.number().nullable().optional(),
});

export const topUpConfigBody = z.object({
  amount: cents.min(limits.topUp.least),
  threshold: cents.min(limits.topUp.leastThreshold),
});

export const creditBalanceSchema = z.object({
  balance: cents,
  has_default_payment_method: z.boolean(),
  payment_method: z.object({ brand: z.string().optional(), last4: z.string().optional() }).nullable(),
  topup_config: topUpConfigSchema,
  first_topup_success: z.boolean().optional(),
});

export const topUpBody = z.object({
  amount: cents.min(limits.topUp.least),
  /** What to charge instead of the account's default payment method. */
  payment_method_id: z.string().min(1).optional(),
});

export const topUpSchema = z.object({
  /** What a payment that needs the customer is completed with. */
  client_secret: z.string().nullable(),
  onboarding: z.boolean(),
  /** The id of the invoice. */
  payment_intent_id: z.string().min(1),
  brand: z.string().optional(),
  last4: z.string().optional(),
});

export const topUpStatusBody = z.object({ payment_intent_id: z.string().min(1) });

export const topUpStatusSchema = z.object({
  payment_intent_id: z.string(),
  status: z.enum(['completed', 'pending']),
});

const amounts = { amount_due: cents, amount_paid: cents, amount_remaining: cents, currency: z.string() };

export const invoiceSchema = z.object({
  id: z.string().nullable().optional(),
  ...amounts,
  attempt_count: z.int().min(0).optional(),
  attempted: z.boolean().optional(),
  auto_advance: z.boolean().nullable().optional(),
  created: seconds.optional(),
  created_by: z.string().optional(),
  description: z.string().nullable().optional(),
  invoice_origin: z.string().optional(),
  invoice_pdf: z.string().nullable().optional(),
  status: z.string().nullable().optional(),
});

export type Invoice = z.infer<typeof invoiceSchema>;

/** How a top-up came about. */
export const invoiceTypes = ['auto', 'manual'] as const;

export const invoiceHistorySchema = z.object({
  invoices: z.array(invoiceSchema),
  pagination: z.object({
    page: z.int().min(1),
    per_page: z.int().min(1),
    total_count: z.int().min(0),
    has_more: z.boolean(),
  }),
});

/** The page is inferred: the client has one in the answer, and none in the query. */
export const invoiceHistoryQuery = gatewayListQuery
  .omit({ search: true })
  .extend({ type: z.enum([...invoiceTypes, 'all']).optional() });

const invoiceLineSchema = z.object({
  amount: cents,
  currency: z.string(),
  description: z.string().nullable(),
  period: z.object({ start: seconds, end: seconds }),
  pricing: z.object({ unit_amount_decimal: z.string().nullable() }),
  quantity: z.number(),
  pretax_credit_amounts: z
    .array(
      z.object({
        amount: cents,
        type: z.string(),
        credit_balance_transaction: z.string().nullable().optional(),
        discount: z.string().nullable().optional(),
      }),
    )
    .optional(),
});

export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

export const invoicePreviewSchema = z.object({
  id: z.string(),
  ...amounts,
  invoice_lines: z.array(invoiceLineSchema),
  period_start: seconds,
  period_end: seconds,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
});

export const usageWindows = ['day', 'hour'] as const;

/** Milliseconds since the epoch; a parameter without a value is none. */
const moment = z
  .string()
  .regex(/^\d{0,15}$/, 'must be milliseconds since the epoch')
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional();

export const usageHistoryQuery = z.object({
  value_grouping_window: z.enum(usageWindows),
  start_time: moment,
  end_time: moment,
});

/** What was used in each window in which anything was, in cents (inferred). */
export const usageHistorySchema = z.object({
  history: z.array(
    z.object({ id: z.string(), aggregated_value: z.number(), start_time: z.number(), end_time: z.number() }),
  ),
});

export const spendingLimitBody = z.object({
  amount: cents.min(limits.spendingLimit),
  duration: z.enum(['daily', 'weekly', 'monthly']),
  strategy: z.enum(['fixed', 'sliding']),
});

export const spendingLimitSchema = z.object({
  config: z.object({
    amount: cents.nullable(),
    duration: z.string().nullable(),
    strategy: z.string().nullable(),
  }),
  enabled: z.boolean(),
});
