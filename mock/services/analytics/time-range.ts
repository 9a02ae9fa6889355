import { analyticsLimits } from '../../../spec/services/analytics/endpoints.ts';
import { type FilterInput, splitMember } from './event-filter.ts';
import { AnalyticsRefusal } from './refusal.ts';

const day = 86_400_000;

/** The times that a filter allows, in milliseconds since the epoch, as far as it says. */
interface TimeRange {
  from: number | undefined;
  to: number | undefined;
}

/**
 * Holds the time of a query to the limits of the dataset. A filter that names no time is about whatever is
 * kept.
 *
 * @param now milliseconds since the epoch
 * @throws AnalyticsRefusal when it reaches back too far, or is too long
 */
export function checkTimeRange(filter: FilterInput, now: number): void {
  const { notOlderThan, maxDuration } = analyticsLimits;
  const { from, to = now } = timeRange(filter);
  if (from === undefined) return;
  if (from < now - notOlderThan * 1000) {
    throw new AnalyticsRefusal(400, `cannot request data older than ${notOlderThan}s`);
  }
  const seconds = Math.ceil((to - from) / 1000);
  if (seconds > maxDuration) {
    throw new AnalyticsRefusal(
      400,
      `query time range is too large: it is ${seconds}s, at most ${maxDuration}s are allowed`,
    );
  }
}

/** Bounds stand in the filter itself or below AND; those below OR bound nothing for sure. */
function timeRange(filter: FilterInput): TimeRange {
  const range: TimeRange = { from: undefined, to: undefined };
  for (const [member, operand] of Object.entries(filter)) {
    if (operand === null || operand === undefined || member === 'OR') continue;
    // The schema of the filter gives operands their types.
    const bounds = member === 'AND' ? (operand as FilterInput[]).map(timeRange) : [boundOf(member, operand)];
    for (const { from, to } of bounds) {
      if (from !== undefined) range.from = Math.max(from, range.from ?? from);
      if (to !== undefined) range.to = Math.min(to, range.to ?? to);
    }
  }
  return range;
}

function boundOf(member: string, operand: unknown): TimeRange {
  const none: TimeRange = { from: undefined, to: undefined };
  const [field, operator] = splitMember(member);
  if (field !== 'datetime' && field !== 'date') return none;
  const start = field === 'date' ? Date.parse(String(operand)) : Number(operand);
  const end = field === 'date' ? start + day : start;
  switch (operator) {
    case '':
      return { from: start, to: end };
    case '_gt':
    case '_geq':
      return { from: operator === '_gt' ? end : start, to: undefined };
    case '_lt':
    case '_leq':
      return { from: undefined, to: operator === '_lt' ? start : end };
    default:
      return none;
  }
}
