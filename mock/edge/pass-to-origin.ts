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
import { zoneByHost } from './zone-by-host.ts';
import type { ZoneRequest } from './zone-request.ts';

/** What a client gets, and what is noted about it. */
export interface EdgeAnswer {
  readonly response: Response;
  /** The certainty of what decided the answer, and of how it looks. */
  readonly basis: Certainty;
  /**
   * That of the decision alone, where it is another; `seed` for what says something about this mock, or was asked for
   * by whoever uses it.
   */
  readonly decided?: Certainty;
  /** The settings in force; absent where the origin was not asked. */
  readonly decisions?: Decisions;
  /** Why it is answered like this, for the journal. */
  readonly explain?: () => readonly string[];
}

/** What a request needs on its way to the origin and back. */
export interface PassParts {
  readonly world: World;
  readonly origin: Origin;
  /** Converts the page of a request that wants Markdown. */
  readonly conversionFor: ReturnType<typeof createConversion>;
}

/** Asks the origin of a zone under the settings in force, and converts its page where Markdown is wanted. */
export type Pass = (
  zone: ZoneTenant,
  request: ZoneRequest,
  decisions: Decisions,
  ray: string,
) => Promise<EdgeAnswer>;

/** Makes the last step of a request: that the origin is asked is the seed's, what is answered where it fails is inferred. */
export function createPass({ world, origin, conversionFor }: PassParts): Pass {
  return async (zone, request, decisions, ray) => {
    const conversion = conversionFor(zone, request, decisions);
    const fail = (error: unknown): EdgeAnswer => {
      const what = getFailure(error, zone.zone.name);
      const response = failurePage(world, what, request, ray);
      return { response, basis: 'inferred', decisions, explain: () => what.lines };
    };
    const ask = async (change?: (headers: Headers) => void): Promise<Response> => {
      const page = await origin(request.forward(change), {
        zone: zone.zone.name,
        host: request.host,
        clientAddress: request.peer.address,
        decisions,
      });
      // Response.error() has this type: it stands for a network failure.
      if (page.type === 'error') throw new Error('it answered with a network error');
      return page;
    };
    let page: Response;
    try {
      page = await ask(conversion?.markdown ? asForPage : undefined);
      // What is not converted is what its tags and ranges are about: the origin answers them.
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

/** The page that the edge answers with for a failure, in the form that the client likes best. */
export function failurePage(world: World, what: EdgeFailure, request: ZoneRequest, ray: string): Response {
  const accept = request.header('accept') ?? null;
  const { clock } = zoneByHost(world, request.host) ?? world;
  return errorPage(what, { accept, zone: request.host, ray, now: clock.now() });
}

const tooLarge: EdgeFailure = {
  status: 406,
  lines: [
    `The page is larger than the ${markdownLimits.htmlBytes} bytes of HTML that are converted to Markdown, and is not given as it is, since the request does not accept HTML.`,
  ],
};

/** What is said of an origin that did not give a page, or not all of it. */
function getFailure(error: unknown, zone: string): EdgeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof OriginTimeoutError) {
    return { status: 504, lines: [`The origin of ${zone} kept silent.`, reason] };
  }
  const what = error instanceof OriginBodyError ? 'gave no page' : 'could not be reached';
  return { status: 502, lines: [`The origin of ${zone} ${what}.`, reason] };
}
