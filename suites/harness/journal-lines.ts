import { z } from 'zod';

/** Lines of a journal: what is about to be created, what was created, what was removed. */
export const journalLineSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('run'),
    run: z.string(),
    api: z.string(),
    at: z.string(),
    /** The process of the run and its machine. */
    pid: z.int().optional(),
    host: z.string().optional(),
  }),
  z.object({
    event: z.literal('create'),
    seq: z.int(),
    kind: z.string(),
    /** The zone or account that contains it. */
    scope_id: z.string().nullable(),
    labels: z.array(z.string().nullable()),
    at: z.string().optional(),
  }),
  z.object({ event: z.literal('created'), seq: z.int(), ids: z.array(z.string()) }),
  z.object({ event: z.literal('refused'), seq: z.int() }),
  z.object({ event: z.literal('removed'), id: z.string() }),
  z.object({ event: z.literal('ended') }),
]);

export type JournalLine = z.infer<typeof journalLineSchema>;

/** A resource that may still exist in the target. */
export interface PendingResource {
  readonly seq: number;
  readonly kind: string;
  /** The zone or account that contains it. */
  readonly scopeId: string | null;
  readonly labels: readonly (string | null)[];
  /** When the run was about to create it, as RFC 3339; null in journals that don't record it. */
  readonly at: string | null;
  /** Null when the answer to its creation never arrived, so that only its label is known. */
  readonly ids: readonly string[] | null;
}

/** The entries that the lines of a journal leave open. */
export interface OpenResources {
  note(line: JournalLine): void;
  /** What may still exist, newest first. */
  pending(): PendingResource[];
}

/** Updates the open entries with each line, since the harness reads them after every test. */
export function createOpenResources(): OpenResources {
  const open = new Map<number, PendingResource>();
  const removed = new Set<string>();

  function created(seq: number, ids: readonly string[]): void {
    // A target that was reset may give an id again.
    for (const id of ids) removed.delete(id);
    const entry = open.get(seq);
    if (!entry) return;
    // Its zone or account may have been removed before the answer arrived.
    if (entry.scopeId !== null && removed.has(entry.scopeId)) open.delete(seq);
    else open.set(seq, { ...entry, ids });
  }

  function remove(id: string): void {
    removed.add(id);
    for (const entry of [...open.values()]) {
      const left = entry.ids?.filter((one) => one !== id);
      if (entry.scopeId === id || left?.length === 0) open.delete(entry.seq);
      else if (left) open.set(entry.seq, { ...entry, ids: left });
    }
  }

  return {
    note(line) {
      if (line.event === 'create') {
        const { seq, kind, scope_id: scopeId, labels, at = null } = line;
        open.set(seq, { seq, kind, scopeId, labels, at, ids: null });
      } else if (line.event === 'created') created(line.seq, line.ids);
      else if (line.event === 'refused') open.delete(line.seq);
      else if (line.event === 'removed') remove(line.id);
    },
    pending: () => [...open.values()].sort((a, b) => b.seq - a.seq),
  };
}
