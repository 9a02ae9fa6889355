import { splitUrl } from '../../../spec/url.ts';
import { pageResponse } from '../pages.ts';
import type { Decisions } from '../rulesets/configuration-rules.ts';

/** What an origin receives with the request. */
export interface OriginContext {
  /** Name of the zone that the request is for. */
  readonly zone: string;
  /** Host of the request, which `request.url` may lack. */
  readonly host: string;
  readonly clientAddress: string;
  /** The effective settings, from configuration rules and the zone. */
  readonly decisions: Decisions;
}

/**
 * Destination of zone traffic that the edge lets through.
 *
 * @example
 * const origin: Origin = (request) => new Response(`hello from ${new URL(request.url).pathname}`);
 */
export type Origin = (request: Request, context: OriginContext) => Response | Promise<Response>;

/** The default origin of a zone: answers every request with one small page. */
export const builtInOrigin: Origin = (request, { host }) =>
  pageResponse(200, host, [
    `${request.method} ${splitUrl(request.url).path} reached the origin of this zone.`,
    'This page is built in. Give the zone an origin of its own with serve --zone-origin, or with the option origin.',
  ]);
