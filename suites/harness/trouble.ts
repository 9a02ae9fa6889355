import type { Verdict } from './results.ts';

/** The one reason for which nothing, or nothing more, can be tested. */
export interface Trouble {
  readonly verdict: Extract<Verdict, 'not conformant' | 'broken run'>;
  /** One line. */
  readonly reason: string;
}
