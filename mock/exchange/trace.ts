import type { Certainty } from '../../spec/certainty.ts';
import type { ApiError } from '../../spec/errors.ts';
import type { Actor } from '../api/access/credentials.ts';
import type { RateLimitState } from '../api/access/rate-limit.ts';
import type { StreamAnswer } from '../api/call.ts';
import type { Route } from '../api/operations.ts';
import type { MatchedFault } from '../control/faults/faults.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/** What is found out about a request on its way, for its headers and the journal. */
export interface Trace {
  /** Whether it is for the API; anything else is for the admin interface, or for nothing. */
  readonly api: boolean;
  operation: string | null;
  /** Where it goes, once that is known. */
  route: Route | undefined;
  basis: Certainty;
  rate: RateLimitState | undefined;
  /** The account that it is about, or that its token reaches alone: that one's time and overrides hold. */
  account: AccountTenant | undefined;
  zone: ZoneTenant | undefined;
  requestBody: string | null;
  /** Who asks, once that is known. */
  actor: Actor | undefined;
  /** Why it was refused, and what it was probably meant for where it has no operation. */
  error: ApiError | undefined;
  nearest: readonly string[];
  /** The fault that it met. */
  matched?: MatchedFault | undefined;
}

/** What a request is answered with, but for the headers that every answer has. */
export interface Answered {
  readonly status: number;
  readonly text: string | null;
  /** Stands for the text where the answer has no end of its own, or is none. */
  readonly stream?: StreamAnswer['stream'];
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What becomes of a request whose connection ends before; the journal says 0, as `Response.error()` does. */
export const unanswered: Answered = { status: 0, text: null };
