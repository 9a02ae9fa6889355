import { defineMutants } from '../mutant.ts';

const index = 'mock/edge/rule-index.ts';
const pipeline = 'mock/edge/pipeline.ts';
const handlers = 'mock/services/token-validation/rule-handlers.ts';
const schemas = 'spec/services/token-validation/schemas.ts';

const blocks = "if (tokenFinding?.action === 'block')";
const created = '...input,';

/** Which requests a rule acts on. */
export const selectorMutants = defineMutants([
  {
    id: 'reads-the-first-item-of-include',
    requirement: 'TV-SEL-1',
    does: 'It looks at the hosts of the first item of include alone.',
    file: index,
    replace: 'selector.include?.flatMap',
    by: 'selector.include?.slice(0, 1).flatMap',
  },
  {
    id: 'lends-rules-to-hosts-without',
    requirement: 'TV-SEL-2',
    does: 'It lets all rules act on the operations of a host that no rule names.',
    file: index,
    replace: 'this.#byHost.get(operation.host.toLowerCase()) ?? []',
    by: 'this.#byHost.get(operation.host.toLowerCase()) ?? [...this.#byHost.values()].flat()',
  },
  {
    id: 'reads-the-first-item-of-exclude',
    requirement: 'TV-SEL-3',
    does: 'It looks at the operations of the first item of exclude alone.',
    file: index,
    replace: 'selector.exclude?.flatMap',
    by: 'selector.exclude?.slice(0, 1).flatMap',
  },
  {
    id: 'excludes-the-whole-host',
    requirement: 'TV-SEL-4',
    does: 'It lets a rule that excludes an operation act on none.',
    file: index,
    replace: '!excluded.has(operation.operation_id)',
    by: 'excluded.size === 0',
  },
  {
    id: 'puts-blocking-rules-first',
    requirement: 'TV-SEL-5',
    does: 'It asks blocking rules before logging ones, wherever they stand.',
    file: index,
    replace: 'for (const rule of rules)',
    by: 'for (const rule of [...rules].sort((a, b) => a.action.localeCompare(b.action)))',
  },
  {
    id: 'lets-every-rule-of-the-zone-act',
    requirement: 'TV-SEL-6',
    does: 'It records a violation for each rule of the zone.',
    file: 'mock/edge/answer-zone-request.ts',
    replace: 'zone.events.push(securityEvent(world, request, finding, end, index));',
    by: 'for (const { id } of finding.ruleId ? zone.tokenRules.list() : [{ id: null }]) zone.events.push(securityEvent(world, request, { ...finding, ruleId: id ?? finding.ruleId }, end, index));',
  },
  {
    id: 'blocks-for-tokens-alone',
    requirement: 'TV-SEL-7',
    does: 'It lets pass what a blocking rule acts on that names no configuration.',
    file: pipeline,
    replace: blocks,
    by: "if (tokenFinding?.action === 'block' && tokenFinding.violations.length > 0)",
  },
  {
    id: 'blocks-what-is-to-be-logged',
    requirement: 'TV-SEL-8',
    does: 'It stops a request that a logging rule acts on.',
    file: pipeline,
    replace: blocks,
    by: 'if (tokenFinding?.ruleId)',
  },
  {
    id: 'covers-the-whole-host',
    requirement: 'TV-SEL-9',
    does: 'It lets a rule act on paths of its hosts that are no operation.',
    file: 'mock/edge/token-rules.ts',
    replace: 'operation && indexOf(zone).rules.ruleFor(operation)',
    by: 'indexOf(zone).rules.ruleFor(operation ?? { operation_id: context.request.host, host: context.request.host })',
  },
  {
    id: 'takes-hosts-without-an-item',
    requirement: 'TV-SEL-10',
    does: 'It takes an include that is a list of hosts.',
    file: schemas,
    replace: 'z.object({ host: z.array(operationHostSchema) })',
    by: "z.preprocess((item) => (typeof item === 'string' ? { host: [item] } : item), z.object({ host: z.array(operationHostSchema) }))",
  },
  {
    id: 'takes-operation-ids-without-an-item',
    requirement: 'TV-SEL-11',
    does: 'It takes an exclude that is a list of ids.',
    file: schemas,
    replace: 'z.object({ operation_ids: z.array(uuidSchema) })',
    by: "z.preprocess((item) => (typeof item === 'string' ? { operation_ids: [item] } : item), z.object({ operation_ids: z.array(uuidSchema) }))",
  },
  {
    id: 'keeps-one-host-of-an-item',
    requirement: 'TV-SEL-12',
    does: 'It keeps the first host of an item of include.',
    file: handlers,
    replace: created,
    by: '...input, selector: { ...input.selector, include: input.selector.include?.map(({ host }) => ({ host: host.slice(0, 1) })) },',
  },
  {
    id: 'keeps-one-operation-of-an-item',
    requirement: 'TV-SEL-13',
    does: 'It keeps the first operation of an item of exclude.',
    file: handlers,
    replace: created,
    by: '...input, selector: { ...input.selector, exclude: input.selector.exclude?.map(({ operation_ids }) => ({ operation_ids: operation_ids.slice(0, 1) })) },',
  },
]);

const compiler = 'mock/engines/expressions/compile-expression.ts';
const rule = 'mock/edge/token-rules.ts';
const rules = 'mock/edge/token-rules.ts';
const functions = 'mock/engines/expressions/functions/table.ts';

const presence = '?.verdict.present ?? false';
const validity = '?.verdict.valid ?? false';
const satisfied = 'if (satisfiedBy(context))';
const joined = 'joinOne(node.operator, one)';
const not = '(context) => !evaluate(context)';

