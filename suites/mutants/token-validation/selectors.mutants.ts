import { defineMutants, mutant } from '../mutant.ts';

const index = 'mock/edge/rule-index.ts';
const pipeline = 'mock/edge/pipeline.ts';
const handlers = 'mock/services/token-validation/rule-handlers.ts';
const schemas = 'spec/services/token-validation/schemas.ts';

const blocks = "if (tokenFinding?.action === 'block')";
const created = '...input,';

/** Which requests a rule acts on. */
export const selectorMutants = defineMutants([
  mutant('TV-SEL-1', 'reads-the-first-item-of-include', {
    file: index,
    replace: 'selector.include?.flatMap',
    by: 'selector.include?.slice(0, 1).flatMap',
  }),
  mutant('TV-SEL-2', 'lends-rules-to-hosts-without', {
    file: index,
    replace: 'this.#byHost.get(operation.host.toLowerCase()) ?? []',
    by: 'this.#byHost.get(operation.host.toLowerCase()) ?? [...this.#byHost.values()].flat()',
  }),
  mutant('TV-SEL-3', 'reads-the-first-item-of-exclude', {
    file: index,
    replace: 'selector.exclude?.flatMap',
    by: 'selector.exclude?.slice(0, 1).flatMap',
  }),
  mutant('TV-SEL-4', 'excludes-the-whole-host', {
    file: index,
    replace: '!excluded.has(operation.operation_id)',
    by: 'excluded.size === 0',
  }),
  mutant('TV-SEL-5', 'puts-blocking-rules-first', {
    file: index,
    replace: 'for (const rule of rules)',
    by: 'for (const rule of [...rules].sort((a, b) => a.action.localeCompare(b.action)))',
  }),
  mutant('TV-SEL-6', 'lets-a-blocking-rule-apply-beside-others', {
    file: index,
    replace: 'for (const rule of rules)',
    by: "for (const rule of rules.filter((one) => one.action === 'block' || rules.every(({ action }) => action === 'log')))",
  }),
  mutant('TV-EVT-23', 'lets-every-rule-of-the-zone-act', {
    file: 'mock/edge/answer-zone-request.ts',
    replace: 'zone.events.push(securityEvent(world, request, finding, end, index));',
    by: 'for (const { id } of finding.ruleId ? zone.tokenRules.list() : [{ id: null }]) zone.events.push(securityEvent(world, request, { ...finding, ruleId: id ?? finding.ruleId }, end, index));',
  }),
  mutant('TV-SEL-7', 'blocks-for-tokens-alone', {
    file: pipeline,
    replace: blocks,
    by: "if (tokenFinding?.action === 'block' && tokenFinding.violations.some(({ reason }) => reason !== 'missing_token'))",
  }),
  mutant('TV-SEL-8', 'blocks-what-is-to-be-logged', {
    file: pipeline,
    replace: blocks,
    by: 'if (tokenFinding?.ruleId)',
  }),
  mutant('TV-SEL-9', 'covers-the-whole-host', {
    file: 'mock/edge/token-rules.ts',
    replace: 'operation && indexOf(zone).rules.ruleFor(operation)',
    by: 'indexOf(zone).rules.ruleFor(operation ?? { operation_id: context.request.host, host: context.request.host })',
  }),
  mutant('TV-SEL-10', 'takes-hosts-without-an-item', {
    file: schemas,
    replace: 'z.object({ host: z.array(operationHostSchema) })',
    by: "z.preprocess((item) => (typeof item === 'string' ? { host: [item] } : item), z.object({ host: z.array(operationHostSchema) }))",
  }),
  mutant('TV-SEL-11', 'takes-operation-ids-without-an-item', {
    file: schemas,
    replace: 'z.object({ operation_ids: z.array(uuidSchema) })',
    by: "z.preprocess((item) => (typeof item === 'string' ? { operation_ids: [item] } : item), z.object({ operation_ids: z.array(uuidSchema) }))",
  }),
  mutant('TV-SEL-12', 'keeps-one-host-of-an-item', {
    file: handlers,
    replace: created,
    by: '...input, selector: { ...input.selector, include: input.selector.include?.map(({ host }) => ({ host: host.slice(0, 1) })) },',
  }),
  mutant('TV-SEL-13', 'keeps-one-operation-of-an-item', {
    file: handlers,
    replace: created,
    by: '...input, selector: { ...input.selector, exclude: input.selector.exclude?.map(({ operation_ids }) => ({ operation_ids: operation_ids.slice(0, 1) })) },',
  }),
]);

