import type { Certainty } from '../../spec/certainty.ts';
import { ApiError } from '../../spec/errors.ts';
import type { App } from '../api/app.ts';
import type { Faults } from '../control/faults/faults.ts';
import { type ResponsePlane, respond, Trace } from '../exchange/exchange.ts';
import { inProcess } from '../exchange/peer.ts';
import type { World } from '../world/world.ts';
import { createZoneAnswer } from './answer-zone-request.ts';
import { faultPage } from './error-page.ts';
import { createConversion, type MarkdownStream } from './markdown/conversion.ts';
import type { Origin } from './origin/origin.ts';
import { originTimeoutMs } from './origin/origin-body.ts';
import { createPass, type EdgeAnswer, failurePage } from './pass-to-origin.ts';
import { createPipeline, type PipelineParts } from './pipeline.ts';
import type { Decisions } from './rulesets/configuration-rules.ts';
import { getSecretHeaders } from './token-check.ts';
import { zoneByHost } from './zone-by-host.ts';
import { ZoneRequest } from './zone-request.ts';

export interface EdgeParts extends PipelineParts {
  readonly world: World;
  readonly origin: Origin;
  /** Left out, there are none. */
  readonly faults?: Faults;
  /** The weakest certainty of a decision. Default `inferred`. */
  readonly basis?: Certainty | undefined;
  /** Converts HTML to Markdown. */
  readonly markdown: MarkdownStream;
  /** Longest silence in milliseconds in the middle of a page that is converted. */
  readonly pageSilenceMs?: number;
}

/** What is known about a request for a zone. */
class EdgeTrace extends Trace {
  declare readonly request: ZoneRequest;
  readonly ray: string;
  /** Whether the client is on this machine, and so may read which settings applied. */
  readonly loopback: boolean;

  constructor(request: ZoneRequest, ray: string, loopback: boolean) {
    super(request, request.path, 'inferred');
    this.ray = ray;
    this.loopback = loopback;
  }
}

/**
 * The edge: requests for zones. It finds the zone by host, lets `pipeline.ts` judge, answers or asks the origin, and
 * writes security events.
 */
export function createEdge(parts: EdgeParts): App {
  const { world, faults, basis = 'inferred' } = parts;
  const exchangeParts = { world, faults, basis };
  const joins = world.stances.get('edge.header-lines') === 'joined';
  const plane = createEdgePlane(parts);
  return {
    async fetch(raw, peer = inProcess) {
      const { address, loopback, target } = peer;
      // A socket's peer has getters, which a spread would lose.
      const request = new ZoneRequest(raw, joins ? { address, loopback, target } : peer);
      const ray = world.rays.hex16();
      const trace = new EdgeTrace(request, ray, loopback);
      return respond(plane, trace, exchangeParts);
    },
  };
}

function createEdgePlane({
  world,
  origin,
  leewaySeconds,
  markdown,
  pageSilenceMs = originTimeoutMs,
}: EdgeParts): ResponsePlane<EdgeTrace, EdgeAnswer> {
  const conversionFor = createConversion({ world, markdown, silenceMs: pageSilenceMs });
  const pass = createPass({ world, origin, conversionFor });
  const answerZoneRequest = createZoneAnswer({
    world,
    judge: createPipeline({ world, leewaySeconds }),
    pass,
  });
  return {
    name: 'edge',

    identify(trace) {
      trace.zone = zoneByHost(world, trace.request.host);
      return trace.zone && 'edge.request';
    },

    async work(trace) {
      const answer = await answerZoneRequest(trace.zone, trace.request, trace.ray);
      trace.basis = answer.basis;
      trace.decided = answer.decided;
      return answer;
    },

    answerFault(trace, matched) {
      const { request, ray, zone } = trace;
      const accept = request.header('accept') ?? null;
      const now = (zone ?? world).clock.now();
      return { response: faultPage(matched, { accept, zone: request.host, ray, now }), basis: 'inferred' };
    },

    refuse(trace, thrown, answer) {
      trace.basis = 'inferred';
      trace.decided = 'seed';
      return thrown instanceof ApiError
        ? refuseBasis(trace, thrown, answer)
        : refuseUnexpected(trace, thrown);
    },

    note({ request, zone, ray }, answer) {
      return {
        status: answer?.response.status ?? 0,
        url: `${request.secure ? 'https' : 'http'}://${request.host}${request.uri}`,
        requestHeaders: request.settle(),
        secretHeaders: zone && getSecretHeaders(zone),
        configuration: answer?.decisions ?? null,
        steps: answer?.steps,
        ray,
      };
    },

    explain: (_, answer) => answer && (() => explain(answer)),

    respond({ basis, ray, loopback }, { response, decisions }) {
      if (response.type === 'error') return response;
      const headers: Record<string, string> = {
        'cf-ray': `${ray}-TST`,
        'touchstone-operation': 'edge.request',
        'touchstone-basis': basis,
      };
      if (decisions && !isEmpty(decisions) && loopback) {
        headers['touchstone-config'] = JSON.stringify(decisions);
      }
      return withHeaders(response, headers);
    },
  };

  /** The page in place of an answer that is less certain than the mock requires. */
  function refuseBasis({ request, ray }: EdgeTrace, refused: ApiError, instead?: EdgeAnswer): EdgeAnswer {
    instead?.response.body?.cancel().catch(() => {});
    const { status } = instead?.response ?? {};
    const lines = [`${refused.message}.`, `Without that it would be answered with ${status}.`];
    return {
      response: failurePage(world, { status: 501, lines }, request, ray),
      basis: 'inferred',
      reasons: [`${refused.failure}: ${refused.message}`],
      ...(instead?.steps && { steps: instead.steps }),
    };
  }

  function refuseUnexpected({ request, ray }: EdgeTrace, error: unknown): EdgeAnswer {
    console.error('touchstone: a zone request failed unexpectedly', error);
    const what = { status: 500, lines: ['The mock itself failed.'] } as const;
    return { response: failurePage(world, what, request, ray), basis: 'inferred' };
  }
}

/** Why a request got its answer. */
function explain({ reasons = [], steps }: EdgeAnswer): readonly string[] {
  return [...reasons, ...(steps?.() ?? []).flatMap((step) => step.reasons)];
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
