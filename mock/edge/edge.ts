import type { Certainty } from '../../spec/certainty.ts';
import { type App, inProcess } from '../api/app.ts';
import { Faults } from '../control/faults/faults.ts';
import { explainFault, underFault } from '../control/faults/under-fault.ts';
import { belowBasis } from '../exchange/refusals.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { createZoneAnswer } from './answer-zone-request.ts';
import { faultPage } from './error-page.ts';
import { createConversion, type MarkdownStream } from './markdown/conversion.ts';
import type { Origin } from './origin/origin.ts';
import { originTimeoutMs } from './origin/origin-body.ts';
import { createPass, type EdgeAnswer, failurePage } from './pass-to-origin.ts';
import { createPipeline, type PipelineParts } from './pipeline.ts';
import type { Decisions } from './rulesets/configuration-rules.ts';
import { getSecretHeaders } from './secret-headers.ts';
import { zoneByHost } from './zone-by-host.ts';
import { ZoneRequest } from './zone-request.ts';

export interface EdgeParts extends PipelineParts {
  readonly world: World;
  readonly origin: Origin;
  /** What goes wrong on purpose; left out, nothing does. */
  readonly faults?: Faults;
  /** The least that what is decided may rest on. Default `inferred`. */
  readonly basis?: Certainty | undefined;
  /** Converts HTML to Markdown. */
  readonly markdown: MarkdownStream;
  /** Longest silence in milliseconds in the middle of a page that is converted. */
  readonly pageSilenceMs?: number;
}

/**
 * The edge plane: requests for zones. It finds the zone by host, lets `pipeline.ts` judge, answers or asks
 * the origin, and notes events and the exchange.
 */
export function createEdge({
  world,
  origin,
  faults = new Faults(0),
  basis: required = 'inferred',
  leewaySeconds,
  markdown,
  pageSilenceMs = originTimeoutMs,
}: EdgeParts): App {
  const joins = world.stances.get('edge.header-lines') === 'joined';
  const conversionFor = createConversion({ world, markdown, silenceMs: pageSilenceMs });
  const pass = createPass({ world, origin, conversionFor });
  const answer = createZoneAnswer({ world, judge: createPipeline({ world, leewaySeconds }), pass });

  /** Answers a request, as a fault has it where it meets one. */
  async function answerOrFail(
    zone: ZoneTenant | undefined,
    request: ZoneRequest,
    ray: string,
  ): Promise<EdgeAnswer> {
    const matched = zone && !faults.none ? faults.match(toAskedCall(zone, request)) : undefined;
    if (!zone || !matched) return answer(zone, request, ray);
    const { clock } = zone;
    const accept = request.header('accept') ?? null;
    let answered: EdgeAnswer | undefined;
    const response = await underFault(matched, {
      clock,
      signal: request.signal,
      refuse: () => faultPage(matched, { accept, zone: request.host, ray, now: clock.now() }),
      async work() {
        answered = await answer(zone, request, ray);
        return answered.response;
      },
    });
    const explain = () => [explainFault(matched), ...(answered?.explain?.() ?? [])];
    return { basis: 'inferred', decided: 'seed', ...answered, response, explain };
  }

  /** The answer, or the page that stands for one that rests on less than this mock was told to. */
  function keepBasis(answered: EdgeAnswer, request: ZoneRequest, ray: string): EdgeAnswer {
    const refused = belowBasis(answered.decided ?? answered.basis, required);
    if (!refused || answered.response.type === 'error') return answered;
    const { response: instead, explain } = answered;
    instead.body?.cancel().catch(() => {});
    const lines = [`${refused.message}.`, `Without that it would be answered with ${instead.status}.`];
    return {
      response: failurePage(world, { status: 501, lines }, request, ray),
      basis: 'inferred',
      explain: () => [`${refused.failure}: ${refused.message}`, ...(explain?.() ?? [])],
    };
  }

  function failed(error: unknown, request: ZoneRequest, ray: string): EdgeAnswer {
    console.error('touchstone: a zone request failed unexpectedly', error);
    const what = { status: 500, lines: ['The mock itself failed.'] } as const;
    return { response: failurePage(world, what, request, ray), basis: 'inferred', decided: 'seed' };
  }

  return {
    async fetch(raw, peer = inProcess) {
      const started = performance.now();
      // A socket's peer has getters, which a spread would lose.
      const joined = joins ? { address: peer.address, loopback: peer.loopback } : peer;
      const request = new ZoneRequest(raw, joined);
      const ray = world.rays.hex16();
      const zone = zoneByHost(world, request.host);
      const answered = await answerOrFail(zone, request, ray).catch((error) => failed(error, request, ray));
      const { response, basis, decisions, explain } = keepBasis(answered, request, ray);
      world.journal.note({
        at: (zone ?? world).clock.now(),
        plane: 'edge',
        method: request.method,
        url: `${request.secure ? 'https' : 'http'}://${request.host}${request.uri}`,
        operation: null,
        accountId: zone?.zone.account.id,
        zoneId: zone?.id,
        basis,
        status: response.status,
        durationMs: performance.now() - started,
        requestHeaders: request.settle(),
        secretHeaders: zone && getSecretHeaders(zone),
        requestBody: null,
        responseBody: null,
        configuration: decisions ?? null,
        explain,
      });
      if (response.type === 'error') return response;
      const headers: Record<string, string> = {
        'cf-ray': `${ray}-TST`,
        'touchstone-operation': 'edge.request',
        'touchstone-basis': basis,
      };
      if (decisions && !isEmpty(decisions) && peer.loopback) {
        headers['touchstone-config'] = JSON.stringify(decisions);
      }
      return withHeaders(response, headers);
    },
  };
}

/** What faults are told of a request for a zone. */
function toAskedCall(zone: ZoneTenant, { method, path }: ZoneRequest) {
  return { operation: 'edge.request', method, path, account: zone.zone.account.id, zone: zone.id };
}

function isEmpty(decisions: Decisions): boolean {
  for (const _ in decisions) return false;
  return true;
}

/** Adds headers; a response whose headers can't be changed (one of `fetch`) is copied. */
function withHeaders(response: Response, added: Record<string, string>): Response {
  try {
    for (const name in added) response.headers.set(name, added[name] as string);
    return response;
  } catch {
    const headers = new Headers(response.headers);
    for (const name in added) headers.set(name, added[name] as string);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  }
}
