import { ApiError } from '../../../../spec/errors.ts';
import { defaultGatewayId } from '../../../../spec/services/ai-gateway/limits.ts';
import type { ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { StreamAnswer, WrittenAnswer } from '../../../call.ts';
import type { Scanner } from '../../../engines/guardrails/guardrails.ts';
import { createRateLimiter } from '../../../engines/rate-window/rate-limiter.ts';
import type { Sleep } from '../../../engines/retry/retry.ts';
import { orElse, type Soon, whenThere } from '../../../soon.ts';
import { PerAccount } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import type {
  AskProvider,
  GatewayChoice,
  GatewayPass,
  GatewayRequest,
  ProviderAnswer,
  ProviderOutcome,
} from '../../gateway-request.ts';
import { ensureGateway } from '../gateways/ensure-gateway.ts';
import { answerStream, type StreamEnd } from './answer-stream.ts';
import type { Attempted, BegunFrames } from './attempt.ts';
import { askWithRetries } from './attempts.ts';
import { chargeFor, checkFunds, settle } from './billing-step.ts';
import { sizeOf } from './body-size.ts';
import { checkData } from './data-rules.ts';
import { guards, guardText } from './guard.ts';
import { cacheKey, cachePlan, type KeptAnswer, keptAnswers } from './kept-answers.ts';
import { logRun } from './log-run.ts';
import { ownKeyOf } from './own-key.ts';
import { answerHeaders, openDirectPassage, openPassage, type Passage } from './passage.ts';
import { endOf, refusalAnswer } from './refusal.ts';
import { countForGateway, countForProvider } from './request-limits.ts';
import { costOf } from './run-cost.ts';
import { scriptedScanner } from './scripted-scanner.ts';
import { chargeSpend, checkSpend } from './spend-limits.ts';

export interface GatewayPassParts {
  readonly world: World;
  /** Whether a hosted model is refused to a request that names no gateway. */
  readonly gatewayHeader: 'required' | 'optional';
  /** What finds unsafe content; by default the words of the world's conditions do. */
  readonly scanner?: Scanner | undefined;
  /** How attempts wait; by default by the clock of the account. */
  readonly sleep?: Sleep | undefined;
}

/**
 * The way of every run through its gateway: limits, guardrails, cache, money, attempts, log. Fact sheet
 * inference, section 6.
 *
 * @example
 * const gateway = createGatewayPass({ world, gatewayHeader: 'required' });
 * const answer = await gateway.pass(request, (signal) => askModel(signal));
 */
export function createGatewayPass(parts: GatewayPassParts): GatewayPass {
  const { world, gatewayHeader } = parts;
  const { gatewayConditions } = world;
  const scanner = parts.scanner ?? scriptedScanner(gatewayConditions);
  const limiters = new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() }));
  const keptOf = new PerAccount(({ clock }) => keptAnswers(() => clock.now()));

  /**
   * The gateway of a request, or undefined for a hosted model that is asked directly.
   *
   * @throws ApiError `gateway-id-missing`, `gateway-unknown`
   */
  function gatewayOf({ account, headers, model, hosted, direct }: GatewayChoice): StoredGateway | undefined {
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

  /** Waits by the clock of the account that a run is of. */
  function sleepOf({ request: { account } }: Passage): Sleep {
    return parts.sleep ?? ((milliseconds, signal) => account.clock.sleep(milliseconds, signal));
  }

  function open(request: GatewayRequest): Passage {
    const gateway = gatewayOf(request);
    return gateway ? openPassage(world, gateway, request) : openDirectPassage(world, request);
  }

  function through(passage: Passage, ask: AskProvider): Soon<StreamAnswer | WrittenAnswer> {
    countForGateway(limiters, passage);
    const ownKey = ownKeyOf(passage);
    passage.charge = chargeFor(passage, ownKey !== undefined);
    // Before the cache is asked, so that a rule holds for what was kept before it was made too.
    if (passage.gateway.dlp) checkData(passage, 'REQUEST', passage.request.prompt());
    if (!guards(passage, 'prompt')) return fromCache(passage, ownKey, ask);
    const guarded = guardText(passage, 'prompt', passage.request.prompt(), scanner);
    return guarded.then(() => fromCache(passage, ownKey, ask));
  }

  function fromCache(
    passage: Passage,
    ownKey: ProviderConfig | undefined,
    ask: AskProvider,
  ): Soon<StreamAnswer | WrittenAnswer> {
    const { asked, ttlMs } = cachePlan(passage);
    if (asked) passage.cacheStatus = 'MISS';
    if (ttlMs === 0) return fromProvider(passage, ownKey, ask);
    const kept = keptOf.of(passage.request.account);
    return cacheKey(passage).then((key) => {
      const hit = kept.find(key);
      if (!hit) return fromProvider(passage, ownKey, ask, (whole) => kept.keep(key, whole, ttlMs));
      passage.cacheStatus = 'HIT';
      return finished(passage, hit, hit, true);
    });
  }

  /** @param keep is given a whole answer that nothing blocks */
  function fromProvider(
    passage: Passage,
    ownKey: ProviderConfig | undefined,
    ask: AskProvider,
    keep?: (whole: KeptAnswer) => void,
  ): Soon<StreamAnswer | WrittenAnswer> {
    countForProvider(limiters, passage, { ownKey, enforced: gatewayConditions.limits });
    checkSpend(limiters, passage);
    checkFunds(passage, nowOf(passage));
    const attempted = askWithRetries(passage, ask, sleepOf(passage));
    return whenThere(attempted, (there) => fromAttempt(passage, there, keep));
  }

  function fromAttempt(
    passage: Passage,
    attempted: Attempted,
    keep: ((whole: KeptAnswer) => void) | undefined,
  ): Soon<StreamAnswer | WrittenAnswer> {
    const { answer } = attempted;
    if (attempted.frames) return streamed(passage, answer, attempted.frames);
    if (attempted.allFrames !== undefined) return streamedAtOnce(passage, answer, attempted.allFrames);
    const outcome = answer.outcome();
    // An answer that is blocked was made all the same.
    spend(passage, outcome.usage);
    const { mediaType } = answer;
    const { body } = attempted;
    return whenThere(finished(passage, { mediaType, body }, outcome, false), (finish) => {
      keep?.({ mediaType, body, text: outcome.text ?? '' });
      return finish;
    });
  }

  function spend(passage: Passage, usage: ReturnType<ProviderAnswer['outcome']>['usage']): void {
    const cost = costOf(passage, usage);
    passage.spent = { usage, cost };
    settle(passage, cost, nowOf(passage));
    chargeSpend(limiters, passage, cost.logged);
  }

  /** @throws ApiError where guardrails do not let the answer pass */
  function finished(
    passage: Passage,
    { mediaType, body }: Pick<KeptAnswer, 'mediaType' | 'body'>,
    said: Pick<ProviderOutcome, 'text'>,
    cached: boolean,
  ): Soon<WrittenAnswer> {
    return whenThere(look(passage, said), () => {
      logRun(passage, { success: true, status: 200, cached, mediaType, body }, nowOf(passage));
      return { written: body, mediaType, headers: answerHeaders(passage) };
    });
  }

  /** @throws ApiError where an answer must not pass */
  function look(passage: Passage, said: Pick<ProviderOutcome, 'text'>): Soon<void> {
    // Most gateways have no rules, and then nobody reads what was said.
    if (passage.gateway.dlp) checkData(passage, 'RESPONSE', said.text ?? '');
    return guards(passage, 'response') ? guardText(passage, 'response', said.text ?? '', scanner) : undefined;
  }

  function streamed(passage: Passage, answer: ProviderAnswer, frames: BegunFrames): StreamAnswer {
    const { request, headers, logs } = passage;
    const keeps = logs && headers['cf-aig-collect-log-payload'] !== false;
    const stream = answerStream(frames, {
      signal: request.signal,
      keeps,
      onEnd: (end) => void closed(passage, answer, end),
    });
    return { stream, headers: { 'content-type': answer.mediaType, ...answerHeaders(passage) } };
  }

  /** A short stream of which nothing has to be waited for goes out as a whole, which takes half the time. */
  function streamedAtOnce(passage: Passage, answer: ProviderAnswer, frames: string): Soon<WrittenAnswer> {
    const end = { whole: true, text: frames, size: sizeOf(frames) };
    return whenThere(closed(passage, answer, end), () => ({
      written: frames,
      mediaType: answer.mediaType,
      headers: { 'cache-control': 'no-store', ...answerHeaders(passage) },
    }));
  }

  /** What a stream leaves behind. Its answer is looked at as any other, and has been sent: section 6.6. */
  function closed(passage: Passage, answer: ProviderAnswer, { whole, text, size }: StreamEnd): Soon<void> {
    const { mediaType } = answer;
    const outcome = answer.outcome();
    spend(passage, outcome.usage);
    const looked = orElse(
      () => look(passage, outcome),
      () => {},
    );
    return whenThere(looked, () => {
      const success = whole && outcome.failed === undefined;
      logRun(passage, { success, status: 200, cached: false, mediaType, body: text, size }, nowOf(passage));
    });
  }

  function refused(passage: Passage, error: unknown): WrittenAnswer {
    const refusal = refusalAnswer(passage.request, endOf(passage, error), answerHeaders(passage));
    const { status, mediaType, written: body } = refusal;
    logRun(passage, { success: false, status, cached: false, mediaType, body }, nowOf(passage));
    return refusal;
  }

  return {
    require: (choice) => void gatewayOf(choice),
    pass(request, ask) {
      let passage: Passage;
      try {
        passage = open(request);
      } catch (error) {
        return refusalAnswer(request, error);
      }
      return orElse(
        () => through(passage, ask),
        (error) => refused(passage, error),
      );
    },
    reset() {
      limiters.clear();
      keptOf.clear();
    },
  };
}

const nowOf = ({ request }: Passage): number => request.account.clock.now();
