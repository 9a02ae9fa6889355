import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { HarnessError } from './errors.ts';

/** Lines of a journal: what is about to be created, what came of it, what is gone again. */
const lineSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('run'), run: z.string(), api: z.string(), at: z.string() }),
  z.object({
    event: z.literal('create'),
    seq: z.int(),
    kind: z.string(),
    /** The zone or account that holds it. */
    scope_id: z.string().nullable(),
    labels: z.array(z.string().nullable()),
  }),
  z.object({ event: z.literal('created'), seq: z.int(), ids: z.array(z.string()) }),
  z.object({ event: z.literal('refused'), seq: z.int() }),
  z.object({ event: z.literal('removed'), id: z.string() }),
]);

type Line = z.infer<typeof lineSchema>;

/** Something that may still exist in the target. */
export interface PendingResource {
  readonly seq: number;
  readonly kind: string;
  /** The zone or account that holds it. */
  readonly scopeId: string | null;
  readonly labels: readonly (string | null)[];
  /** Null when the answer to its creation never came, so that only its label is known. */
  readonly ids: readonly string[] | null;
}

/** Remembers what a run creates, before it is created, so that nothing is left behind. */
export interface CleanupJournal {
  readonly run: string;
  /** Notes that a resource is about to be created; returns its number. */
  intend(kind: string, scopeId: string | null, labels: readonly (string | null)[]): number;
  created(seq: number, ids: readonly string[]): void;
  refused(seq: number): void;
  removed(id: string): void;
  /** Whether anything was ever about to be created. */
  used(): boolean;
  /** What may still exist, newest first. */
  pending(): PendingResource[];
  /** Ends the journal: its file goes when nothing is pending. */
  close(): void;
}

export const journalFolder = '.touchstone';

/**
 * Opens the journal of one run.
 *
 * @param options.folder folder of its file; null keeps it in memory, where a killed run leaves no trace
 * @throws HarnessError when the file can't be written
 */
export function openCleanupJournal(options: {
  readonly run: string;
  readonly api: string;
  readonly folder: string | null;
}): CleanupJournal {
  const { run, api, folder } = options;
  const file = folder === null ? null : join(folder, `cleanup-${run}.jsonl`);
  const lines: Line[] = [];
  let next = 1;

  const write = (line: Line): void => {
    lines.push(line);
    if (file === null) return;
    try {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    } catch (cause) {
      throw new HarnessError('journal', `The clean-up journal ${file} can't be written`, { cause });
    }
  };

  write({ event: 'run', run, api, at: new Date().toISOString() });
  return {
    run,
    intend(kind, scopeId, labels) {
      const seq = next++;
      write({ event: 'create', seq, kind, scope_id: scopeId, labels: [...labels] });
      return seq;
    },
    created: (seq, ids) => write({ event: 'created', seq, ids: [...ids] }),
    refused: (seq) => write({ event: 'refused', seq }),
    removed: (id) => write({ event: 'removed', id }),
    used: () => next > 1,
    pending: () => pendingOf(lines),
    close() {
      if (file !== null && pendingOf(lines).length === 0) rmSync(file, { force: true });
    },
  };
}

/** What the lines of a journal leave open, newest first. */
function pendingOf(lines: readonly Line[]): PendingResource[] {
  const open = new Map<number, PendingResource>();
  const removed = new Set<string>();
  for (const line of lines) {
    if (line.event === 'create') {
      const { seq, kind, scope_id, labels } = line;
      open.set(seq, { seq, kind, scopeId: scope_id, labels, ids: null });
    } else if (line.event === 'created') {
      const entry = open.get(line.seq);
      if (entry) open.set(line.seq, { ...entry, ids: line.ids });
      // A target that was reset may give an id again.
      for (const id of line.ids) removed.delete(id);
    } else if (line.event === 'refused') open.delete(line.seq);
    else if (line.event === 'removed') removed.add(line.id);
  }
  return [...open.values()]
    .map((entry) => ({ ...entry, ids: entry.ids?.filter((id) => !removed.has(id)) ?? null }))
    .filter(({ ids, scopeId }) => ids?.length !== 0 && !(scopeId !== null && removed.has(scopeId)))
    .reverse();
}

/** A journal that a run left behind. */
export interface LeftJournal {
  readonly file: string;
  readonly run: string;
  readonly api: string;
  readonly at: string;
  readonly pending: readonly PendingResource[];
}

/** The journals of a folder; a last line that was cut off by a kill is passed over. */
export function leftJournals(folder: string): LeftJournal[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^cleanup-.*\.jsonl$/.test(name))
    .sort()
    .flatMap((name) => {
      const file = join(folder, name);
      const lines = readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
      const first = lines.find((line) => line.event === 'run');
      return first ? [{ file, run: first.run, api: first.api, at: first.at, pending: pendingOf(lines) }] : [];
    });
}

function parseLine(text: string): Line[] {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** Deletes a journal whose resources are all gone. */
export function dropJournal(journal: LeftJournal): void {
  rmSync(journal.file, { force: true });
}
