import type { StreamAnswer, WrittenAnswer } from '../../../api/call.ts';
import type { Scanner } from '../../../engines/guardrails/guardrails.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { RateLimiter } from '../../../engines/rate-window/rate-limiter.ts';
import type { PerAccount } from '../../../world/account-tenant.ts';
import type { ProviderAnswer } from '../../gateway-request.ts';
import { answerStream, type StreamEnd } from './answer-stream.ts';
import type { BegunFrames } from './attempts.ts';
import { costOf, settle } from './billing-step.ts';
import { checkData } from './data-rules.ts';
import { guardText } from './guard.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { answerHeaders, type Passage } from './passage.ts';
import { refusalAnswer } from './refusal.ts';
import { chargeSpend } from './request-limits.ts';
import { logRun } from './run-log.ts';

/** What the end of a run works with. */
export interface RunTools {
  readonly scanner: Scanner;
  readonly limiters: PerAccount<RateLimiter>;
}

const nowOf = ({ request }: Passage): number => request.account.clock.now();

/** Takes what a run cost from whoever pays for it, and counts it against the spend rules. */
export function spend(passage: Passage, usage: Usage | undefined, { limiters }: RunTools): void {
  const cost = costOf(passage, usage);
  passage.spent = { usage, cost };
  settle(passage, cost, nowOf(passage));
  chargeSpend(limiters, passage, cost.logged);
}

/**
 * Looks at a whole answer, logs the run and gives the answer the headers of its gateway.
 *
 * @throws ApiError where guardrails or data rules do not let the answer pass
 */
export async function finished(
  passage: Passage,
  { mediaType, body, text }: KeptAnswer,
  cached: boolean,
  tools: RunTools,
): Promise<WrittenAnswer> {
  await look(passage, text, tools);
  logRun(passage, { success: true, status: 200, cached, mediaType, body }, nowOf(passage));
  return { written: body, mediaType, headers: answerHeaders(passage) };
}

/** The answer of a run whose frames have begun to come. */
export function streamed(
  passage: Passage,
  answer: ProviderAnswer,
  frames: BegunFrames,
  tools: RunTools,
): StreamAnswer {
  const { request, headers, logs } = passage;
  const keeps = logs && headers['cf-aig-collect-log-payload'] !== false;
  const stream = answerStream(frames, {
    signal: request.signal,
    keeps,
    onEnd: (end) => void closed(passage, answer, end, tools),
  });
  return { stream, headers: { 'content-type': answer.mediaType, ...answerHeaders(passage) } };
}

/** Spends and logs once a stream has ended. Its answer is looked at as any other, and has been sent: section 6.6. */
async function closed(
  passage: Passage,
  answer: ProviderAnswer,
  { whole, text, size }: StreamEnd,
  tools: RunTools,
): Promise<void> {
  const outcome = answer.outcome();
  spend(passage, outcome.usage, tools);
  try {
    await look(passage, outcome.text ?? '', tools);
  } catch {
    // What was found is noted in the passage, and so in the log.
  }
  const success = whole && outcome.failed === undefined;
  const end = { success, status: 200, cached: false, mediaType: answer.mediaType, body: text, size };
  logRun(passage, end, nowOf(passage));
}

/** @throws ApiError where an answer must not pass */
async function look(passage: Passage, text: string, { scanner }: RunTools): Promise<void> {
  const { dlp, guardrails } = passage.gateway;
  if (dlp) checkData(passage, 'RESPONSE', text);
  if (guardrails) await guardText(passage, 'response', text, scanner);
}

/** Logs a run that failed, and answers with the failure. */
export function refused(passage: Passage, error: unknown): WrittenAnswer {
  const refusal = refusalAnswer(passage.request, error, answerHeaders(passage));
  const { status, mediaType, written: body } = refusal;
  logRun(passage, { success: false, status, cached: false, mediaType, body }, nowOf(passage));
  return refusal;
}
