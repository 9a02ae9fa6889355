import type { z } from 'zod';
import type { Log, LogDetail, logResultInfoSchema } from '../../../../spec/services/ai-gateway/logs.ts';
import { paginate } from '../../../api/page.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { bounded, boundedMembers } from './select-logs.ts';

type LogResultInfo = z.infer<typeof logResultInfoSchema>;

/** A single log entry, with the feedback and metadata added later. */
export function logDetail({ entry, feedback, score }: StoredLog): LogDetail {
  return { ...entry, feedback, score };
}

/** A log entry in a list: without the beginnings of its bodies. */
function logRow(log: StoredLog): Log {
  const {
    request_head: _requestHead,
    request_head_complete: _requestHeadComplete,
    request_size: _requestSize,
    response_head: _responseHead,
    response_head_complete: _responseHeadComplete,
    response_size: _responseSize,
    ...row
  } = logDetail(log);
  return row;
}

/**
 * One page of a list of log entries.
 *
 * @param query.meta_info whether to return the bounds of all matches, not only of this page
 */
export function logPage(
  found: readonly StoredLog[],
  query: { readonly page: number; readonly per_page: number; readonly meta_info?: boolean | undefined },
): { result: Log[]; page: LogResultInfo } {
  const { items, info } = paginate(found, query);
  const { page, per_page, count, total_count } = info;
  return {
    result: items.map(logRow),
    page: { page, per_page, count, total_count, ...(query.meta_info === true ? getBounds(found) : {}) },
  };
}

/** The minimum and maximum of each number; null if no entry has it. */
function getBounds(found: readonly StoredLog[]): Partial<LogResultInfo> {
  const bounds: Partial<LogResultInfo> = {};
  for (const member of boundedMembers) {
    let least: number | null = null;
    let most: number | null = null;
    for (const log of found) {
      const value = bounded[member](log);
      if (value === null) continue;
      if (least === null || value < least) least = value;
      if (most === null || value > most) most = value;
    }
    bounds[`min_${member}`] = least;
    bounds[`max_${member}`] = most;
  }
  return bounds;
}
