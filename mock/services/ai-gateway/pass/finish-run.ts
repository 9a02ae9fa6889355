import type { StreamAnswer, WrittenAnswer } from '../../../api/call.ts';
import type { Scanner } from '../../../engines/guardrails/guardrails.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { RateLimiter } from '../../../engines/rate-window/rate-limiter.ts';
import type { PerAccount } from '../../../world/account-tenant.ts';
import type { ProviderAnswer } from '../../gateway-request.ts';
import { answerStream, type StreamEnd } from './answer-stream.ts';
import type { BegunFrames } from './attempts.ts';
import { getCost, settle } from './billing-step.ts';
import { checkData } from './data-rules.ts';
import { answerHeaders, type GatewayRun } from './gateway-run.ts';
import { guardText } from './guard.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { refusalAnswer } from './refusal.ts';
import { chargeSpend } from './request-limits.ts';
import { logRun } from './run-log.ts';

/** The dependencies of a run's end. */
export interface RunTools {
  readonly scanner: Scanner;
  readonly limiters: PerAccount<RateLimiter>;
}

const getNow = ({ request }: GatewayRun): number => request.account.clock.now();

/** Charges the cost of a run, and counts it against the spend rules. */
export function spend(run: GatewayRun, usage: Usage | undefined, { limiters }: RunTools): void {
  const cost = getCost(run, usage);
  run.spent = { usage, cost };
  settle(run, cost, getNow(run));
  chargeSpend(limiters, run, cost.logged);
}

/**
 * Checks a complete answer, logs the run and adds the headers of its gateway.
 *
 * @throws ApiError when guardrails or data rules block the answer
 */
export async function finished(
  run: GatewayRun,
  { mediaType, body, text }: KeptAnswer,
  cached: boolean,
  tools: RunTools,
): Promise<WrittenAnswer> {
  await look(run, text, tools);
  logRun(run, { success: true, status: 200, cached, mediaType, body }, getNow(run));
  return { written: body, mediaType, headers: answerHeaders(run) };
}

/** The answer of a run whose first frame has arrived. */
export function streamed(
  run: GatewayRun,
  answer: ProviderAnswer,
  frames: BegunFrames,
  tools: RunTools,
): StreamAnswer {
  const { request, headers, logs } = run;
  const keeps = logs && headers['cf-aig-collect-log-payload'] !== false;
  const stream = answerStream(frames, {
    signal: request.signal,
    keeps,
    onEnd: (end) => void closed(run, answer, end, tools),
  });
  return { stream, headers: { 'content-type': answer.mediaType, ...answerHeaders(run) } };
}

/**
 * Charges and logs a stream after its end. The answer is checked like any other, but only after it was sent: section
 * 6.6.
 */
async function closed(
  run: GatewayRun,
  answer: ProviderAnswer,
  { whole, text, size }: StreamEnd,
  tools: RunTools,
): Promise<void> {
  const outcome = answer.outcome();
  spend(run, outcome.usage, tools);
  try {
    await look(run, outcome.text ?? '', tools);
  } catch {
    // Adds the findings to the run, and so to the log.
  }
  const success = whole && outcome.failed === undefined;
  const end = { success, status: 200, cached: false, mediaType: answer.mediaType, body: text, size };
  logRun(run, end, getNow(run));
}

/** @throws ApiError when an answer is blocked */
async function look(run: GatewayRun, text: string, { scanner }: RunTools): Promise<void> {
  const { dlp, guardrails } = run.gateway;
  if (dlp) checkData(run, 'RESPONSE', text);
  if (guardrails) await guardText(run, 'response', text, scanner);
}

/** Logs a failed run, and answers with the failure. */
export function refused(run: GatewayRun, error: unknown): WrittenAnswer {
  const refusal = refusalAnswer(run.request, error, answerHeaders(run));
  const { status, mediaType, written: body } = refusal;
  logRun(run, { success: false, status, cached: false, mediaType, body }, getNow(run));
  return refusal;
}
