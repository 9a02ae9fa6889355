import type { Exchange } from '../exchange.ts';
import { twinSteps } from '../refusals.ts';
import type { TestResult } from '../results.ts';
import { failedFindings } from './failed-findings.ts';

/** The exchanges that show a failure best. */
export interface TellingExchanges {
  /** The valid request that the faulty one was made of; undefined where the test has no twins. */
  readonly valid: Exchange | undefined;
  /** What went wrong: the faulty request, or the last that was sent; undefined when nothing was. */
  readonly shown: Exchange | undefined;
}

/** What only prepares or looks after is no evidence. */
const beside = /(?:^|: )(?:before|after|baseline|events)$/;

const isStep = (step: string | null, name: string) =>
  step !== null && (step === name || step.endsWith(`: ${name}`));

/**
 * Finds the exchanges that show a failure: both twins where there are some, else the last that was answered with
 * what was received, else the last that was sent.
 */
export function tellingExchanges(
  test: Pick<TestResult, 'findings' | 'exchanges' | 'requirements'>,
): TellingExchanges {
  const { exchanges } = test;
  const [first, ...others] = failedFindings(test);
  const steps = [first, ...others].flatMap((finding) => finding?.evidence?.steps ?? []);
  const named = exchanges.find(({ step }) => steps.some((one) => isStep(step, one)));
  const telling = exchanges.filter(({ step }) => step === null || !beside.test(step));
  const received = first?.evidence?.differences[0]?.received;
  const shown =
    named ??
    (received === undefined ? undefined : telling.findLast((exchange) => answers(exchange, received))) ??
    telling.at(-1) ??
    exchanges.at(-1);
  const before = shown === undefined ? [] : exchanges.slice(0, exchanges.indexOf(shown));
  const valid =
    shown?.step == null ? undefined : before.findLast(({ step }) => isStep(step, twinSteps.valid));
  return { valid, shown };
}

/** Whether an answer holds what was received; what is shorter than this could stand anywhere. */
function answers({ response }: Exchange, received: string): boolean {
  if (response === null) return false;
  if (/^[1-5]\d\d$/.test(received)) return response.status === Number(received);
  return received.length >= 6 && response.body.includes(received);
}

/** At most `most` exchanges, in their order: those that tell most, then the latest. */
export function keepTelling(test: TestResult, most: number): readonly Exchange[] {
  const { exchanges } = test;
  if (exchanges.length <= most) return exchanges;
  const { valid, shown } = tellingExchanges(test);
  const kept = new Set([valid, shown, ...exchanges.slice().reverse()].filter((one) => one !== undefined));
  const first = new Set([...kept].slice(0, most));
  return exchanges.filter((one) => first.has(one));
}
