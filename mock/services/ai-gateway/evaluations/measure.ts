import {
  type EvaluationResult,
  evaluationStatuses,
  type Measure,
} from '../../../../spec/services/ai-gateway/evaluations.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';

type Measured = Pick<EvaluationResult, 'result' | 'status' | 'status_description' | 'total_logs'>;

/** What each log entry says of a measure; undefined where it says nothing. A result is the mean of these. */
const saidBy: Readonly<Record<Measure, (log: StoredLog) => number | undefined>> = {
  cost: ({ entry }) => entry.cost,
  speed: ({ entry }) => entry.duration,
  // A feedback of 0 is none: documented. The result is a percentage.
  'human-feedback': ({ feedback }) =>
    feedback === null || feedback === 0 ? undefined : feedback > 0 ? 100 : 0,
};

/**
 * Measures log entries.
 *
 * @example
 * measure('cost', logs) // { result: '0.25', status: 1, status_description: 'Completed', total_logs: 2 }
 */
export function measure(what: Measure, logs: readonly StoredLog[]): Measured {
  const said = logs.map(saidBy[what]).filter((value) => value !== undefined);
  if (said.length === 0) return { result: '', ...evaluationStatuses.empty, total_logs: 0 };
  const mean = said.reduce((sum, value) => sum + value, 0) / said.length;
  return { result: written(mean), ...evaluationStatuses.completed, total_logs: said.length };
}

/** A number without an exponent, and without digits that are noise of the sum. */
function written(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}
