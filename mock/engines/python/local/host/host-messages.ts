import type { PythonStatus } from '../../python-engine.ts';
import type { PythonRefusal } from '../../python-error.ts';

/** What a host is asked for; the number comes back with the answer. */
export type HostRequest =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly code: string;
      readonly timeoutMs: number | undefined;
    }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'status'; readonly id: number };

/** What a host says: that it is there, and what it answers. */
export type HostReply =
  | { readonly kind: 'up' }
  /** The outcome is JSON: channels of Deno take no value that is nested a hundred times. */
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: string }
  | { readonly kind: 'status'; readonly id: number; readonly status: PythonStatus }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly refusal: PythonRefusal;
      readonly message: string;
    }
  /** One of its threads can't be ended, or there is little memory left: nothing more must be asked of it. */
  | { readonly kind: 'spent' };
