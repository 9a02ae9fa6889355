import type { LogFilter, LogFilterOperator } from '../../../../spec/services/ai-gateway/log-filters.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { type LogValue, memberOf } from './log-members.ts';

export type LogTest = (log: StoredLog) => boolean;

/**
 * Whether a log entry satisfies a filter, as a function that is made once for many entries.
 *
 * The values of a filter are alternatives; `neq` is the opposite of `eq`, so it holds where nothing is
 * equal to any of them. A query spells every value as text, so text is read as what it is compared with.
 *
 * @example
 * const test = logFilter({ key: 'tokens', operator: 'gt', value: [100] });
 * logs.filter(test);
 */
export function logFilter({ key, operator, value }: LogFilter): LogTest {
  const read = memberOf(key);
  if (operator === 'neq') {
    const equal = logFilter({ key, operator: 'eq', value });
    return (log) => !equal(log);
  }
  const isTime = key === 'created_at';
  const tests = value.map((wanted) => comparison(operator, wanted, isTime));
  return (log) => read(log).some((member) => tests.some((test) => test(member)));
}

function comparison(
  operator: Exclude<LogFilterOperator, 'neq'>,
  wanted: LogValue,
  isTime: boolean,
): (member: LogValue) => boolean {
  switch (operator) {
    case 'eq':
      return isTime ? sameTime(wanted) : (member) => isEqual(member, wanted);
    case 'contains': {
      const part = String(wanted).toLowerCase();
      return (member) => member !== null && String(member).toLowerCase().includes(part);
    }
    case 'lt':
      return inOrder(wanted, isTime, (member, bound) => member < bound);
    case 'gt':
      return inOrder(wanted, isTime, (member, bound) => member > bound);
  }
}

function isEqual(member: LogValue, wanted: LogValue): boolean {
  if (member === wanted) return true;
  if (member === null || wanted === null) return false;
  if (typeof member === 'number') return wanted !== '' && Number(wanted) === member;
  return String(member) === String(wanted);
}

/** A time may be written in more than one way. */
function sameTime(wanted: LogValue): (member: LogValue) => boolean {
  const at = timeOf(wanted);
  return (member) => member === wanted || timeOf(member) === at;
}

/** Times and numbers by their size, everything else as text. */
function inOrder(
  wanted: LogValue,
  isTime: boolean,
  holds: (member: string | number, bound: string | number) => boolean,
): (member: LogValue) => boolean {
  if (wanted === null) return () => false;
  if (isTime) {
    const bound = timeOf(wanted);
    return (member) => holds(timeOf(member), bound);
  }
  const number = wanted === '' ? Number.NaN : Number(wanted);
  const text = String(wanted);
  return (member) => {
    if (member === null) return false;
    return typeof member === 'number' ? holds(member, number) : holds(String(member), text);
  };
}

/** NaN, which is before, after and equal to nothing, where there is no time. */
function timeOf(value: LogValue): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
