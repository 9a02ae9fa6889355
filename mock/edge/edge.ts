import type { Certainty } from '../../spec/certainty.ts';
import { markdownLimits } from '../../spec/engine-limits.ts';
import { type App, inProcess } from '../app.ts';
import { belowBasis } from '../below-basis.ts';
import { explainStrike } from '../faults/explain-strike.ts';
import { Faults } from '../faults/faults.ts';
import { underFault } from '../faults/under-fault.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { type EdgeFailure, errorPage, faultPage } from './error-page.ts';
import { explainNoZone, explainZoneRequest } from './explain-zone-request.ts';
import { createConversion, type MarkdownStream } from './markdown/conversion.ts';
import { asForPage } from './markdown/negotiate.ts';
import type { Origin } from './origin/origin.ts';
import { OriginBodyError, OriginTimeoutError, originTimeoutMs } from './origin/origin-body.ts';
import { pageResponse } from './pages.ts';
import { createPipeline, type Judgement, type PipelineParts } from './pipeline.ts';
import type { Decisions } from './rulesets/configuration-rules.ts';
import { firewallAnswer } from './rulesets/firewall-rules.ts';
import { securityEvent } from './security-event.ts';
import { parseSignals, SignalError, type Signals } from './signals.ts';
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

/** What a client gets, and what is noted about it. */
interface EdgeAnswer {
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
  const judge = createPipeline({ world, leewaySeconds });
  const conversionFor = createConversion({ world, markdown, silenceMs: pageSilenceMs });

  /** Asks the origin; that it is asked is the seed's, what is answered for one that fails is a deduction. */
  async function pass(
    zone: ZoneTenant,
    request: ZoneRequest,
    decisions: Decisions,
    ray: string,
  ): Promise<EdgeAnswer> {
    const conversion = conversionFor(zone, request, decisions);
    const fail = (error: unknown): EdgeAnswer => {
      const what = failureOf(error, zone.zone.name);
      const response = failure(what, request, ray);
      return { response, basis: 'inferred', decisions, explain: () => what.lines };
    };
    let page: Response;
    try {
      page = await origin(request.forward(conversion?.markdown ? asForPage : undefined), {
        zone: zone.zone.name,
        host: request.host,
        clientAddress: request.peer.address,
        decisions,
      });
      // Response.error() has this type: it stands for a network failure.
      if (page.type === 'error') throw new Error('it answered with a network error');
    } catch (error) {
      return fail(error);
    }
    if (!conversion) return { response: page, basis: 'seed', decisions };
    try {
      const { response, basis } = await conversion.answer(page);
      return { response: response ?? failure(tooLarge, request, ray), basis, decisions };
    } catch (error) {
      if (error instanceof OriginBodyError || error instanceof OriginTimeoutError) return fail(error);
      throw error;
    }
  }

  function failure(what: EdgeFailure, request: ZoneRequest, ray: string): Response {
    const accept = request.header('accept') ?? null;
    const { clock } = zoneByHost(world, request.host) ?? world;
    return errorPage(what, { accept, zone: request.host, ray, now: clock.now() });
  }

