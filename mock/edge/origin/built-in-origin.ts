import { splitUrl } from '../../url.ts';
import { pageResponse } from '../pages.ts';
import type { Origin } from './origin.ts';

/** The origin of a zone that was given none: one small page, whatever is asked. */
export const builtInOrigin: Origin = (request, { host }) =>
  pageResponse(200, host, [
    `${request.method} ${splitUrl(request.url).path} reached the origin of this zone.`,
    'This page is built in. Give the zone an origin of its own with serve --zone-origin, or with the option origin.',
  ]);
