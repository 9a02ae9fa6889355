import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { Passage } from './passage.ts';
import { type RunEnd, RunLog } from './run-log.ts';

/** Writes the log entry of a run, where it is to be logged. @param now milliseconds since the epoch */
export function logRun(passage: Passage, end: RunEnd, now: number): void {
  const { request, gateway, logs } = passage;
  if (!logs) return;
  request.account.gatewayLogs.add(RunLog.of(passage, end, now), {
    limit: gateway.log_management ?? limits.logsDefault,
    whenFull: gateway.log_management_strategy ?? 'DELETE_OLDEST',
  });
}