  /** Answers a request, as a fault has it where it meets one. */
  async function answerOrFail(
    zone: ZoneTenant | undefined,
    request: ZoneRequest,
    ray: string,
  ): Promise<EdgeAnswer> {
    const strike = zone && !faults.none ? faults.strike(askedOf(zone, request)) : undefined;
    if (!zone || !strike) return answer(zone, request, ray);
    const { clock } = zone;
    const accept = request.header('accept') ?? null;
    let answered: EdgeAnswer | undefined;
    const response = await underFault(strike, {
      clock,
      signal: request.signal,
      refuse: () => faultPage(strike, { accept, zone: request.host, ray, now: clock.now() }),
      async work() {
        answered = await answer(zone, request, ray);
        return answered.response;
      },
    });
    const explain = () => [explainStrike(strike), ...(answered?.explain?.() ?? [])];
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
      response: failure({ status: 501, lines }, request, ray),
      basis: 'inferred',
      explain: () => [`${refused.failure}: ${refused.message}`, ...(explain?.() ?? [])],
    };
  }

  async function answer(
    zone: ZoneTenant | undefined,
    request: ZoneRequest,
    ray: string,
  ): Promise<EdgeAnswer> {
    if (!zone) {
      const lines = [`${request.host} belongs to no zone of this mock.`];
      const response = pageResponse(421, 'No such zone', lines);
      return {
        response,
        basis: 'inferred',
        decided: 'seed',
        explain: () => explainNoZone(world, request.host),
      };
    }
    if (zone.zone.paused) {
      const passed = await pass(zone, request, {}, ray);
      return {
        ...passed,
        explain: () => ['The zone is paused: no rule is asked.', ...(passed.explain?.() ?? [])],
      };
    }
    const sent = request.signals;
    let signals = world.signals;
    try {
      if (sent !== undefined) signals = merged(signals, parseSignals(sent));
    } catch (error) {
      if (!(error instanceof SignalError)) throw error;
      const { message } = error;
      const response = pageResponse(400, 'Signals refused', [message]);
      return { response, basis: 'inferred', decided: 'seed', explain: () => [message] };
    }
    return judged(zone, request, signals, ray);
  }

  async function judged(
    zone: ZoneTenant,
    request: ZoneRequest,
    signals: Signals,
    ray: string,
  ): Promise<EdgeAnswer> {
    const now = zone.clock.now();
    const judgement = await judge(zone, request, signals, now);
    const answered = await conclude(judgement, zone, request, ray);
    const { status } = answered.response;
    const originStatus = judgement.outcome === 'passed' ? status : 0;
    const end = { ray, now, status, originStatus, signals };
    for (const [index, finding] of judgement.findings.entries()) {
      zone.events.push(securityEvent(world, request, finding, end, index));
    }
    // A token that no rule asked about is recorded on a guess, and a signal is the caller's word.
    const guessed = signals.size > 0 || judgement.findings.some(({ ruleId }) => ruleId === null);
    const explain = explained(judgement, answered.explain);
    const { basis, decided = basis } = answered;
    return { ...answered, basis: guessed ? 'inferred' : basis, decided, explain };
  }

  async function conclude(
    judgement: Judgement,
    zone: ZoneTenant,
    request: ZoneRequest,
    ray: string,
  ): Promise<EdgeAnswer> {
    switch (judgement.outcome) {
      case 'passed':
        return pass(zone, request, judgement.decisions, ray);
      case 'stopped':
        return { response: firewallAnswer(judgement.match, request, ray), basis: 'documented' };
      default:
        // That it is refused is the seed's; that it looks like this is not.
        return { response: tokenRefusal(request, ray), basis: 'inferred', decided: 'seed' };
    }
  }

  function failed(error: unknown, request: ZoneRequest, ray: string): EdgeAnswer {
    console.error('touchstone: a zone request failed unexpectedly', error);
    const what = { status: 500, lines: ['The mock itself failed.'] } as const;
    return { response: failure(what, request, ray), basis: 'inferred', decided: 'seed' };
  }

  return {
    async fetch(raw, peer = inProcess) {
      const started = performance.now();
      const request = new ZoneRequest(raw, peer);
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

/** Why a zone answered like this; what bodies it takes is said at once, so that nobody has to keep them. */
function explained(
  judgement: Judgement,
  ofOrigin: EdgeAnswer['explain'] = () => [],
): () => readonly string[] {
  const { facts, outcome } = judgement;
  const reached =
    outcome === 'stopped'
      ? { stop: judgement.match.rule.id }
      : outcome === 'passed'
        ? 'origin'
        : 'token-rules';
  const explain = () => [...explainZoneRequest(facts, reached), ...ofOrigin()];
  if (facts.context.request.body === undefined) return explain;
  const lines = explain();
  return () => lines;
}

/** What faults are told of a request for a zone. */
function askedOf(zone: ZoneTenant, { method, path }: ZoneRequest) {
  return { operation: 'edge.request', method, path, account: zone.zone.account.id, zone: zone.id };
}

const tooLarge: EdgeFailure = {
  status: 406,
  lines: [
    `The page is larger than the ${markdownLimits.htmlBytes} bytes of HTML that are converted to Markdown, and is not given as it is, since the request does not accept HTML.`,
  ],
};

/** What is said of an origin that did not give a page, or not all of it. */
function failureOf(error: unknown, zone: string): EdgeFailure {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof OriginTimeoutError) {
    return { status: 504, lines: [`The origin of ${zone} kept silent.`, reason] };
  }
  const what = error instanceof OriginBodyError ? 'gave no page' : 'could not be reached';
  return { status: 502, lines: [`The origin of ${zone} ${what}.`, reason] };
}

/** What was said of one request beats what was said of all. */
function merged(general: Signals, own: Signals): Signals {
  return general.size === 0 ? own : new Map([...general, ...own]);
}

function tokenRefusal(request: ZoneRequest, ray: string): Response {
  return pageResponse(403, 'Blocked', [
    `${request.host} refused this request: its token does not satisfy the rules of the zone.`,
    `Ray ${ray}`,
  ]);
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
