import type { ApiError } from '../../../spec/errors.ts';
import type { CommonRequest } from '../../../spec/services/browser-rendering/schemas/page.ts';
import { isLeftOut } from '../../exchange/exchange.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { RenderedFile } from './kept-files.ts';

/** What is noted of a call. */
interface NotedCall {
  readonly body: CommonRequest;
  readonly bodyText: string;
  readonly request: Pick<Request, 'headers'>;
}

/** How a rendering ended. */
type Outcome =
  | { readonly file: RenderedFile; readonly browserMs: number; readonly cached: boolean }
  | { readonly error: ApiError };

/**
 * Returns a function that adds this rendering to the list of its account, dated now. A request that the journal leaves
 * out is left out here too.
 *
 * @param account undefined if it was removed meanwhile
 */
export function noteOf(
  account: AccountTenant | undefined,
  { body, bodyText, request }: NotedCall,
  operation: string,
): (outcome: Outcome) => void {
  const at = account?.clock.timestamp() ?? '';
  return (outcome) => {
    if (!account || isLeftOut(request)) return;
    const { url = null, html } = body;
    const page = { at, operation, url, html_characters: html?.length ?? null };
    if ('error' in outcome) {
      const { entry, message, detail } = outcome.error;
      const browserMs = Number(detail['browserMs'] ?? 0);
      const rendering = {
        ...page,
        browser_ms: browserMs,
        cached: false,
        status: entry.status,
        problem: message,
      };
      account.renderings.add({ ...rendering, media_type: null, bytes: 0 }, undefined, bodyText);
      return;
    }
    const { file, browserMs, cached } = outcome;
    const bytes = typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content;
    const rendering = { ...page, browser_ms: browserMs, cached, status: 200, problem: null };
    account.renderings.add(
      { ...rendering, media_type: file.mediaType, bytes: bytes.length },
      bytes,
      bodyText,
    );
  };
}
