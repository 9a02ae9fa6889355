import type { Certainty } from './certainty.ts';

/** One way for a request to fail, as data. */
export interface Failure {
  /** HTTP status of the answer. */
  readonly status: number;
  /** `errors[0].code` of the envelope. */
  readonly code: number;
  /** `errors[0].message`; `{name}` stands for a detail given when the failure is raised. */
  readonly message: string;
  /** How sure it is that such a request is refused. */
  readonly certainty: Certainty;
  /** Where the code comes from, and the text where one is known; `invented` where nobody documents either. */
  readonly wording: 'documented' | 'observed' | 'invented';
  /** Entries nested under `errors[0].error_chain`. */
  readonly chain?: readonly { readonly code: number; readonly message: string }[];
  /** Further entries of `errors`. */
  readonly also?: readonly { readonly code: number; readonly message: string }[];
}

type Wording = Failure['wording'];

/**
 * A failure by its status and code. The method says how sure it is that such a request is refused; unless
 * `wording` says otherwise, a documented or observed one has the platform's words, and any other has ours.
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

/** Details that fill the `{name}` places of a failure's message. */
export type FailureDetail = Readonly<Record<string, string | number>>;

/** Fills the places of a message template; a place without a detail stays as it is. */
export function fillTemplate(template: string, detail: FailureDetail): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(detail[name] ?? place));
}

/** Checks a catalogue's shape at compile time and keeps its names. */
export function defineFailures<const T extends Readonly<Record<string, Failure>>>(failures: T): T {
  return failures;
}
