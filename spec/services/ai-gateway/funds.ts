import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { secret } from '../../secret.ts';
import { accountParams, edit, gatewayListQuery, read, shared } from './gateways.ts';
import { gatewayLimits as limits } from './limits.ts';

/** Amounts of money are in US cents here, and times of invoices in seconds: client's types. */
const cents = z.number();
const seconds = z.number();

/** When an account tops up its credits automatically; null if it does not. */
const topUpConfigSchema = z.object({
  amount: cents.nullable(),
  /** Credits below this are topped up. */
  threshold: cents.nullable(),
  disabledReason: z.string().nullable().optional(),
  error: z.string().nullable().optional(),
  lastFailedAt: z.number().nullable().optional(),
});

const topUpConfigBody = z.object({
  amount: cents.min(limits.topUp.least),
  threshold: cents.min(limits.topUp.leastThreshold),
});

const creditBalanceSchema = z.object({
  balance: cents,
  has_default_payment_method: z.boolean(),
  payment_method: z.object({ brand: z.string().optional(), last4: z.string().optional() }).nullable(),
  topup_config: topUpConfigSchema,
  first_topup_success: z.boolean().optional(),
});

const topUpBody = z.object({
  amount: cents.min(limits.topUp.least),
  /** Replaces the account's default payment method. */
  payment_method_id: z.string().min(1).optional(),
});

const topUpSchema = z.object({
  /** Completes a payment that needs the customer. */
  client_secret: secret(z.string()).nullable(),
  onboarding: z.boolean(),
  /** The id of the invoice. */
  payment_intent_id: z.string().min(1),
  brand: z.string().optional(),
  last4: z.string().optional(),
});

const topUpStatusBody = z.object({ payment_intent_id: z.string().min(1) });

const topUpStatusSchema = z.object({
  payment_intent_id: z.string(),
  status: z.enum(['completed', 'pending']),
});

const amounts = { amount_due: cents, amount_paid: cents, amount_remaining: cents, currency: z.string() };

