import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { HarnessError } from './errors.ts';
import {
  createOpenResources,
  type JournalLine,
  journalLineSchema,
  type PendingResource,
} from './journal-lines.ts';

/** Records what a run creates, before it creates it, so that a sweep can remove everything. */
export interface CleanupJournal {
  readonly run: string;
  /** Records that the run is about to create a resource; returns the entry's number. */
  intend(kind: string, scopeId: string | null, labels: readonly (string | null)[]): number;
  created(seq: number, ids: readonly string[]): void;
  refused(seq: number): void;
  removed(id: string): void;
  /** Whether the run ever recorded anything. */
  used(): boolean;
  /** What may still exist, newest first. */
  pending(): PendingResource[];
  /** Closes the journal: deletes its file when nothing is pending. */
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
  const open = createOpenResources();
  let handle: number | undefined;
  let next = 1;

  const write = (line: JournalLine): void => {
    open.note(line);
    if (file === null) return;
    try {
      if (handle === undefined) {
        mkdirSync(dirname(file), { recursive: true });
        handle = openSync(file, 'a');
      }
      writeSync(handle, `${JSON.stringify(line)}\n`);
    } catch (cause) {
      throw new HarnessError('journal', `The clean-up journal ${file} can't be written`, { cause });
    }
  };

  write({ event: 'run', run, api, at: new Date().toISOString(), pid: process.pid, host: hostname() });
  return {
    run,
    intend(kind, scopeId, labels) {
      const seq = next++;
      const at = new Date().toISOString();
      write({ event: 'create', seq, kind, scope_id: scopeId, labels: [...labels], at });
      return seq;
    },
    created: (seq, ids) => write({ event: 'created', seq, ids: [...ids] }),
    refused: (seq) => write({ event: 'refused', seq }),
    removed: (id) => write({ event: 'removed', id }),
    used: () => next > 1,
    pending: () => open.pending(),
    close() {
      write({ event: 'ended' });
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
      if (file !== null && open.pending().length === 0) rmSync(file, { force: true });
    },
  };
}

/** A journal that a run left behind. */
export interface LeftJournal {
  readonly file: string;
  readonly run: string;
  readonly api: string;
  readonly at: string;
  readonly pending: readonly PendingResource[];
  /** The process of another run that is still going; null where there is none. */
  readonly process: number | null;
}

/** What the read lines leave open, newest first. */
function getPending(lines: readonly JournalLine[]): PendingResource[] {
  const open = createOpenResources();
  for (const line of lines) open.note(line);
  return open.pending();
}

/** The journals of a folder; skips a last line that a kill truncated. */
export function leftJournals(folder: string): LeftJournal[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^cleanup-.*\.jsonl$/.test(name))
    .sort()
    .flatMap((name) => {
      const file = join(folder, name);
      const lines = readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
      const first = lines.find((line) => line.event === 'run');
      if (!first) return [];
      const { run, api, at, pid, host } = first;
      const ended = lines.some((line) => line.event === 'ended') || host !== hostname();
      const process = pid !== undefined && !ended && isRunning(pid) ? pid : null;
      return [{ file, run, api, at, pending: getPending(lines), process }];
    });
}

/** Whether a process with this number is running on this machine, a process of another user too. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function parseLine(text: string): JournalLine[] {
  try {
    const parsed = journalLineSchema.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** Deletes a journal whose resources are all gone. */
export function dropJournal(journal: LeftJournal): void {
  rmSync(journal.file, { force: true });
}
