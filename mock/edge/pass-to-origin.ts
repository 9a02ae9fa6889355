import type { Certainty } from '../../spec/certainty.ts';
import { markdownLimits } from '../../spec/engine-limits.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { type EdgeFailure, errorPage } from './error-page.ts';
import { type createConversion, isPage } from './markdown/conversion.ts';
import { asForPage, isConditional } from './markdown/negotiate.ts';
import type { Origin } from './origin/origin.ts';
import { OriginBodyError, OriginTimeoutError } from './origin/origin-body.ts';
import type { Decisions } from './rulesets/configuration-rules.ts';
import type { ZoneStep } from './steps/step.ts';
import { zoneByHost } from './zone-by-host.ts';
import type { ZoneRequest } from './zone-request.ts';

/** The answer for the client, with notes about it. */
export interface EdgeAnswer {
  readonly response: Response;
  /** The certainty of the decision and of the form of the answer. */
  readonly basis: Certainty;
  /**
   * The certainty of the decision alone, where it differs; `seed` for messages about this mock and for behavior that
   * its user chose.
   */
  readonly decided?: Certainty;
  /** The effective settings; absent when the request doesn't reach the origin. */
  readonly decisions?: Decisions;
  /** Why it is no answer of the origin; the steps have their own reasons. */
  readonly reasons?: readonly string[];
  /** The steps of the zone, for the journal. */
  readonly steps?: () => readonly ZoneStep[];
}

/** The dependencies of {@link createPass}. */
export interface PassParts {
  readonly world: World;
  readonly origin: Origin;
  /** Converts the page of a request that wants Markdown. */
  readonly conversionFor: ReturnType<typeof createConversion>;
}

/**
 * Sends a request to the origin of a zone under the effective settings, and converts its page when the client prefers
 * Markdown.
 */
export type Pass = (
  zone: ZoneTenant,
  request: ZoneRequest,
  decisions: Decisions,
  ray: string,
) => Promise<EdgeAnswer>;

/** Creates the last step of a request. Passing it to the origin is the seed's; the answer to a failure is inferred. */
export function createPass({ world, origin, conversionFor }: PassParts): Pass {
  return async (zone, request, decisions, ray) => {
    const conversion = conversionFor(zone, request, decisions);
    const fail = (error: unknown): EdgeAnswer => {
      const what = getFailure(error, zone.zone.name);
      const response = failurePage(world, what, request, ray);
      return { response, basis: 'inferred', decisions, reasons: what.lines };
    };
    const ask = async (change?: (headers: Headers) => void): Promise<Response> => {
      const page = await origin(request.forward(change), {
        zone: zone.zone.name,
        host: request.host,
        clientAddress: request.peer.address,
        decisions,
      });
      // Response.error() has this type and represents a network failure.
      if (page.type === 'error') throw new Error('it answered with a network error');
      return page;
    };
    let page: Response;
    try {
      page = await ask(conversion?.markdown ? asForPage : undefined);
      // Tags and ranges describe the unconverted answer, so the origin handles them.
      if (conversion?.markdown && page.status === 200 && !isPage(page) && isConditional(request)) {
        page.body?.cancel().catch(() => {});
        page = await ask();
      }
    } catch (error) {
      return fail(error);
    }
    if (!conversion) return { response: page, basis: 'seed', decisions };
    try {
      const { response, basis } = await conversion.answer(page);
      return { response: response ?? failurePage(world, tooLarge, request, ray), basis, decisions };
    } catch (error) {
      if (error instanceof OriginBodyError || error instanceof OriginTimeoutError) return fail(error);
      throw error;
    }
  };
}

/** The edge's page for a failure, in the form that the client prefers. */
export function failurePage(world: World, what: EdgeFailure, request: ZoneRequest, ray: string): Response {
  const accept = request.header('accept') ?? null;
  const { clock } = zoneByHost(world, request.host) ?? world;
  return errorPage(what, { accept, zone: request.host, ray, now: clock.now() });
}

const tooLarge: EdgeFailure = {
  status: 406,
  lines: [
    `The page is larger than the ${markdownLimits.htmlBytes} bytes of HTML that are converted to Markdown, and the request does not accept HTML.`,
  ],
};

/** Describes the failure of an origin that gave no page, or only a part of it. */
function getFailure(error: unknown, zone: string): EdgeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof OriginTimeoutError) {
    return { status: 504, lines: [`The origin of ${zone} did not answer in time.`, reason] };
  }
  const what = error instanceof OriginBodyError ? 'gave no page' : 'could not be reached';
  return { status: 502, lines: [`The origin of ${zone} ${what}.`, reason] };
}