const invoiceSchema = z.object({
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

/** The type of a top-up. */
const invoiceTypes = ['auto', 'manual'] as const;

const invoiceHistorySchema = z.object({
  invoices: z.array(invoiceSchema),
  pagination: z.object({
    page: z.int().min(1),
    per_page: z.int().min(1),
    total_count: z.int().min(0),
    has_more: z.boolean(),
  }),
});

/** The page is inferred: the client has one in the answer, but not in the query. */
const invoiceHistoryQuery = gatewayListQuery
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

const invoicePreviewSchema = z.object({
  id: z.string(),
  ...amounts,
  invoice_lines: z.array(invoiceLineSchema),
  period_start: seconds,
  period_end: seconds,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
});

export const usageWindows = ['day', 'hour'] as const;

/** Milliseconds since the epoch; a parameter without a value counts as absent. */
const moment = z
  .string()
  .regex(/^\d{0,15}$/, 'must be milliseconds since the epoch')
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional();

const usageHistoryQuery = z.object({
  value_grouping_window: z.enum(usageWindows),
  start_time: moment,
  end_time: moment,
});

/** Usage in each window that has any, in cents (inferred). */
const usageHistorySchema = z.object({
  history: z.array(
    z.object({ id: z.string(), aggregated_value: z.number(), start_time: z.number(), end_time: z.number() }),
  ),
});

const spendingLimitBody = z.object({
  amount: cents.min(limits.spendingLimit),
  duration: z.enum(['daily', 'weekly', 'monthly']),
  strategy: z.enum(['fixed', 'sliding']),
});

const spendingLimitSchema = z.object({
  config: z.object({
    amount: cents.nullable(),
    duration: z.string().nullable(),
    strategy: z.string().nullable(),
  }),
  enabled: z.boolean(),
});

const billing = '/accounts/{account_id}/ai-gateway/billing';
const reading = { ...shared, method: 'GET', access: read, params: accountParams } as const;
const writing = { ...shared, access: edit, params: accountParams } as const;

/** Credits and payments of an account. */
export const fundsEndpoints = {
  'ai-gateway.billing.credit-balance': endpoint({
    ...reading,
    path: `${billing}/credit-balance`,
    summary: 'Read the prepaid credits of an account and their top-ups',
    result: creditBalanceSchema,
    errors: [],
  }),
  'ai-gateway.billing.invoice-history': endpoint({
    ...reading,
    path: `${billing}/invoice-history`,
    summary: 'List past invoices, newest first',
    query: invoiceHistoryQuery,
    result: invoiceHistorySchema,
    errors: ['gateway-config-invalid'],
  }),
  'ai-gateway.billing.invoice-preview': endpoint({
    ...reading,
    path: `${billing}/invoice-preview`,
    summary: 'Read the preview of the next invoice',
    result: invoicePreviewSchema,
    errors: [],
  }),
  'ai-gateway.billing.usage-history': endpoint({
    ...reading,
    path: `${billing}/usage-history`,
    summary: 'Read the usage by day or hour',
    query: usageHistoryQuery,
    result: usageHistorySchema,
    errors: ['gateway-config-invalid'],
  }),
  'ai-gateway.billing.topup': endpoint({
    ...writing,
    method: 'POST',
    path: `${billing}/topup`,
    summary: 'Buy credits',
    body: topUpBody,
    example: { amount: 5000 },
    result: topUpSchema,
    errors: ['gateway-config-invalid'],
  }),
  'ai-gateway.billing.topup-status': endpoint({
    ...writing,
    access: read,
    method: 'POST',
    path: `${billing}/topup/status`,
    summary: 'Read whether a top-up is paid',
    body: topUpStatusBody,
    example: { payment_intent_id: 'in_000000000000000000000001' },
    result: topUpStatusSchema,
    errors: ['gateway-config-invalid', 'gateway-config-unknown'],
  }),
  'ai-gateway.billing.topup-config.get': endpoint({
    ...reading,
    path: `${billing}/topup/config`,
    summary: 'Read the settings of automatic top-ups',
    result: topUpConfigSchema,
    errors: [],
  }),
  'ai-gateway.billing.topup-config.create': endpoint({
    ...writing,
    method: 'POST',
    path: `${billing}/topup/config`,
    summary: 'Turn automatic top-ups on, which no API token may do',
    body: topUpConfigBody,
    example: { amount: 5000, threshold: 500 },
    result: z.object({ amount: z.number(), threshold: z.number() }),
    errors: ['gateway-config-invalid', 'user-session-needed'],
  }),
  'ai-gateway.billing.topup-config.delete': endpoint({
    ...writing,
    method: 'DELETE',
    path: `${billing}/topup/config`,
    summary: 'Turn automatic top-ups off, which no API token may do',
    result: z.unknown(),
    errors: ['user-session-needed'],
  }),
  'ai-gateway.billing.spending-limit.get': endpoint({
    ...reading,
    path: `${billing}/spending-limit`,
    summary: 'Read the spending limit of an account',
    result: spendingLimitSchema,
    errors: [],
  }),
  'ai-gateway.billing.spending-limit.create': endpoint({
    ...writing,
    method: 'POST',
    path: `${billing}/spending-limit`,
    summary: 'Refused: accounts no longer get spending limits',
    body: spendingLimitBody,
    example: { amount: 5000, duration: 'monthly', strategy: 'fixed' },
    result: z.unknown(),
    errors: ['gateway-config-invalid', 'spending-limit-deprecated'],
  }),
  'ai-gateway.billing.spending-limit.delete': endpoint({
    ...writing,
    method: 'DELETE',
    path: `${billing}/spending-limit`,
    summary: 'Remove the spending limit of an account',
    result: z.unknown(),
    errors: [],
  }),
} as const;
