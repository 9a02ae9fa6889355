import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { pageResponse } from './pages.ts';
import type { EdgeAnswer, Pass } from './pass-to-origin.ts';
import type { createPipeline, Judgement } from './pipeline.ts';
import { firewallAnswer } from './rulesets/firewall-rules.ts';
import { securityEvent } from './security-event.ts';
import { parseSignals, SignalError, type Signals } from './signals.ts';
import { explainNoZone } from './steps/explain-no-zone.ts';
import { failed, noted, oneLine, type ZoneStep } from './steps/step.ts';
import { answerStep, zoneSteps } from './steps/zone-steps.ts';
import type { ZoneRequest } from './zone-request.ts';

/** The parts that judge a zone request and send it to the origin. */
export interface ZoneAnswerParts {
  readonly world: World;
  readonly judge: ReturnType<typeof createPipeline>;
  readonly pass: Pass;
}

/**
 * Answers a request for a zone, or for no zone. The zone's rules judge the request first; what passes goes to the
 * origin.
 */
export function createZoneAnswer({ world, judge, pass }: ZoneAnswerParts) {
  return answer;

  async function answer(
    zone: ZoneTenant | undefined,
    request: ZoneRequest,
    ray: string,
  ): Promise<EdgeAnswer> {
    if (!zone) {
      const lines = [`${request.host} belongs to no zone of this mock.`];
      const response = pageResponse(world.stances.get('edge.unknown-host.status'), 'No such zone', lines);
      return {
        response,
        basis: 'inferred',
        decided: 'seed',
        steps: () => {
          const line = explainNoZone(world, request.host);
          return [oneLine('Zone', failed(line), line)];
        },
      };
    }
    if (zone.zone.paused) {
      const passed = await pass(zone, request, {}, ray);
      const paused = 'The zone is paused: no rule runs.';
      const { status } = passed.response;
      return {
        ...passed,
        reasons: [],
        steps: () => [
          oneLine(`Zone ${zone.zone.name}`, noted(paused), paused),
          answerStep(status, true, passed.reasons ?? []),
        ],
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
      return {
        response,
        basis: 'inferred',
        decided: 'seed',
        steps: () => [oneLine('Signals', failed(message), message)],
      };
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
    const judgement = await judge(zone, request, { signals, ray, now });
    const answered = await conclude(judgement, zone, request, ray);
    const { status } = answered.response;
    const originStatus = judgement.outcome === 'passed' ? status : 0;
    const end = { ray, now, status, originStatus, signals };
    for (const [index, finding] of judgement.findings.entries()) {
      zone.events.push(securityEvent(world, request, finding, end, index));
    }
    // Recording a token that no rule checks is a guess, and a signal is only the caller's claim.
    const guessed = signals.size > 0 || judgement.findings.some(({ ruleId }) => ruleId === null);
    const { basis, decided = basis } = answered;
    const steps = getSteps(judgement, status, answered.reasons);
    return { ...answered, basis: guessed ? 'inferred' : basis, decided, reasons: [], steps };
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
        // The seed says that the request is refused, but not what the refusal looks like.
        return {
          response: tokenRefusal(request, ray, world.stances.get('edge.blocked.status')),
          basis: 'inferred',
          decided: 'seed',
        };
    }
  }
}

/** The steps of a request with a body are made at once, so that the body isn't kept. */
function getSteps(
  judgement: Judgement,
  status: number,
  reasons: EdgeAnswer['reasons'] = [],
): () => readonly ZoneStep[] {
  const make = () => [...zoneSteps(judgement), answerStep(status, judgement.outcome === 'passed', reasons)];
  if (judgement.facts.context.request.body === undefined) return make;
  const made = make();
  return () => made;
}

/** Signals of one request take precedence over the general ones. */
function merged(general: Signals, own: Signals): Signals {
  return general.size === 0 ? own : new Map([...general, ...own]);
}

function tokenRefusal(request: ZoneRequest, ray: string, status: number): Response {
  return pageResponse(status, 'Blocked', [
    `${request.host} refused this request: its token does not satisfy the rules of the zone.`,
    `Ray ${ray}`,
  ]);
}
