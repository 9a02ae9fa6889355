import type { Reply } from '../../spec/client.ts';
import { firstDifference, isObject, show, showMore } from './assertions.ts';
import { expectSuccess, skipWhereLacking, succeeded, summary } from './caller.ts';
import { ConformanceFailure, evidenceOfDifference, joinFailures } from './errors.ts';

import type { Findings } from './findings.ts';
import { answersTokenValidation } from './reply-paths.ts';

/** Further conditions that a refusal must meet. */
export interface FailureExpectation {
  /** Expected status, or statuses of which any will do; a difference fails the requirements of the test. */
  readonly status?: number | readonly number[];
  /** Code of one of the `errors`; a difference fails the requirements of the test. */
  readonly code?: number;
  /** `own` where the operation has its own error shape without an envelope, which the contract checks. */
  readonly shape?: 'envelope' | 'own';
  /**
   * JSON pointer to the faulty body member. Status 400 and the pointer then count for V4-ENV-18 and V4-ENV-19, which
   * never make a MUST fail.
   */
  readonly pointer?: string;
}

/** One faulty request, and the expected refusal. */
export interface Fault extends FailureExpectation {
  /** The fault in words, for messages: `without title`. */
  readonly what: string;
  readonly send: () => Promise<Reply>;
}

/** A valid request and the same request with one fault. */
export interface Twin extends FailureExpectation {
  /** Sends the valid request; it comes first and must succeed. */
  readonly good: () => Promise<Reply>;
  /**
   * Whether the valid request changes nothing and gets the same answer each time. Tests with the same request then
   * share one answer.
   */
  readonly shared?: boolean;
  /** Sends the same request with one fault; or several such requests, each judged by itself. */
  readonly bad: (() => Promise<Reply>) | readonly Fault[];
  /** Reads the state that a refused request must not change; by default all token validation of the zone. */
  readonly snapshot?: () => Promise<unknown>;
}

/** Names of the steps of twins, unless the test names them. */
export const twinSteps = { valid: 'valid twin', faulty: 'faulty twin' } as const;

/** Requirements that apply to every refusal in every test. */
export const refusalRequirements = {
  success: 'V4-ENV-7',
  errors: 'V4-ENV-8',
  /** Both, outside token validation. */
  envelope: 'V4-ENV-23',
  unchanged: 'V4-ENV-9',
  status: 'V4-ENV-18',
  pointer: 'V4-ENV-19',
  server: 'V4-ENV-21',
} as const;

/**
 * Fails unless the answer is a refusal. A 5xx is not a refusal: the server failed.
 *
 * @param step name of the exchange in reports
 * @throws SkipTest where the target lacks an operation that no seed names.
 * @throws ConformanceFailure when the request was accepted, made the server fail, or was not refused as `expected`.
 */
