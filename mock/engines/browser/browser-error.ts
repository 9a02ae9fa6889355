import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Which part of a visit ran out of time. */
export type BrowserStage = 'navigation' | 'selector' | 'wait' | 'action' | 'visit';

/**
 * Why a visit of a page failed.
 *
 * - `no-browser`: none was found, it does not start, or too many visits wait already
 * - `network`: the page could not be loaded; `detail` is the engine's name of the error (`ERR_NAME_NOT_RESOLVED`)
 * - `blocked`: the address of the page may not be visited
 * - `timeout`: a stage took too long; `detail` says which limit
 * - `detached`: the document went away while it was worked on
 * - `closed`: the page or its browser went away
 * - `crashed`: the renderer of the page died
 * - `capture`: a picture or a PDF could not be made
 * - `bad-request`: the engine can't do what was asked; `detail` says why
 * - `aborted`: whoever asked has gone
 */
export type BrowserFailure =
  | 'no-browser'
  | 'network'
  | 'blocked'
  | 'timeout'
  | 'detached'
  | 'closed'
  | 'crashed'
  | 'capture'
  | 'bad-request'
  | 'aborted';

/** Thrown by everything that a browser does for a visit. */
export class BrowserError extends TouchstoneError {
  readonly failure: BrowserFailure;
  readonly detail: string;
  readonly stage: BrowserStage | undefined;
  /** Milliseconds of browser time that the failed visit took. */
  browserMs = 0;

  constructor(
    failure: BrowserFailure,
    detail: string,
    options: ErrorOptions & { stage?: BrowserStage } = {},
  ) {
    const { stage, ...rest } = options;
    super(`browser-${failure}`, detail, rest);
    this.failure = failure;
    this.detail = detail;
    this.stage = stage;
  }
}
