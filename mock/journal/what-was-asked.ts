import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { formatJournal } from './format.ts';

/** As many requests as somebody reads who wants to know why a test has failed. */
const shown = 50;

/** What is told of somebody whose requests a journal has. */
interface Asker {
  readonly zoneName: string;
  readonly journal: { entries(): Iterable<JournalEntry>; count(): number };
}

/** What a test asked, for the one who has to find out why it failed. */
export function whatWasAsked({ zoneName, journal }: Asker): string {
  const all = journal.count();
  if (all === 0) return `touchstone: the test of ${zoneName} asked nothing of the mock.`;
  const newest = Iterator.from(journal.entries()).take(shown);
  const part = all > shown ? `, the last ${shown} of ${all} requests` : '';
  return `touchstone: what the test of ${zoneName} asked${part}:\n${formatJournal(newest)}`;
}
