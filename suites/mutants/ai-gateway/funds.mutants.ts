import { defineMutants, mutant } from '../mutant.ts';

/** Credits: purchases and uses. */
export const fundsMutants = defineMutants([
  mutant('GW-FUND-1', 'has-a-card-and-says-it-has-none', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: 'has_default_payment_method: true',
    by: 'has_default_payment_method: false',
  }),
  mutant('GW-FUND-2', 'adds-cents-as-dollars', {
    file: 'mock/world/account-billing.ts',
    replace: 'credits + cents / 100',
    by: 'credits + cents',
  }),
  mutant('GW-FUND-4', 'answers-the-status-of-another-payment', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: "{ payment_intent_id, status: 'completed' }",
    by: "{ payment_intent_id: 'pi_' + payment_intent_id, status: 'completed' }",
  }),
  mutant('GW-FUND-5', 'lists-manual-invoices-as-automatic', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: "automatic === (type === 'auto')",
    by: "type === 'auto' || !automatic",
  }),
  mutant('GW-FUND-6', 'sums-up-the-dearest-line', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: 'invoice_lines.map((',
    by: 'invoice_lines.slice(0, 1).map((',
  }),
  mutant('GW-FUND-7', 'ends-a-window-before-the-next', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: 'end_time: start_time + length',
    by: 'end_time: start_time + length - 1',
  }),
  mutant('GW-FUND-8', 'sums-up-by-day-unasked', {
    file: 'mock/documents/request-input.ts',
    replace: "throw new ApiError('query-invalid', { field: name, problem: 'is required' })",
    by: "usual.set(name, 'day')",
  }),
  mutant('GW-FUND-9', 'hides-from-tokens-when-it-tops-up', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: 'asked.answer(getConfig(toAccount(asked).billing))',
    by: 'checkUser(asked) ?? asked.answer(getConfig(toAccount(asked).billing))',
  }),
  mutant('GW-FUND-10', 'lets-tokens-have-accounts-top-up', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: "checkUser(asked);\n    asked.call.restsOn('inferred');\n    const",
    by: "asked.call.restsOn('inferred');\n    const",
  }),
  mutant('GW-FUND-11', 'lets-tokens-end-topping-up', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: "checkUser(asked);\n    asked.call.restsOn('inferred');\n    toAccount",
    by: "asked.call.restsOn('inferred');\n    toAccount",
  }),
  mutant('GW-FUND-12', 'gives-spending-limits', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: "`]() {\n    throw new ApiError('spending-limit-deprecated');",
    by: '`](asked) {\n    return asked.answer({});',
  }),
  mutant('GW-FUND-13', 'says-that-spending-is-limited', {
    file: 'mock/services/ai-gateway/funds/funds-handlers.ts',
    replace: 'enabled: false',
    by: 'enabled: true',
  }),
]);
