import type { OperationId } from '../spec/contract.ts';
import { contractParts, type PartEndpoints, type PartName, partOf } from '../spec/contract-parts.ts';
import { TouchstoneError } from '../spec/touchstone-error.ts';
import type { AnyHandler, Service } from './call.ts';
import { Late } from './late.ts';
import type { Overrides } from './overrides.ts';
import { createRouter, type Route, type Router } from './router.ts';

/** How the services of a mock are made: one for each part of the contract, with all of its operations. */
export type ServiceMakers = {
  readonly [Name in PartName]: () => Promise<Service<PartEndpoints<Name>>>;
};

/**
 * The operations of a mock, which are found by path. Those of a service, and its part of the contract, are loaded
 * when the first request comes for them.
 *
 * @example
 * (await operations.match('POST', '/client/v4/graphql'))?.id; // 'analytics.graphql.query'
 */
export class Operations {
  readonly #routers: ReadonlyMap<PartName, Late<Router>>;
  /** Of the services that are loaded, by operation id. */
  readonly #handlers = new Map<OperationId, AnyHandler>();
  readonly #overrides: Overrides;

  /** @param overrides implementations that stand in place of those of the services */
  constructor(services: ServiceMakers, overrides: Overrides) {
    const names = Object.keys(contractParts) as PartName[]; // It has no other keys.
    this.#routers = new Map(names.map((name) => [name, new Late(() => this.#open(name, services[name]))]));
    this.#overrides = overrides;
  }

  /** The operation that a request is for, whose service is loaded where it is not there yet. */
  async match(method: string, path: string): Promise<Route | undefined> {
    const router = this.#at(path);
    return (router?.made ?? (await router?.get()))?.match(method, path);
  }

  /** What a path leads to under another method, of a service that is loaded. */
  other(path: string): Route | undefined {
    return this.#at(path)?.made?.other(path);
  }

  /** What does the work of an operation that was matched, for the account that a call is about. */
  handler(id: OperationId, accountId?: string): AnyHandler {
    const handler = this.#overrides.find(id, accountId) ?? this.#handlers.get(id);
    if (!handler) throw new TouchstoneError('operation-unloaded', `The operation ${id} has not been loaded.`);
    return handler;
  }

  /** What stood in an operation's place before a handler did: another of a user's, or the service; nothing did before that. */
  before(id: OperationId, handler: AnyHandler): AnyHandler | undefined {
    const service = this.#handlers.get(id);
    if (handler === service) return undefined;
    const general = this.#overrides.find(id, undefined);
    return general === undefined || general === handler ? service : general;
  }

  #at(path: string): Late<Router> | undefined {
    const name = partOf(path);
    return name && this.#routers.get(name);
  }

  async #open(name: PartName, make: () => Promise<object>): Promise<Router> {
    const [endpoints, service] = await Promise.all([contractParts[name](), make()]);
    for (const [id, handler] of Object.entries(service)) this.#handlers.set(id as OperationId, handler); // Its type says so.
    return createRouter(endpoints);
  }
}
