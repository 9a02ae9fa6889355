import type { Certainty } from './certainty.ts';

/** One failure of a request, as data. */
export interface Failure {
  /** HTTP status of the answer. */
  readonly status: number;
  /** `errors[0].code` of the envelope. */
  readonly code: number;
  /** `errors[0].message`; `{name}` is a placeholder for a detail of the failure. */
  readonly message: string;
  /** How certain it is that such a request is refused. */
  readonly certainty: Certainty;
  /** The source of the code, and of the text if known; `invented` if neither is documented. */
  readonly wording: 'documented' | 'observed' | 'invented';
  /** Entries nested under `errors[0].error_chain`. */
  readonly chain?: readonly { readonly code: number; readonly message: string }[];
  /** Further entries of `errors`. */
  readonly also?: readonly { readonly code: number; readonly message: string }[];
}

type Wording = Failure['wording'];

/**
 * A failure with its status and code. The method sets how certain it is that such a request is refused. Unless
 * `wording` says otherwise, a documented or observed failure has the platform's words, and any other has ours.
 *
 * @example
 * failure(404, 10003).observed('could not find entrypoint ruleset in the {phase} phase')
 */
export function failure(status: number, code: number) {
  const words =
    (certainty: Certainty, usual: Wording) =>
    (message: string, wording: Wording = usual): Failure => ({
      status,
      code,
      message,
      certainty,
      wording,
    });
  return {
    seed: words('seed', 'invented'),
    documented: words('documented', 'documented'),
    observed: words('observed', 'observed'),
    inferred: words('inferred', 'invented'),
  };
}

/** Details that fill the `{name}` placeholders of a failure's message. */
export type FailureDetail = Readonly<Record<string, string | number>>;

/** Fills the placeholders of a message template; a placeholder without a detail stays. */
export function fillTemplate(template: string, detail: FailureDetail): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(detail[name] ?? place));
}

/** Checks the shape of a catalogue at compile time and keeps its names. */
export function defineFailures<const T extends Readonly<Record<string, Failure>>>(failures: T): T {
  return failures;
}

/** A hint of the mock's own in the `messages` of an answer. */
export interface Hint {
  readonly code: number;
  readonly message: string;
}

/** Makes a hint. The platform does not use its code. */
export const toHint = (message: string): Hint => ({ code: 1599, message });
