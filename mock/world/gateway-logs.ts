import type { StoredLog } from './gateway-records.ts';

/** How many log entries a gateway keeps, and what happens when there are as many. */
export interface LogRoom {
  readonly limit: number;
  readonly whenFull: 'STOP_INSERTING' | 'DELETE_OLDEST';
}

/** The log entries of the gateways of an account, oldest first. */
export class GatewayLogs {
  #byGateway = new Map<string, Map<string, StoredLog>>();

  /** Adds an entry, or does not where the gateway is full and stops then. */
  add(log: StoredLog, { limit, whenFull }: LogRoom): void {
    const logs = this.#of(log.gatewayId);
    if (logs.size >= limit) {
      if (whenFull === 'STOP_INSERTING') return;
      // More than one has to go where the limit was lowered.
      for (const id of [...logs.keys()].slice(0, logs.size - limit + 1)) logs.delete(id);
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
    const kept = new Map([...this.#byGateway].map(([id, logs]) => [id, new Map(logs)]));
    return () => {
      this.#byGateway = new Map([...kept].map(([id, logs]) => [id, new Map(logs)]));
    };
  }

  #of(gatewayId: string): Map<string, StoredLog> {
    const known = this.#byGateway.get(gatewayId);
    if (known) return known;
    const made = new Map<string, StoredLog>();
    this.#byGateway.set(gatewayId, made);
    return made;
  }
}
