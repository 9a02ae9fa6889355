import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import { jsonFile } from '../json-file.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.links.create';

/** Lists where links lead: seed, Links request; fact sheet browser-rendering, section 5. The answer has no `meta`. */
export function createLinksHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) => {
    const { visibleLinksOnly, excludeExternalLinks = false } = call.body;
    return render(call, {
      operation,
      work: (page) => page.links({ visibleOnly: visibleLinksOnly }),
      write: ({ value, page }) =>
        jsonFile(
          operation,
          excludeExternalLinks ? value.filter((link) => !isExternal(link, page.finalUrl)) : value,
        ),
    });
  };
}

/**
 * Whether a link leads to another domain than that of its page. Domains are compared as hostnames, so a subdomain is
 * another one, and ports and schemes do not count; what has no host leads nowhere else (inferred).
 */
function isExternal(link: string, page: string): boolean {
  const host = hostOf(link);
  return host !== '' && host !== hostOf(page);
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');
