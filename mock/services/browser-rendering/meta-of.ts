import type { Meta } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { PageFacts } from '../../engines/browser/index.ts';

/** Headers that carry credentials or say how bytes travelled, which `meta` leaves out: fact sheet, section 7. */
const leftOut: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'cookie',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** What an answer tells of its page beside the result: fact sheet browser-rendering, section 7. */
export function metaOf({ status, title, headers, finalUrl, redirects }: PageFacts): Meta {
  const redirectChain = redirects.map((one) => ({ ...one, headers: told(one.headers) }));
  return {
    status,
    title,
    headers: told(headers),
    finalUrl,
    ...(redirectChain.length > 0 && { redirectChain }),
  };
}

const told = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !leftOut.has(name)));
