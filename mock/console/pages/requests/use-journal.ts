import { useCallback, useEffect, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../../../spec/services/touchstone/limits.ts';
import { useStream } from '../../parts/use-stream.ts';
import { useSession } from '../../session.ts';

/** The journal as the page shows it. */
export interface LiveJournal {
  /** The newest first. */
  readonly entries: readonly JournalEntry[];
  readonly isLive: boolean;
  readonly error: Error | undefined;
  clear(): Promise<void>;
}

/** Reads the journal of the chosen account, and follows it unless it is paused. */
export function useJournal(isPaused: boolean): LiveJournal {
  const { admin, account } = useSession();
  const [entries, setEntries] = useState<readonly JournalEntry[]>([]);
  const [error, setError] = useState<Error>();
  const isOwn = useCallback(
    ({ account_id }: JournalEntry) => account_id === null || account_id === account.id,
    [account.id],
  );
  /** Grows when the list must be read again: the stream begins with its opening, and leaves out what it can't keep up with. */
  const [turn, setTurn] = useState(0);
  const isLive = useStream(isPaused ? undefined : 'journal/stream?bodies=false', (events) => {
    if (events.some(({ event }) => event === 'missed')) setTurn((count) => count + 1);
    const requests = events.filter(({ event }) => event === 'request');
    const read = requests.map(({ data }) => JSON.parse(data) as JournalEntry).filter(isOwn);
    if (read.length > 0) setEntries((known) => merge(read.reverse(), known));
  });
  useEffect(() => {
    if (isPaused) return;
    const limit = touchstoneLimits.journalEntries;
    admin<readonly JournalEntry[]>(`journal?limit=${limit}&bodies=false`).then(
      (read) => setEntries((known) => merge(read.filter(isOwn), known)),
      setError,
    );
  }, [admin, isOwn, isPaused, isLive, turn]);
  const clear = async () => {
    await admin('journal', { method: 'DELETE' });
    setEntries([]);
  };
  return { entries, isLive, error, clear };
}

/** Adds entries, which may be known already. @param newer the newest first, like the known ones */
function merge(newer: readonly JournalEntry[], known: readonly JournalEntry[]): readonly JournalEntry[] {
  const latest = known[0]?.id ?? 0;
  const isNext = newer.every(({ id }) => id > latest);
  const all = isNext
    ? [...newer, ...known]
    : [...new Map([...known, ...newer].map((one) => [one.id, one])).values()];
  if (!isNext) all.sort((a, b) => b.id - a.id);
  return all.slice(0, touchstoneLimits.journalEntries);
}
