import type { BodyInput, Contract, OperationId, ResultOf } from '../../spec/contract.ts';
import { contract } from '../../spec/contract.ts';
import { codePointLength } from '../../spec/schema.ts';
import type { Caller } from './caller.ts';
import { ConformanceFailure, HarnessError } from './errors.ts';
import { runMark } from './resources.ts';

type BodyOfOperation<Id extends OperationId> = BodyInput<Contract[Id]>;
type ResultOfOperation<Id extends OperationId> = ResultOf<Contract[Id]>;

export type ConfigBody = BodyOfOperation<'token-validation.config.create'>;
export type Config = ResultOfOperation<'token-validation.config.create'>;
export type RuleBody = BodyOfOperation<'token-validation.rule.create'>;
export type Rule = ResultOfOperation<'token-validation.rule.create'>;
export type OperationBody = BodyOfOperation<'api-gateway.operation.create-item'>;
export type Operation = ResultOfOperation<'api-gateway.operation.create-item'>;
export type Zone = ResultOfOperation<'zones.zone.create'>;
export type GatewayBody = BodyOfOperation<'ai-gateway.gateway.create'>;
export type Gateway = ResultOfOperation<'ai-gateway.gateway.create'>;

/** Creates what tests need. Labels carry the mark of the run, so that a sweep finds lost resources. */
export interface Creation {
  /**
   * A title with the mark of the run, made of a text or of exactly that many characters. Without either it is unique:
   * no other title of the run contains it, so a search for it finds only this resource.
   */
  title(text?: string | number): string;
  /** A path below the mark of the run: `/orders/{id}` becomes `/ts-x1y2z3/orders/{id}`. */
  path(path: string): string;
  /** A name for a new zone: `ts-x1y2z3-1-example.localhost`. */
  zoneLabel(): string;
  /** A host in the zone: `api.example.localhost`. Hosts of the target file come first, one for each label of a test. */
  host(label?: string): string;
  /** A body that creates a configuration with one EC key and the `authorization` header as its source. */
  configBody(overrides?: Partial<ConfigBody>): ConfigBody;
  /**
   * A body that creates an enabled blocking rule for `host()`. By default its expression requires a valid token of a
   * configuration that is created once per test and shared by its rules.
   */
  ruleBody(overrides?: Partial<RuleBody>): Promise<RuleBody>;
  config(overrides?: Partial<ConfigBody>): Promise<Config>;
  /** Creates one rule by bulk creation, the only way that the seed shows. */
  rule(overrides?: Partial<RuleBody>): Promise<Rule>;
  /** Saves an operation, by default `GET` of `path('/orders')`, and learns its baseline. */
  operation(overrides?: Partial<OperationBody>): Promise<Operation>;
  /** Creates a zone for the test, and removes it with everything in it. */
  zone(name?: string): Promise<Zone>;
  /** An id for a new gateway: `ts-x1y2z3-7`, or one of exactly that many characters. */
  gatewayId(length?: number): string;
  /** A body that creates a gateway with logs, without cache and limits, like the default gateway. */
  gatewayBody(overrides?: Partial<GatewayBody>): GatewayBody;
  /** Creates a gateway from `gatewayBody`, and removes it with all its contents. */
  gateway(overrides?: Partial<GatewayBody>): Promise<Gateway>;
}

/** Numbers with the same count of digits, so that none is the prefix of another. */
const serialDigits = 6;

export interface CreationTools {
  readonly call: Caller['call'];
  readonly run: string;
  readonly zoneId: () => string;
  readonly zoneName: () => string;
  readonly accountId: () => string;
  /** Hosts of the zone in the target file. */
  readonly hosts: readonly string[];
  /** A number that no other call in the run gets. */
  readonly serial: () => number;
  /** Called before an operation is saved. */
  readonly beforeOperation: (operation: OperationBody) => Promise<void>;
}

export function createCreation(tools: CreationTools): Creation {
  const { call, run, zoneId, zoneName } = tools;
  const mark = runMark(run);
  const params = () => ({ zone_id: zoneId() });
  const example = contract['token-validation.config.create'].example;
  const ruleExample = contract['token-validation.rule.create'].example;
  if (!example || !ruleExample) throw new HarnessError('contract', 'The contract has no example body');

  const usual = 'api';
  const labels = [usual];
  let named: Promise<Config> | undefined;
  const creation: Creation = {
    title(text = `${tools.serial()}`.padStart(serialDigits, '0')) {
      if (typeof text === 'string') return `${mark} ${text}`;
      const missing = text - codePointLength(mark);
      if (missing < 0) throw new HarnessError('title', `A marked title needs ${mark.length} characters`);
      return mark + 'x'.repeat(missing);
    },
    path: (path) => `/${mark}${path.startsWith('/') ? '' : '/'}${path}`,
    host(label = usual) {
      if (!labels.includes(label) && label !== '') labels.push(label);
      return tools.hosts[labels.indexOf(label)] ?? `${label}.${zoneName()}`;
    },
    zoneLabel: () => `${mark}-${tools.serial()}-${zoneName()}`,
    configBody: (overrides = {}) => ({ ...example, title: creation.title(), ...overrides }),
    async ruleBody(overrides = {}) {
      const selector = { include: [{ host: [creation.host()] }], exclude: [] };
      const body = { ...ruleExample, title: creation.title(), selector, ...overrides };
      if (overrides.expression !== undefined) return body;
      named ??= creation.config();
      return { ...body, expression: `is_jwt_valid("${(await named).id}")` };
    },
    async config(overrides) {
      const body = creation.configBody(overrides);
      return usable(
        (await call('token-validation.config.create', { params: params(), body })).body.result,
        'id',
      );
    },
    async rule(overrides) {
      const body = [await creation.ruleBody(overrides)];
      const reply = await call('token-validation.rule.bulk-create', { params: params(), body });
      const [rule] = Array.isArray(reply.body.result) ? reply.body.result : [];
      if (!rule) throw new ConformanceFailure('The bulk creation of one rule returned none');
      return usable(rule, 'id');
    },
    async operation(overrides) {
      const body: OperationBody = {
        method: 'GET',
        host: creation.host(),
        endpoint: creation.path('/orders'),
        ...overrides,
      };
      await tools.beforeOperation(body);
      const reply = await call('api-gateway.operation.create-item', { params: params(), body });
      return usable(reply.body.result, 'operation_id');
    },
    async zone(name = creation.zoneLabel()) {
      const reply = await call('zones.zone.create', { body: { name, account: { id: tools.accountId() } } });
      return usable(reply.body.result, 'id');
    },
    gatewayId: (length = 0) => `${mark}-${tools.serial()}`.padEnd(length, 'x'),
    gatewayBody: (overrides = {}) => ({
      id: creation.gatewayId(),
      cache_ttl: 0,
      cache_invalidate_on_update: false,
      collect_logs: true,
      rate_limiting_interval: 0,
      rate_limiting_limit: 0,
      ...overrides,
    }),
    async gateway(overrides) {
      const params = { account_id: tools.accountId() };
      const body = creation.gatewayBody(overrides);
      return usable((await call('ai-gateway.gateway.create', { params, body })).body.result, 'id');
    },
  };
  return creation;
}

/** Fails when the answer lacks the id of the created resource, so that a test never goes on with `undefined`. */
function usable<T>(result: T, member: string): T {
  const id = typeof result === 'object' && result !== null ? Reflect.get(result, member) : undefined;
  if (typeof id !== 'string') throw new ConformanceFailure(`The answer to the creation has no ${member}`);
  return result;
}
