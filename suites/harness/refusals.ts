import type { Reply } from '../../spec/client.ts';
import { firstDifference, isObject, show } from './assertions.ts';
import { succeeded, summary } from './caller.ts';
import { ConformanceFailure } from './errors.ts';
import type { Findings } from './findings.ts';

/** What a refusal has to look like, beside being one. */
export interface FailureExpectation {
  /** Status, or statuses of which any will do; judged by the requirements of the test. */
  readonly status?: number | readonly number[];
  /** Code that one of `errors` has; judged by the requirements of the test. */
  readonly code?: number;
  /** `own` where the operation has a shape of its own for refusals, which the contract judges, and no envelope. */
  readonly shape?: 'envelope' | 'own';
  /**
   * JSON pointer of the faulty body member. Status 400 and the pointer are then judged by V4-ENV-18 and
   * V4-ENV-19, which never make a MUST fail.
   */
  readonly pointer?: string;
}

/** One faulty request, and what its refusal has to look like. */
export interface Fault extends FailureExpectation {
  /** What is wrong with it, for messages: `without title`. */
  readonly what: string;
  readonly send: () => Promise<Reply>;
}

/** A valid request and the same request with one fault. */
export interface Twin extends FailureExpectation {
  /** The valid request; it is sent first and has to succeed. */
  readonly good: () => Promise<Reply>;
  /** The same with one fault, or several such requests, each judged by itself. */
  readonly bad: (() => Promise<Reply>) | readonly Fault[];
  /** Reads what a refused request must leave as it was; left out, all token validation of the zone. */
  readonly snapshot?: () => Promise<unknown>;
}

/** Requirements that every refusal is judged by, whatever test provokes it. */
export const refusalRequirements = {
  success: 'V4-ENV-7',
  errors: 'V4-ENV-8',
  unchanged: 'V4-ENV-9',
  status: 'V4-ENV-18',
  pointer: 'V4-ENV-19',
  server: 'V4-ENV-21',
} as const;

/**
 * Fails unless the answer is a refusal. A status of 5xx is none: it says that the server broke.
 *
 * @throws ConformanceFailure when the request was accepted, broke the server, or was refused otherwise
 *   than `expected` says.
 */
export function judgeFailure(reply: Reply, expected: FailureExpectation, findings: Findings): void {
  const { status, body } = reply;
  if (succeeded(reply)) throw new ConformanceFailure(`was accepted with status ${status}`);
  findings.add(
    refusalRequirements.server,
    status < 500 ? null : `a faulty request gets status ${status}, expected 4xx`,
  );
  if (status >= 500) throw new ConformanceFailure(`broke the server: ${summary(reply)}`);
  const { success, errors } = isObject(body) ? body : {};
  const listed = Array.isArray(errors) ? errors : [];
  if (expected.shape !== 'own') {
    findings.add(
      refusalRequirements.success,
      success === false ? null : `a refusal has success ${show(success)}, expected false`,
    );
    findings.add(
      refusalRequirements.errors,
      listed.length > 0 ? null : `a refusal has errors ${show(errors)}, expected at least one`,
    );
  }
  const allowed = expected.status === undefined ? [] : [expected.status].flat();
  if (allowed.length > 0 && !allowed.includes(status)) {
    throw new ConformanceFailure(`was refused with status ${status}, expected ${allowed.join(' or ')}`);
  }
  if (
    expected.code !== undefined &&
    !listed.some((entry) => isObject(entry) && entry['code'] === expected.code)
  ) {
    throw new ConformanceFailure(`has errors ${show(errors)}, expected one with code ${expected.code}`);
  }
  if (expected.pointer === undefined) return;
  findings.add(
    refusalRequirements.status,
    status === 400 || allowed.includes(status)
      ? null
      : `a faulty ${expected.pointer} gets status ${status}, expected 400`,
  );
  const pointers = listed.map((entry) =>
    isObject(entry) && isObject(entry['source']) ? entry['source']['pointer'] : undefined,
  );
  findings.add(
    refusalRequirements.pointer,
    pointers.includes(expected.pointer)
      ? null
      : `source.pointer is ${show(pointers[0])}, expected ${show(expected.pointer)}`,
  );
}

/** What the judging of twins needs of the test. */
export interface RefusalTools {
  readonly findings: Findings;
  readonly snapshot: () => Promise<unknown>;
  readonly step: <T>(name: string, action: () => Promise<T>) => Promise<T>;
}

/**
 * Sends the valid request, then each faulty one; a faulty one must be refused and change nothing.
 *
 * @throws ConformanceFailure that names every fault that was not refused.
 */
export async function judgeTwin(twin: Twin, { findings, snapshot, step }: RefusalTools): Promise<void> {
  const valid = await step('valid twin', twin.good);
  if (!succeeded(valid)) {
    throw new ConformanceFailure(
      `The valid twin was refused, so that a refusal proves nothing: ${summary(valid)}`,
    );
  }
  const { bad, good: _, snapshot: own, ...expected } = twin;
  const faults: readonly Fault[] = typeof bad === 'function' ? [{ what: '', send: bad }] : bad;
  const read = own ?? snapshot;
  const problems: string[] = [];
  let before = await step('before', read);
  for (const fault of faults) {
    const name = fault.what === '' ? 'The faulty twin' : `The request ${fault.what}`;
    const reply = await step(fault.what || 'faulty twin', fault.send);
    try {
      judgeFailure(reply, { ...expected, ...fault }, findings);
    } catch (error) {
      if (!(error instanceof ConformanceFailure)) throw error;
      problems.push(`${name} ${error.message}`);
    }
    const after = await step('after', read);
    if (!succeeded(reply)) judgeUnchanged(before, after, name, findings);
    before = after;
  }
  if (problems.length > 0) throw new ConformanceFailure(problems.join('\n'));
}

/** Notes whether a refused request left everything as it was. */
export function judgeUnchanged(before: unknown, after: unknown, what: string, findings: Findings): void {
  const difference = firstDifference(after, before);
  findings.add(
    refusalRequirements.unchanged,
    difference
      ? `${what} was refused and still changed ${difference.path || 'something'}: ${show(difference.expected)} became ${show(difference.actual)}`
      : null,
  );
}
