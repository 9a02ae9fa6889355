import { Collection } from './collection.ts';
import type { StoredCustomHostname } from './records.ts';
import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/**
 * The custom hostnames of all zones. A hostname is unique in a world, so the edge finds the zone of a request with one
 * look-up.
 *
 * @example
 * world.customHostnames.byHostname('shop.customer.localhost')?.zoneId;
 */
export class CustomHostnames implements KeptPart {
  readonly #all = new Collection<StoredCustomHostname>({
    id: (record) => record.id,
    key: (record) => record.hostname,
  });
  /** The same records by zone, so that a list skips other zones. */
  readonly #byZone = new Map<string, Collection<StoredCustomHostname>>();

  get size(): number {
    return this.#all.size;
  }

  /** Returns the record of exactly this hostname, in lower case; a wildcard is matched as literal text. */
  byHostname(hostname: string): StoredCustomHostname | undefined {
    return this.#all.byKey(hostname);
  }

  /** Returns the record with this id if it belongs to the zone. */
  get(zoneId: string, id: string): StoredCustomHostname | undefined {
    return this.#byZone.get(zoneId)?.get(id);
  }

  /** Records of a zone, in order of creation. */
  of(zoneId: string): readonly StoredCustomHostname[] {
    return this.#byZone.get(zoneId)?.list() ?? [];
  }

  /** Number of records of a zone. */
  count(zoneId: string): number {
    return this.#byZone.get(zoneId)?.size ?? 0;
  }

  list(): readonly StoredCustomHostname[] {
    return this.#all.list();
  }

  /** Adds a record, or replaces the one with its id. The caller has checked that the hostname is free. */
  put(record: StoredCustomHostname): void {
    this.#all.put(record);
    this.#zone(record.zoneId).put(record);
  }

  remove(...records: readonly StoredCustomHostname[]): void {
    this.#all.remove(...records.map(({ id }) => id));
    for (const { zoneId, id } of records) this.#byZone.get(zoneId)?.remove(id);
  }

  replaceAll(records: readonly StoredCustomHostname[]): void {
    this.#all.replaceAll(records);
    this.#byZone.clear();
    for (const record of records) this.#zone(record.zoneId).put(record);
  }

  keepIn(log: ChangeLog): void {
    this.#all.keepIn(log.afterUndo(() => this.replaceAll(this.#all.list())));
  }

  changes(path: string): Iterable<Change> {
    return this.#all.changes(path);
  }

  load(kept: KeptNode): void {
    this.#all.load(kept);
    this.replaceAll(this.#all.list());
  }

  #zone(id: string): Collection<StoredCustomHostname> {
    let known = this.#byZone.get(id);
    if (!known) {
      known = new Collection({ id: (record) => record.id });
      this.#byZone.set(id, known);
    }
    return known;
  }
}
