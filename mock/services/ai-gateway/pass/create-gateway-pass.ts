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
import { chargeFor, checkFunds } from './billing-step.ts';
import { checkData } from './data-rules.ts';
import { finished, type RunTools, refused, spend, streamed } from './finish-run.ts';
import { guardText, scriptedScanner } from './guard.ts';
import { cacheKey, cachePlan, type KeptAnswer, type KeptAnswers, keptAnswers } from './kept-answers.ts';
import { ownKeyOf } from './own-key.ts';
import { openDirectPassage, openPassage, type Passage } from './passage.ts';
import { endOf, refusalAnswer } from './refusal.ts';
import { checkSpend, countForGateway, countForProvider } from './request-limits.ts';

export interface GatewayPassParts {
  readonly world: World;
  /** Whether a hosted model is refused to a request that names no gateway. */
  readonly gatewayHeader: 'required' | 'optional';
  /** What finds unsafe content; by default the words of the world's conditions do. */
  readonly scanner?: Scanner | undefined;
  /** How attempts wait; by default by the clock of the account. */
  readonly sleep?: Sleep | undefined;
}

/** What the steps of a run work with. */
interface PassTools extends RunTools {
  readonly world: World;
  readonly gatewayHeader: GatewayPassParts['gatewayHeader'];
  readonly kept: PerAccount<KeptAnswers>;
  readonly sleep: Sleep | undefined;
}

/** A request on its way, and how its provider is asked. */
interface AskedPassage {
  readonly passage: Passage;
  readonly ask: AskProvider;
  /** The account's own key for the provider. */
  readonly ownKey: ProviderConfig | undefined;
}

type PassAnswer = StreamAnswer | WrittenAnswer;

/**
 * The way of every run through its gateway: limits, guardrails, cache, money, attempts, log. Cloudflare docs,
 * AI Gateway header glossary.
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
  const told = (error: unknown) => (error instanceof ApiError ? world.stances.told(error) : error);
  return {
    require: (choice) => void gatewayOf(choice, tools),
    async pass(request, ask) {
      let passage: Passage;
      try {
        passage = open(request, tools);
      } catch (error) {
        return refusalAnswer(request, told(error));
      }
      try {
        const ownKey = await admit(passage, tools);
        return await fromCache({ passage, ask, ownKey }, tools);
      } catch (error) {
        return refused(passage, told(endOf(passage, error)));
      }
    },
    reset() {
      tools.limiters.clear();
      tools.kept.clear();
    },
  };
}

/**
 * The gateway of a request, or undefined for a hosted model that is asked directly.
 *
 * @throws ApiError `gateway-id-missing`, `gateway-unknown`
 */
function gatewayOf(
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

function open(request: GatewayRequest, tools: PassTools): Passage {
  const gateway = gatewayOf(request, tools);
  return gateway ? openPassage(tools.world, gateway, request) : openDirectPassage(tools.world, request);
}

/**
 * Counts a run, finds who pays for it, and looks at its prompt. The cache is asked afterwards, so that a rule holds for
 * what was kept before the rule was made.
 *
 * @returns the account's own key for the provider, where there is one
 * @throws ApiError for a run that the gateway does not let in
 */
async function admit(
  passage: Passage,
  { limiters, scanner }: PassTools,
): Promise<ProviderConfig | undefined> {
  countForGateway(limiters, passage);
  const ownKey = ownKeyOf(passage);
  passage.charge = chargeFor(passage, ownKey !== undefined || passage.request.ownKey === true);
  if (passage.gateway.dlp) checkData(passage, 'REQUEST', passage.request.prompt());
  if (passage.gateway.guardrails) await guardText(passage, 'prompt', passage.request.prompt(), scanner);
  return ownKey;
}

/** Answers by what the gateway has kept, or asks the provider. */
async function fromCache(asked: AskedPassage, tools: PassTools): Promise<PassAnswer> {
  const { passage } = asked;
  const plan = cachePlan(passage);
  const always = tools.world.stances.get('ai-gateway.cache-status.unasked') === 'MISS';
  if (plan.asked || always) passage.cacheStatus = 'MISS';
  if (plan.ttlMs === 0) return fromProvider(asked, tools);
  const kept = tools.kept.of(passage.request.account);
  const key = await cacheKey(passage);
  const hit = kept.find(key);
  if (!hit) return fromProvider(asked, tools, (whole) => kept.keep(key, whole, plan.ttlMs));
  passage.cacheStatus = 'HIT';
  return finished(passage, hit, true, tools);
}

/** @param keep is given a whole answer that nothing blocks */
async function fromProvider(
  { passage, ask, ownKey }: AskedPassage,
  tools: PassTools,
  keep?: (whole: KeptAnswer) => void,
): Promise<PassAnswer> {
  const { world, limiters } = tools;
  const { clock } = passage.request.account;
  countForProvider(limiters, passage, { ownKey, enforced: world.gatewayConditions.limits });
  checkSpend(limiters, passage);
  checkFunds(passage, clock.now());
  const sleep: Sleep = tools.sleep ?? ((milliseconds, signal) => clock.sleep(milliseconds, signal));
  const attempted = await askWithRetries(passage, ask, sleep);
  const { answer } = attempted;
  if (attempted.frames) return streamed(passage, answer, attempted.frames, tools);
  const { usage, text = '' } = answer.outcome();
  // An answer that is blocked was made all the same.
  spend(passage, usage, tools);
  const whole = { mediaType: answer.mediaType, body: attempted.body, text };
  const written = await finished(passage, whole, false, tools);
  keep?.(whole);
  return written;
}
