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
    file: 'mock/edge/edge.ts',
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
