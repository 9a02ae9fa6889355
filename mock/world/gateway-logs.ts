import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { OldestFirst } from './bounded.ts';
import type { StoredLog } from './gateway-records.ts';
import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/** How many log entries a gateway keeps, and what happens at that limit. */
export interface LogRoom {
  readonly limit: number;
  readonly whenFull: 'STOP_INSERTING' | 'DELETE_OLDEST';
}

/** An entry that can return a copy without bodies, which keeps only derived facts of them. */
export interface ForgetfulLog extends StoredLog {
  withoutBodies?(): StoredLog;
}

/** The log entries of the gateways of an account, oldest first. */
export class GatewayLogs implements KeptPart {
  readonly #mostCharacters: number;
  #byGateway: Map<string, KeptLogs> | undefined;
  #log: ChangeLog | undefined;

  /** @param mostCharacters maximum characters of all bodies of one gateway */
  constructor(mostCharacters: number = gatewayLimits.logBodies) {
    this.#mostCharacters = mostCharacters;
  }

  /** Adds an entry, unless the gateway is full and set to stop then. */
  add(log: ForgetfulLog, { limit, whenFull }: LogRoom): void {
    const { logs, bodies } = this.#of(log.gatewayId);
    if (logs.size >= limit) {
      if (whenFull === 'STOP_INSERTING') return;
      // Several must go if the limit was lowered.
      do this.#noteRemoval(log.gatewayId, logs.dropOldest()?.[0]);
      while (logs.size >= Math.max(1, limit));
    }
    logs.set(log.id, log);
    this.#notePut(log, () => logs.delete(log.id));
    bodies.push(log);
    while (bodies.characters > this.#mostCharacters) this.#forgetBody(bodies.shift());
  }

  get(gatewayId: string, id: string): StoredLog | undefined {
    return this.#byGateway?.get(gatewayId)?.logs.get(id);
  }

  /** Replaces the entry with its id, unless that was dropped. */
  replace(log: StoredLog): void {
    const before = this.get(log.gatewayId, log.id);
    if (!before) return;
    const { logs } = this.#of(log.gatewayId);
    logs.set(log.id, log);
    this.#notePut(log, () => logs.set(log.id, before));
  }

  /** Oldest first. */
  list(gatewayId: string): StoredLog[] {
    return [...(this.#byGateway?.get(gatewayId)?.logs.values() ?? [])];
  }

  remove(gatewayId: string, ...ids: readonly string[]): void {
    const undo = this.#log && this.snapshot();
    for (const id of ids) {
      this.#byGateway?.get(gatewayId)?.logs.delete(id);
      this.#noteRemoval(gatewayId, id, undo);
    }
  }

  /** Drops all entries of a deleted gateway. */
  forget(gatewayId: string): void {
    this.remove(gatewayId, ...this.list(gatewayId).map(({ id }) => id));
    this.#byGateway?.delete(gatewayId);
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
  }

  *changes(path: string): Generator<Change> {
    for (const { logs } of this.#byGateway?.values() ?? []) {
      for (const log of logs.values()) yield [path, getKey(log.gatewayId, log.id), toJson(log)];
    }
  }

  load(kept: KeptNode): void {
    kept.each((record, key) => {
      // It was written by `toJson`.
      const log = record as StoredLog;
      if (getKey(log.gatewayId, log.id) !== key) throw new Error('It has another id.');
      this.add(log, { limit: Number.POSITIVE_INFINITY, whenFull: 'STOP_INSERTING' });
    });
  }

  #notePut(log: StoredLog, undo: () => void): void {
    this.#log?.put(getKey(log.gatewayId, log.id), toJson(log), undo);
  }

  #noteRemoval(gatewayId: string, id: string | undefined, undo: () => void = () => {}): void {
    if (id !== undefined) this.#log?.remove(getKey(gatewayId, id), undo);
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const kept = [...(this.#byGateway ?? [])].map(([id, { logs }]) => [id, [...logs]] as const);
    return () => {
      this.#byGateway = new Map(kept.map(([id, logs]) => [id, keptLogs(logs)]));
    };
  }

  /** Drops the bodies of the oldest entries while the total is too long. */
  #forgetBody(oldest: StoredLog | undefined): void {
    const log: ForgetfulLog | undefined = oldest && this.get(oldest.gatewayId, oldest.id);
    if (log) this.replace(log.withoutBodies?.() ?? { ...log, requestBody: null, responseBody: null });
  }

  #of(gatewayId: string): KeptLogs {
    this.#byGateway ??= new Map();
    const known = this.#byGateway.get(gatewayId);
    if (known) return known;
    const made = keptLogs([]);
    this.#byGateway.set(gatewayId, made);
    return made;
  }
}

const getKey = (gatewayId: string, id: string) => `${gatewayId}/${id}`;

/** A log as plain data: its entry may be computed. */
function toJson(log: StoredLog): StoredLog {
  const { id, gatewayId, entry, eventId, userAgent, feedback, score, requestBody, responseBody } = log;
  return { id, gatewayId, entry, eventId, userAgent, feedback, score, requestBody, responseBody };
}

/** The entries of one gateway, and which of them have bodies. */
interface KeptLogs {
  readonly logs: OldestFirst<StoredLog>;
  readonly bodies: KeptBodies;
}

function keptLogs(entries: readonly (readonly [string, StoredLog])[]): KeptLogs {
  const logs = new OldestFirst(entries);
  const bodies = new KeptBodies(logs);
  for (const [, log] of entries) bodies.push(log);
  return { logs, bodies };
}

/** How many dropped entries may stay at the start of the list of those with bodies. */
const mostGone = 1024;

/** The entries with bodies, oldest first. A dropped one counts until it is the oldest. */
class KeptBodies {
  readonly #logs: OldestFirst<StoredLog>;
  #withBodies: (StoredLog | undefined)[] = [];
  #first = 0;
  characters = 0;

  constructor(logs: OldestFirst<StoredLog>) {
    this.#logs = logs;
  }

  push(log: StoredLog): void {
    for (let oldest = this.#oldest; oldest && !this.#logs.get(oldest.id); oldest = this.#oldest) this.shift();
    const length = getCharacters(log);
    if (length === 0) return;
    this.#withBodies.push(log);
    this.characters += length;
  }

  /** Removes the oldest. */
  shift(): StoredLog | undefined {
    const oldest = this.#oldest;
    if (oldest === undefined) return undefined;
    this.characters -= getCharacters(oldest);
    this.#withBodies[this.#first] = undefined;
    if (++this.#first >= mostGone) {
      this.#withBodies = this.#withBodies.slice(this.#first);
      this.#first = 0;
    }
    return oldest;
  }

  get #oldest(): StoredLog | undefined {
    return this.#withBodies[this.#first];
  }
}

function getCharacters({ requestBody, responseBody }: StoredLog): number {
  return (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}
