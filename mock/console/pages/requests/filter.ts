import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';

/** What the reader wants to see. */
export interface RequestFilter {
  /** Words that must all occur in the method, URL, operation or status. */
  readonly text: string;
  /** Empty for all planes. */
  readonly plane: string;
  readonly refusalsOnly: boolean;
}

/** Returns a test for entries. */
export function toTest({ text, plane, refusalsOnly }: RequestFilter): (entry: JournalEntry) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (entry) => {
    if (plane !== '' && entry.plane !== plane) return false;
    if (refusalsOnly && entry.status < 400 && entry.status !== 0) return false;
    if (words.length === 0) return true;
    const all = `${entry.method} ${entry.url} ${entry.operation ?? ''} ${entry.status}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
}