const compiler = 'mock/engines/expressions/compile-expression.ts';
const rule = 'mock/edge/token-rules.ts';
const rules = 'mock/edge/token-rules.ts';
const functions = 'mock/engines/expressions/functions/table.ts';

const presence = '?.verdict.present ?? false';
const validity = '?.verdict.valid ?? false';
const satisfied = 'if (compiled.filter.evaluate(context))';
const joined = 'joinOne(node.operator, one)';
const not = '(context) => !evaluate(context)';

/** The conditions of a token rule's action. */
export const tokenExpressionMutants = defineMutants([
  mutant('TV-EXPR-1', 'acts-for-tokens-alone', {
    file: rules,
    replace: satisfied,
    by: 'if (compiled.filter.evaluate(context) || [...verdicts.values()].every(({ verdict }) => !verdict.present))',
  }),
  mutant('TV-EXPR-2', 'acts-on-every-token', {
    file: rules,
    replace: satisfied,
    by: 'if (compiled.filter.evaluate(context) && [...verdicts.values()].every(({ verdict }) => !verdict.present))',
  }),
  mutant('TV-EXPR-3', 'counts-what-was-looked-for-as-present', {
    file: rule,
    replace: presence,
    by: ' !== undefined',
  }),
  mutant('TV-EXPR-4', 'counts-valid-tokens-as-absent', {
    file: rule,
    replace: presence,
    by: `${presence} ? !verdicts.get(id.toLowerCase())?.verdict.valid : false`,
  }),
  mutant('TV-EXPR-5', 'counts-no-token-as-valid', {
    file: rule,
    replace: validity,
    by: "?.verdict.valid || verdicts.get(id.toLowerCase())?.verdict.reason === 'missing_token'",
  }),
  mutant('TV-EXPR-6', 'counts-any-token-as-valid', {
    file: rule,
    replace: validity,
    by: presence,
  }),
  mutant('TV-EXPR-7', 'counts-tokens-of-the-first-source-as-invalid', {
    file: rule,
    replace: validity,
    by: '?.verdict.valid && Boolean(verdicts.get(id.toLowerCase())?.verdict.sourceIndex)',
  }),
  mutant('TV-EXPR-8', 'takes-two-wrongs-for-a-right', {
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? (context) => { const sides = one.map((side) => side(context)); return sides[0] || sides[0] === sides[1]; } : joinOne(node.operator, one)",
  }),
  mutant('TV-EXPR-9', 'asks-the-last-side-of-or', {
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? one.at(-1) : joinOne(node.operator, one)",
  }),
  mutant('TV-EXPR-10', 'asks-the-first-side-of-or', {
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? one[0] : joinOne(node.operator, one)",
  }),
  mutant('TV-EXPR-11', 'counts-invalid-tokens-as-absent', {
    file: rule,
    replace: presence,
    by: validity,
  }),
  mutant('TV-EXPR-12', 'denies-no-presence', {
    file: 'mock/engines/expressions/parser.ts',
    replace: 'cursor.take(level.symbol)) {\n    cursor.skipSpace();',
    by: "cursor.take(level.symbol)) {\n    cursor.skipSpace(); if (level.operator === 'or' && cursor.takeWord('not')) cursor.skipSpace();",
  }),
  mutant('TV-EXPR-13', 'wants-both-sides-of-an-or-with-not', {
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' && node.operands.some(({ kind }) => kind === 'not') ? joinOne('and', one) : joinOne(node.operator, one)",
  }),
  mutant('TV-EXPR-14', 'asks-the-last-side-of-and', {
    file: 'mock/engines/expressions/compiler.ts',
    replace: 'joinByAnd(conditions.map(({ evaluate }) => evaluate))',
    by: 'conditions.at(-1).evaluate',
  }),
  mutant('TV-EXPR-15', 'asks-both-sides-of-or', {
    file: compiler,
    replace: joined,
    by: "joinOne(node.operator === 'or' ? 'and' : node.operator, one)",
  }),
  mutant('TV-EXPR-16', 'hears-no-not', {
    file: compiler,
    replace: not,
    by: 'evaluate',
  }),
  mutant('TV-EXPR-17', 'compares-with-eq-as-with-le', {
    file: 'mock/engines/expressions/compile-condition.ts',
    replace: 'value === right',
    by: 'value <= right',
  }),
  mutant('TV-EXPR-18', 'has-no-function-is-jwt-valid', {
    file: functions,
    replace: 'is_jwt_valid: byId',
    by: 'is_jwt_verified: byId',
  }),
  mutant('TV-EXPR-19', 'has-no-function-is-jwt-present', {
    file: functions,
    replace: 'is_jwt_present: byId',
    by: 'has_jwt: byId',
  }),
]);
