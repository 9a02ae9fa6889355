import type { StoredLog } from './gateway-records.ts';
import { OldestFirst } from './oldest-first.ts';

/** How many log entries a gateway keeps, and what happens when there are as many. */
export interface LogRoom {
  readonly limit: number;
  readonly whenFull: 'STOP_INSERTING' | 'DELETE_OLDEST';
}

/** The log entries of the gateways of an account, oldest first. */
export class GatewayLogs {
  #byGateway = new Map<string, OldestFirst<StoredLog>>();

  /** Adds an entry, or does not where the gateway is full and stops then. */
  add(log: StoredLog, { limit, whenFull }: LogRoom): void {
    const logs = this.#of(log.gatewayId);
    if (logs.size >= limit) {
      if (whenFull === 'STOP_INSERTING') return;
      // More than one has to go where the limit was lowered.
      do logs.dropOldest();
      while (logs.size >= Math.max(1, limit));
    }
    logs.set(log.id, log);
  }

  get(gatewayId: string, id: string): StoredLog | undefined {
    return this.#byGateway.get(gatewayId)?.get(id);
  }

  /** Puts a changed entry in the place of the one with its id; one that is gone stays so. */
  replace(log: StoredLog): void {
    if (this.get(log.gatewayId, log.id)) this.#of(log.gatewayId).set(log.id, log);
  }

  /** Oldest first. */
  list(gatewayId: string): StoredLog[] {
    return [...(this.#byGateway.get(gatewayId)?.values() ?? [])];
  }

  remove(gatewayId: string, ...ids: readonly string[]): void {
    for (const id of ids) this.#byGateway.get(gatewayId)?.delete(id);
  }

  /** Forgets all of a gateway that is deleted. */
  forget(gatewayId: string): void {
    this.#byGateway.delete(gatewayId);
  }

  /** A function that puts everything back to how it is now. */
  snapshot(): () => void {
    const kept = new Map([...this.#byGateway].map(([id, logs]) => [id, new OldestFirst(logs)]));
    return () => {
      this.#byGateway = new Map([...kept].map(([id, logs]) => [id, new OldestFirst(logs)]));
    };
  }

  #of(gatewayId: string): OldestFirst<StoredLog> {
    const known = this.#byGateway.get(gatewayId);
    if (known) return known;
    const made = new OldestFirst<StoredLog>();
    this.#byGateway.set(gatewayId, made);
    return made;
  }
}