/** When a token rule acts. */
export const tokenExpressionMutants = defineMutants([
  {
    id: 'acts-for-tokens-alone',
    requirement: 'TV-EXPR-1',
    does: 'It never acts on the word of an expression that names no configuration.',
    file: rules,
    replace: satisfied,
    by: 'if (satisfiedBy(context) || configIds.length === 0)',
  },
  {
    id: 'acts-always-without-tokens',
    requirement: 'TV-EXPR-2',
    does: 'It acts on every request where the expression names no configuration.',
    file: rules,
    replace: satisfied,
    by: 'if (satisfiedBy(context) && configIds.length > 0)',
  },
  {
    id: 'counts-what-was-looked-for-as-present',
    requirement: 'TV-EXPR-3',
    does: 'It takes a token to be present as soon as it was looked for.',
    file: rule,
    replace: presence,
    by: ' !== undefined',
  },
  {
    id: 'counts-valid-tokens-as-absent',
    requirement: 'TV-EXPR-4',
    does: 'It does not count a token as present that is valid.',
    file: rule,
    replace: presence,
    by: `${presence} ? !verdicts.get(id.toLowerCase())?.verdict.valid : false`,
  },
  {
    id: 'counts-no-token-as-valid',
    requirement: 'TV-EXPR-5',
    does: 'It takes a missing token for a valid one.',
    file: rule,
    replace: validity,
    by: "?.verdict.valid || verdicts.get(id.toLowerCase())?.verdict.reason === 'missing_token'",
  },
  {
    id: 'counts-any-token-as-valid',
    requirement: 'TV-EXPR-6',
    does: 'It takes every token that is present for a valid one.',
    file: rule,
    replace: validity,
    by: presence,
  },
  {
    id: 'counts-tokens-of-the-first-source-as-invalid',
    requirement: 'TV-EXPR-7',
    does: 'It takes the place of the first source, which is 0, for no valid token.',
    file: rule,
    replace: validity,
    by: '?.verdict.valid && Boolean(verdicts.get(id.toLowerCase())?.verdict.sourceIndex)',
  },
  {
    id: 'takes-two-wrongs-for-a-right',
    requirement: 'TV-EXPR-8',
    does: 'It finds or true where both sides are false.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? (context) => { const sides = one.map((side) => side(context)); return sides[0] || sides[0] === sides[1]; } : joinOne(node.operator, one)",
  },
  {
    id: 'asks-the-last-side-of-or',
    requirement: 'TV-EXPR-9',
    does: 'It looks at the last side of an or alone.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? one.at(-1) : joinOne(node.operator, one)",
  },
  {
    id: 'asks-the-first-side-of-or',
    requirement: 'TV-EXPR-10',
    does: 'It looks at the first side of an or alone.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' ? one[0] : joinOne(node.operator, one)",
  },
  {
    id: 'counts-invalid-tokens-as-absent',
    requirement: 'TV-EXPR-11',
    does: 'It does not count a token as present that is not valid.',
    file: rule,
    replace: presence,
    by: validity,
  },
  {
    id: 'denies-no-presence',
    requirement: 'TV-EXPR-12',
    does: 'It does not hear the not that follows an or.',
    file: 'mock/engines/expressions/parser.ts',
    replace: 'cursor.take(level.symbol)) {\n    cursor.skipSpace();',
    by: "cursor.take(level.symbol)) {\n    cursor.skipSpace(); if (level.operator === 'or' && cursor.takeWord('not')) cursor.skipSpace();",
  },
  {
    id: 'wants-both-sides-of-an-or-with-not',
    requirement: 'TV-EXPR-13',
    does: 'It joins the sides of an or by and where one of them is a not.',
    file: compiler,
    replace: joined,
    by: "node.operator === 'or' && node.operands.some(({ kind }) => kind === 'not') ? joinOne('and', one) : joinOne(node.operator, one)",
  },
  {
    id: 'asks-the-last-side-of-and',
    requirement: 'TV-EXPR-14',
    does: 'It looks at the last side of an and alone.',
    file: 'mock/engines/expressions/compiler.ts',
    replace: 'joinByAnd(conditions.map(({ evaluate }) => evaluate))',
    by: 'conditions.at(-1).evaluate',
  },
  {
    id: 'asks-both-sides-of-or',
    requirement: 'TV-EXPR-15',
    does: 'It joins the sides of an or by and.',
    file: compiler,
    replace: joined,
    by: "joinOne(node.operator === 'or' ? 'and' : node.operator, one)",
  },
  {
    id: 'hears-no-not',
    requirement: 'TV-EXPR-16',
    does: 'It takes what stands behind a not as it is.',
    file: compiler,
    replace: not,
    by: 'evaluate',
  },
  {
    id: 'compares-with-eq-as-with-le',
    requirement: 'TV-EXPR-17',
    does: 'It takes a text that sorts before another for an equal one.',
    file: 'mock/engines/expressions/compile-condition.ts',
    replace: 'value === right',
    by: 'value <= right',
  },
  {
    id: 'has-no-function-is-jwt-valid',
    requirement: 'TV-EXPR-18',
    does: 'It refuses rules with is_jwt_valid, which it calls is_jwt_verified.',
    file: functions,
    replace: 'is_jwt_valid: byId',
    by: 'is_jwt_verified: byId',
  },
  {
    id: 'has-no-function-is-jwt-present',
    requirement: 'TV-EXPR-19',
    does: 'It refuses rules with is_jwt_present, which it calls has_jwt.',
    file: functions,
    replace: 'is_jwt_present: byId',
    by: 'has_jwt: byId',
  },
]);
