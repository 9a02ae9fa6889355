import { splitUrl } from '../../api/url.ts';
import { pageResponse } from '../pages.ts';
import type { Decisions } from '../rulesets/configuration-rules.ts';

/** What an origin is told beside the request. */
export interface OriginContext {
  /** Name of the zone that the request is for. */
  readonly zone: string;
  /** Host of the request, which `request.url` may not carry. */
  readonly host: string;
  readonly clientAddress: string;
  /** The settings in force for the request: what configuration rules and the zone chose. */
  readonly decisions: Decisions;
}

/**
 * Where zone traffic goes once the edge lets it through.
 *
 * @example
 * const origin: Origin = (request) => new Response(`hello from ${new URL(request.url).pathname}`);
 */
export type Origin = (request: Request, context: OriginContext) => Response | Promise<Response>;

/** The origin of a zone that was given none: one small page, whatever is asked. */
export const builtInOrigin: Origin = (request, { host }) =>
  pageResponse(200, host, [
    `${request.method} ${splitUrl(request.url).path} reached the origin of this zone.`,
    'This page is built in. Give the zone an origin of its own with serve --zone-origin, or with the option origin.',
  ]);
