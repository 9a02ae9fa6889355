import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** The stage of a visit that timed out. */
export type BrowserStage = 'navigation' | 'selector' | 'wait' | 'action' | 'visit';

/**
 * Why a visit of a page failed:
 *
 * - `no-browser`: none was found, it does not start, or too many visits are waiting
 * - `network`: the page could not be loaded; `detail` is the browser's name of the error (`ERR_NAME_NOT_RESOLVED`)
 * - `blocked`: the page's address may not be visited
 * - `timeout`: a stage took too long; `detail` names the limit
 * - `detached`: the document was replaced during the work
 * - `closed`: the page or its browser was closed
 * - `crashed`: the page's renderer crashed
 * - `capture`: a screenshot or a PDF could not be made
 * - `bad-request`: the engine can't do what was requested; `detail` says why
 * - `aborted`: the caller aborted the visit
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

/** Thrown by all browser operations of a visit. */
export class BrowserError extends TouchstoneError {
  readonly failure: BrowserFailure;
  readonly detail: string;
  readonly stage: BrowserStage | undefined;
  /** Browser time of the failed visit in milliseconds. */
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
