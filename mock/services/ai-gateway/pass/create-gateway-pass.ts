import { ApiError } from '../../../../spec/errors.ts';
import { defaultGatewayId } from '../../../../spec/services/ai-gateway/limits.ts';
import type { ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { StreamAnswer, WrittenAnswer } from '../../../api/call.ts';
import type { Scanner } from '../../../engines/guardrails/guardrails.ts';
import { createRateLimiter } from '../../../engines/rate-window/rate-limiter.ts';
import type { Sleep } from '../../../engines/retry/retry.ts';
import { PerAccount } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import type { AskProvider, GatewayChoice, GatewayPass, GatewayRequest } from '../../gateway-request.ts';
import { ensureGateway } from '../gateways/ensure-gateway.ts';
import { askWithRetries } from './attempts.ts';
import { chargeFor, checkFunds, getOwnKey } from './billing-step.ts';
import { checkData } from './data-rules.ts';
import { finished, type RunTools, refused, spend, streamed } from './finish-run.ts';
import { type GatewayRun, openDirectRun, openRun } from './gateway-run.ts';
import { guardText, scriptedScanner } from './guard.ts';
import { cacheKey, cachePlan, type KeptAnswer, type KeptAnswers, keptAnswers } from './kept-answers.ts';
import { getEnd, refusalAnswer } from './refusal.ts';
import { checkSpend, countForGateway, countForProvider } from './request-limits.ts';

export interface GatewayPassParts {
  readonly world: World;
  /** Whether a request for a hosted model must name a gateway. */
  readonly gatewayHeader: 'required' | 'optional';
  /** Finds unsafe content; by default by the words of the world's conditions. */
  readonly scanner?: Scanner | undefined;
  /** Delays retries; by default on the account's clock. */
  readonly sleep?: Sleep | undefined;
}

/** The dependencies of a run's steps. */
interface PassTools extends RunTools {
  readonly world: World;
  readonly gatewayHeader: GatewayPassParts['gatewayHeader'];
  readonly kept: PerAccount<KeptAnswers>;
  readonly sleep: Sleep | undefined;
}

/** What the cache has for a run. */
interface CacheStep {
  readonly hit?: KeptAnswer;
  /** Receives a complete answer that nothing blocks. */
  readonly keep?: (whole: KeptAnswer) => void;
}

type PassAnswer = StreamAnswer | WrittenAnswer;

/**
 * Passes each run through its gateway: limits, guardrails, cache, billing, attempts, log. Cloudflare docs, AI Gateway
 * header glossary.
 *
 * @example
 * const gateway = createGatewayPass({ world, gatewayHeader: 'required' });
 * const answer = await gateway.pass(request, (signal) => askModel(signal));
 */
export function createGatewayPass({ world, gatewayHeader, scanner, sleep }: GatewayPassParts): GatewayPass {
  const tools: PassTools = {
    world,
    gatewayHeader,
    scanner: scanner ?? scriptedScanner(world.gatewayConditions),
    sleep,
    limiters: new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() })),
    kept: new PerAccount(({ clock }) => keptAnswers(() => clock.now())),
  };
  const applyStances = (error: unknown) => (error instanceof ApiError ? world.stances.applyTo(error) : error);
  return {
    require: (choice) => void getGateway(choice, tools),
    async pass(request, ask) {
      let run: GatewayRun;
      try {
        run = open(request, tools);
      } catch (error) {
        return refusalAnswer(request, applyStances(error));
      }
      try {
        return await passSteps(run, ask, tools);
      } catch (error) {
        return refused(run, applyStances(getEnd(run, error)));
      }
    },
    reset() {
      tools.limiters.clear();
      tools.kept.clear();
    },
  };
}

/** The steps of a run, in their order. @throws whatever refuses the run, or fails it */
async function passSteps(run: GatewayRun, ask: AskProvider, tools: PassTools): Promise<PassAnswer> {
  const ownKey = await admit(run, tools);
  const { hit, keep } = await openCache(run, tools);
  if (hit) return finished(run, hit, true, tools);
  checkLimits(run, ownKey, tools);
  const { clock } = run.request.account;
  const sleep: Sleep = tools.sleep ?? ((milliseconds, signal) => clock.sleep(milliseconds, signal));
  const attempted = await askWithRetries(run, ask, sleep);
  const { answer } = attempted;
  if (attempted.frames) return streamed(run, answer, attempted.frames, tools);
  const { usage, text = '' } = answer.outcome();
  // A blocked answer still costs.
  spend(run, usage, tools);
  const whole = { mediaType: answer.mediaType, body: attempted.body, text };
  const written = await finished(run, whole, false, tools);
  keep?.(whole);
  return written;
}

/**
 * The gateway of a request, or undefined for a hosted model that runs without one.
 *
 * @throws ApiError `gateway-id-missing`, `gateway-unknown`
 */
function getGateway(
  { account, headers, model, hosted, direct }: GatewayChoice,
  { gatewayHeader }: PassTools,
): StoredGateway | undefined {
  const named = headers['cf-aig-gateway-id'];
  if (named === undefined && hosted) {
    if (gatewayHeader === 'optional' || direct) return undefined;
    throw new ApiError('gateway-id-missing', { model: model.id });
  }
  const id = named ?? defaultGatewayId;
  const gateway = ensureGateway(account, id);
  if (!gateway) throw new ApiError('gateway-unknown', { id });
  return gateway;
}

function open(request: GatewayRequest, tools: PassTools): GatewayRun {
  const gateway = getGateway(request, tools);
  return gateway ? openRun(tools.world, gateway, request) : openDirectRun(tools.world, request);
}

/**
 * Counts a run, determines its payment, and checks its prompt. The cache comes later, so that a new rule also applies
 * to cached answers.
 *
 * @returns the account's own key for the provider, if any
 * @throws ApiError for a run that the gateway refuses
 */
async function admit(run: GatewayRun, { limiters, scanner }: PassTools): Promise<ProviderConfig | undefined> {
  countForGateway(limiters, run);
  const ownKey = getOwnKey(run);
  run.charge = chargeFor(run, ownKey !== undefined || run.request.ownKey === true);
  if (run.gateway.dlp) checkData(run, 'REQUEST', run.request.prompt());
  if (run.gateway.guardrails) await guardText(run, 'prompt', run.request.prompt(), scanner);
  return ownKey;
}

/** Looks for a kept answer. @returns what keeps a new one, where the run is to be cached and none is there */
async function openCache(run: GatewayRun, tools: PassTools): Promise<CacheStep> {
  const plan = cachePlan(run);
  const always = tools.world.stances.get('ai-gateway.cache-status.unasked') === 'MISS';
  if (plan.mentioned || always) run.cacheStatus = 'MISS';
  if (plan.ttlMs === 0) return {};
  const kept = tools.kept.of(run.request.account);
  const key = await cacheKey(run);
  const hit = kept.find(key);
  if (!hit) return { keep: (whole) => kept.keep(key, whole, plan.ttlMs) };
  run.cacheStatus = 'HIT';
  return { hit };
}

/** Checks limits and funds: only runs that reach the provider count. @throws ApiError */
function checkLimits(
  run: GatewayRun,
  ownKey: ProviderConfig | undefined,
  { world, limiters }: PassTools,
): void {
  countForProvider(limiters, run, { ownKey, enforced: world.gatewayConditions.limits });
  checkSpend(limiters, run);
  checkFunds(run, run.request.account.clock.now());
}
