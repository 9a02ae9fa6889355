import type { Fault } from '../../../../spec/services/touchstone/faults.ts';

/** The fields of the form that adds a fault. */
export interface FaultForm {
  readonly operation: string;
  readonly kind: 'status' | 'latency' | 'drop';
  /** The status, or the delay in milliseconds. */
  readonly amount: string;
  readonly times: 'always' | 'once';
  /** Whose requests it is for. */
  readonly scope: 'all' | 'account';
}

export const emptyFault: FaultForm = {
  operation: '*',
  kind: 'status',
  amount: '503',
  times: 'once',
  scope: 'all',
};

/** What the form sends. The server judges it. */
export function readFault({ operation, kind, amount, times }: FaultForm): Record<string, unknown> {
  return {
    operation,
    ...(kind === 'status' && { status: Number(amount) }),
    ...(kind === 'latency' && { latencyMs: Number(amount) }),
    ...(kind === 'drop' && { drop: 'before' }),
    ...(times === 'once' && { times: 'once' }),
  };
}

/** Describes a fault in one line. */
export function toSentence(fault: Fault): string {
  const { operation, status, failure, latencyMs, jitterMs, drop, truncate, rate } = fault;
  const effects = [
    status !== undefined && `answers ${status}`,
    failure !== undefined && `fails with ${failure}`,
    (latencyMs ?? jitterMs) !== undefined &&
      `waits ${latencyMs ?? 0} to ${(latencyMs ?? 0) + (jitterMs ?? 0)} ms`,
    drop !== undefined && `drops the connection ${drop} the operation`,
    truncate !== undefined && 'cuts the answer off',
    rate !== undefined && `for ${Math.round(rate * 100)} % of the requests`,
  ];
  return `${operation}: ${effects.filter((effect) => effect !== false).join(', ')}`;
}
