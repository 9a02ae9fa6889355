import { ProtocolError, TimeoutError } from 'puppeteer-core';
import { BrowserError, type BrowserFailure, type BrowserStage } from '../browser-error.ts';

const detached =
  /execution context was destroyed|cannot find context|execution context is not available|frame (?:was|got) detached|detached frame|navigated or closed|node with given id/i;

const closed =
  /target closed|session closed|connection closed|page closed|page has been closed|browser has disconnected|browser is disconnected|session with given id not found/i;

const crashed = /(?:page|target|renderer) (?:has )?crashed/i;

/**
 * Converts a driver error to a failure of the visit.
 *
 * @param otherwise the failure if the error's text names neither the page, the network nor a limit
 * @param stage the stage of the visit that threw it
 */
export function getFailure(error: unknown, otherwise: BrowserFailure, stage?: BrowserStage): BrowserError {
  if (error instanceof BrowserError) return error;
  const text = getText(error);
  const fail = (failure: BrowserFailure, detail = text) =>
    new BrowserError(failure, detail, { cause: error });
  const network = /net::(ERR_\w+)/.exec(text)?.[1];
  if (network !== undefined) return fail('network', network);
  if (error instanceof TimeoutError || (error instanceof ProtocolError && text.includes('protocolTimeout')))
    return new BrowserError('timeout', text, { cause: error, ...(stage === undefined ? {} : { stage }) });
  if (crashed.test(text)) return fail('crashed');
  if (closed.test(text)) return fail('closed');
  if (detached.test(text)) return fail('detached');
  return fail(otherwise);
}

/**
 * The message of an error, with that of its cause, where the driver names the limit that was exceeded. Leaves out the
 * stack that follows the message of an error from within the page.
 */
function getText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const message = error instanceof ProtocolError ? error.originalMessage || error.message : error.message;
  const own = message.replace(/\n(?:.*\bpptr:| {4}at )[\s\S]*$/, '');
  return cause instanceof Error && cause.message !== '' && !own.includes(cause.message)
    ? `${own}: ${cause.message}`
    : own;
}

/** The error for an invalid selector; nothing for any other error. */
export function invalidSelector(thrown: unknown): BrowserError | undefined {
  const text = getText(thrown);
  return /is not a valid selector|not a valid XPath|Query set to use/.test(text)
    ? new BrowserError('bad-request', text, { cause: thrown })
    : undefined;
}
