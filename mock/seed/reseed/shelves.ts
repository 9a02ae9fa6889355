import { AccountTenant } from '../../world/account-tenant.ts';
import type { Collection } from '../../world/collection.ts';
import type { DocumentRecords } from '../../world/document-records.ts';
import type { World } from '../../world/world.ts';
import { operationKey, type ZoneTenant } from '../../world/zone-tenant.ts';

/** A collection of records that seeds fill. */
export interface Shelf {
  readonly name: string;
  list(): readonly object[];
  /** Adds a record, or replaces the one with its id. */
  put(record: object): void;
  remove(record: object): void;
  /** Replaces all records by these, in this order. */
  replaceAll(records: readonly object[]): void;
  readonly id: (record: object) => string;
  /** What a seed calls the record; its id may differ from one start to the next. */
  readonly key: (record: object) => string;
  /** Whether no two records may have the same key. */
  readonly unique: boolean;
}

/** How a seed identifies the records of a collection. */
interface ShelfKind<T extends object> {
  readonly key: (record: T) => string;
  readonly id?: (record: T) => string;
  readonly unique?: boolean;
}

function toShelf<T extends object>(name: string, collection: Collection<T>, kind: ShelfKind<T>): Shelf {
  // Records of a shelf come from its own collection, so they have its type.
  const own = (record: object) => record as T;
  const { id = ({ id }: { id?: string }) => id ?? '' } = kind as ShelfKind<T & { id?: string }>;
  const getId = (record: object) => id(own(record));
  return {
    name,
    list: () => collection.list(),
    put: (record) => collection.put(own(record)),
    remove: (record) => collection.remove(getId(record)),
    replaceAll: (records) => collection.replaceAll(records.map(own)),
    id: getId,
    key: (record) => kind.key(own(record)),
    unique: kind.unique === true,
  };
}

/** The shelves of an account or a zone. */
export function getShelves(tenant: AccountTenant | ZoneTenant): Shelf[] {
  const rulesets = toShelf('rulesets', tenant.rulesets, {
    key: ({ current: { name, phase, kind } }) => `${kind} ${phase} ${name}`,
  });
  if (tenant instanceof AccountTenant) {
    return [
      rulesets,
      toShelf('gateways', tenant.gateways, { key: ({ id }) => id, unique: true }),
      toShelf('custom providers', tenant.customProviders, { key: ({ slug }) => slug, unique: true }),
      toShelf('provider keys', tenant.providerConfigs, {
        key: ({ gatewayId, resource: { provider_slug, alias } }) => `${gatewayId} ${provider_slug} ${alias}`,
        unique: true,
      }),
      toShelf('routes', tenant.gatewayRoutes, {
        key: ({ gatewayId, name }) => `${gatewayId} ${name}`,
        unique: true,
      }),
      documentedShelf(tenant.documented),
    ];
  }
  return [
    toShelf('settings', tenant.settings, { key: ({ id }) => id, unique: true }),
    toShelf('operations', tenant.operations, {
      key: operationKey,
      id: ({ operation_id }) => operation_id,
      unique: true,
    }),
    toShelf('token configurations', tenant.tokenConfigs, { key: ({ title }) => title }),
    rulesets,
    toShelf('token rules', tenant.tokenRules, { key: ({ title }) => title }),
  ];
}

/** Records of documents. Seeds give them the same ids each time. */
export const documentedShelf = (records: DocumentRecords): Shelf =>
  toShelf('documented', records, { key: ({ path }) => path, id: ({ path }) => path });

/** The custom hostnames of one zone. */
export function hostnameShelf({ customHostnames }: World, zoneId: string): Shelf {
  type Record = Parameters<typeof customHostnames.put>[0];
  const own = (record: object) => record as Record;
  return {
    name: 'custom hostnames',
    list: () => customHostnames.of(zoneId),
    put: (record) => customHostnames.put(own(record)),
    remove: (record) => customHostnames.remove(own(record)),
    replaceAll(records) {
      customHostnames.remove(...customHostnames.of(zoneId));
      for (const record of records) customHostnames.put(own(record));
    },
    id: (record) => own(record).id,
    key: (record) => own(record).hostname,
    unique: true,
  };
}
