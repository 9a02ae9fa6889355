import type { Strike } from '../faults/faults.ts';
import { refusalOf, wordsOf } from '../faults/refusal.ts';
import { errorPage, type FailureContext, hasErrorPage } from './error-page.ts';
import { pageResponse } from './pages.ts';

/** What a fault answers in place of a zone: the page of its status, or what it says itself. */
export function faultPage(strike: Strike, context: FailureContext): Response {
  const { status, body, headers } = refusalOf(strike);
  if (body)
    return new Response(body.text, { status, headers: { 'content-type': body.mediaType, ...headers } });
  const lines = [wordsOf(strike)];
  const page = hasErrorPage(status)
    ? errorPage({ status, lines }, context)
    : pageResponse(status, `Error ${status}`, lines);
  for (const name in headers) page.headers.set(name, headers[name] as string); // The name comes from there.
  return page;
}
