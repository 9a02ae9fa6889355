import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import {
  creditBalanceSchema,
  invoiceHistoryQuery,
  invoiceHistorySchema,
  invoicePreviewSchema,
  spendingLimitBody,
  spendingLimitSchema,
  topUpBody,
  topUpConfigBody,
  topUpConfigSchema,
  topUpSchema,
  topUpStatusBody,
  topUpStatusSchema,
  usageHistoryQuery,
  usageHistorySchema,
} from '../funds.ts';
import { accountParams } from '../gateway.ts';
import { edit, read, shared } from './shared.ts';

const billing = '/accounts/{account_id}/ai-gateway/billing';
const reading = { ...shared, method: 'GET', access: read, params: accountParams } as const;
const writing = { ...shared, access: edit, params: accountParams } as const;

/** What an account pays with, and what it has paid. */
export const fundsEndpoints = {
  'ai-gateway.billing.credit-balance': endpoint({
    ...reading,
    path: `${billing}/credit-balance`,
    summary: 'Read the prepaid credits of an account, and how they are topped up',
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
    summary: 'Read what the next invoice would be by now',
    result: invoicePreviewSchema,
    errors: [],
  }),
  'ai-gateway.billing.usage-history': endpoint({
    ...reading,
    path: `${billing}/usage-history`,
    summary: 'Read what was used in each day or hour',
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
    summary: 'Read when an account tops up by itself',
    result: topUpConfigSchema,
    errors: [],
  }),
  'ai-gateway.billing.topup-config.create': endpoint({
    ...writing,
    method: 'POST',
    path: `${billing}/topup/config`,
    summary: 'Have an account top up by itself, which no API token may',
    body: topUpConfigBody,
    example: { amount: 5000, threshold: 500 },
    result: z.object({ amount: z.number(), threshold: z.number() }),
    errors: ['gateway-config-invalid', 'user-session-needed'],
  }),
  'ai-gateway.billing.topup-config.delete': endpoint({
    ...writing,
    method: 'DELETE',
    path: `${billing}/topup/config`,
    summary: 'Have an account no longer top up by itself, which no API token may',
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
    summary: 'Be told that accounts get no spending limits any more',
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
