import { exchangeBy } from '../../spec/client.ts';
import { createCaller } from './caller.ts';
import { catalogue } from './catalogue.ts';
import { type Leak, removeResources } from './clean-up.ts';
import { dropJournal, journalFolder, leftJournals } from './cleanup-journal.ts';
import { createFindings } from './findings.ts';
import type { Target } from './target.ts';
import { fetchTrusting } from './trust.ts';

/** What a sweep did about one run. */
export interface SweptRun {
  readonly run: string;
  readonly started_at: string;
  readonly removed: readonly string[];
  readonly leaks: readonly Leak[];
  /** The process of the run while it has not come to its end; nothing of it is removed then. */
  readonly process: number | null;
}

/**
 * Removes what runs against this target left behind when they were killed. The journal of a run goes when
 * everything in it is gone; a run that goes on is left alone. A clock that such a run may have stopped goes on.
 *
 * @param options.journal folder of the journals
 *
 * @example
 * for (const { run, removed } of await sweep(target)) console.log(run, removed.length);
 */
export async function sweep(
  target: Target,
  options: { readonly journal?: string; readonly fetch?: (request: Request) => Promise<Response> } = {},
): Promise<SweptRun[]> {
  const doFetch = options.fetch ?? fetchTrusting(target.tlsCertificate);
  const { ask } = createCaller(target, 'full', exchangeBy(doFetch), createFindings(catalogue));
  const swept: SweptRun[] = [];
  for (const journal of leftJournals(options.journal ?? journalFolder)) {
    if (journal.api !== target.api) continue;
    const about = { run: journal.run, started_at: journal.at, process: journal.process };
    if (journal.process !== null) {
      swept.push({ ...about, removed: [], leaks: [] });
      continue;
    }
    const removed: string[] = [];
    const leaks = await removeResources(ask, journal.pending, journal.run, (id) => removed.push(id));
    if (leaks.length === 0) dropJournal(journal);
    swept.push({ ...about, removed, leaks });
  }
  const over = swept.length > 0 && swept.every(({ process }) => process === null);
  if (over && target.features.has('clock')) await ask('touchstone.clock.release');
  return swept;
}