export function judgeFailure(
  reply: Reply,
  expected: FailureExpectation,
  findings: Findings,
  step?: string,
): void {
  const { status, body } = reply;
  const wrong = (message: string, path: string, wanted: string, received: string) =>
    new ConformanceFailure(message, {
      evidence: evidenceOfDifference({ path, expected: wanted, received }, step),
    });
  const judge = (requirement: string, failure: ConformanceFailure | null) =>
    findings.add(requirement, failure?.message ?? null, failure?.evidence);
  skipWhereLacking(reply);
  if (succeeded(reply)) {
    const message = `was accepted with status ${status}`;
    throw wrong(message, 'the answer', 'a refusal', `${status} with success`);
  }
  const broke = `a faulty request gets status ${status}, expected 4xx`;
  judge(refusalRequirements.server, status < 500 ? null : wrong(broke, 'the status', '4xx', `${status}`));
  if (status >= 500) throw wrong(`broke the server: ${summary(reply)}`, 'the status', '4xx', `${status}`);
  const { success, errors } = isObject(body) ? body : {};
  const listed = Array.isArray(errors) ? errors : [];
  if (expected.shape !== 'own') {
    const named = answersTokenValidation(reply);
    const message = `a refusal has success ${show(success)}, expected false`;
    judge(
      named ? refusalRequirements.success : refusalRequirements.envelope,
      success === false ? null : wrong(message, 'success', 'false', showMore(success)),
    );
    const silent = `a refusal has errors ${show(errors)}, expected at least one`;
    judge(
      named ? refusalRequirements.errors : refusalRequirements.envelope,
      listed.length > 0 ? null : wrong(silent, 'errors', 'at least one', showMore(errors)),
    );
  }
  const allowed = expected.status === undefined ? [] : [expected.status].flat();
  if (allowed.length > 0 && !allowed.includes(status)) {
    const wanted = allowed.join(' or ');
    throw wrong(`was refused with status ${status}, expected ${wanted}`, 'the status', wanted, `${status}`);
  }
  const { code } = expected;
  if (code !== undefined && !listed.some((entry) => isObject(entry) && entry['code'] === code)) {
    const message = `has errors ${show(errors)}, expected one with code ${code}`;
    throw wrong(message, 'errors', `one with code ${code}`, showMore(errors));
  }
  if (expected.pointer === undefined) return;
  const other = `a faulty ${expected.pointer || 'body'} gets status ${status}, expected 400`;
  const right = status === 400 || allowed.includes(status);
  judge(refusalRequirements.status, right ? null : wrong(other, 'the status', '400', `${status}`));
  const pointers = listed.map((entry) =>
    isObject(entry) && isObject(entry['source']) ? entry['source']['pointer'] : undefined,
  );
  const elsewhere = `source.pointer is ${show(pointers[0])}, expected ${show(expected.pointer)}`;
  judge(
    refusalRequirements.pointer,
    pointers.includes(expected.pointer)
      ? null
      : wrong(elsewhere, 'errors/0/source/pointer', show(expected.pointer), show(pointers[0])),
  );
}

/** What twins use of the test. */
export interface RefusalTools {
  readonly findings: Findings;
  readonly snapshot: () => Promise<unknown>;
  readonly step: <T>(name: string, action: () => Promise<T>) => Promise<T>;
  /** Reuses answers that other tests of the run got to the same requests. */
  readonly sharing: <T>(action: () => Promise<T>) => Promise<T>;
}

/**
 * Sends the valid request, then each faulty one. A faulty request must be refused and change nothing.
 *
 * @throws ConformanceFailure that names every fault that was not refused.
 */
export async function judgeTwin(twin: Twin, tools: RefusalTools): Promise<void> {
  const { findings, snapshot, step, sharing } = tools;
  const { bad, good, shared = false, snapshot: own, ...expected } = twin;
  const valid = await step(twinSteps.valid, shared ? () => sharing(good) : good);
  expectSuccess(valid, 'The valid twin, without which a refusal proves nothing,');
  const faults: readonly Fault[] = typeof bad === 'function' ? [{ what: '', send: bad }] : bad;
  const read = own ?? snapshot;
  const problems: ConformanceFailure[] = [];
  let before = await step('before', read);
  for (const fault of faults) {
    const name = fault.what === '' ? 'The faulty twin' : `The request ${fault.what}`;
    const named = fault.what || twinSteps.faulty;
    const reply = await step(named, fault.send);
    try {
      judgeFailure(reply, { ...expected, ...fault }, findings, named);
    } catch (error) {
      if (!(error instanceof ConformanceFailure)) throw error;
      problems.push(new ConformanceFailure(`${name} ${error.message}`, { cause: error }));
    }
    const after = await step('after', read);
    if (!succeeded(reply)) judgeUnchanged(before, after, name, findings, named);
    before = after;
  }
  if (problems.length > 0) throw joinFailures(problems);
}

/** Records whether a refused request left everything unchanged. */
export function judgeUnchanged(
  before: unknown,
  after: unknown,
  what: string,
  findings: Findings,
  step?: string,
): void {
  const difference = firstDifference(after, before);
  if (!difference) {
    findings.add(refusalRequirements.unchanged, null);
    return;
  }
  const { path, expected, actual } = difference;
  const place = path || 'something';
  findings.add(
    refusalRequirements.unchanged,
    `${what} was refused but changed ${place}: ${show(expected)} became ${show(actual)}`,
    evidenceOfDifference(
      { path: `the state at ${place}`, expected: showMore(expected), received: showMore(actual) },
      step,
    ),
  );
}
