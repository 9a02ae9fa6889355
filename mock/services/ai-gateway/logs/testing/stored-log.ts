import type { LogDetail } from '../../../../../spec/services/ai-gateway/logs.ts';
import { toTimestamp } from '../../../../world/clock.ts';
import type { StoredLog } from '../../../../world/gateway-records.ts';

/** The id of a log entry, in the current format. */
export function logId(number: number): string {
  return `0199c3b2-9c1e-7f3a-8d3e-${number.toString(16).padStart(12, '0')}`;
}

/** The members of a log entry that a test sets. */
export type LogParts = Partial<Omit<StoredLog, 'entry' | 'id'>> & Partial<LogDetail>;

/** A log entry as the mock stores it, one for each number, each a second after the one before. */
export function storedLog(number: number, parts: LogParts = {}): StoredLog {
  const { eventId, userAgent, feedback, score, requestBody, responseBody, gatewayId, ...entry } = parts;
  const id = logId(number);
  return {
    id,
    gatewayId: gatewayId ?? 'shop',
    eventId: eventId ?? null,
    userAgent: userAgent ?? null,
    feedback: feedback ?? null,
    score: score ?? null,
    requestBody: requestBody === undefined ? '{"prompt":"Hi"}' : requestBody,
    responseBody: responseBody === undefined ? '{"response":"Hello"}' : responseBody,
    entry: {
      id,
      created_at: toTimestamp(Date.UTC(2030, 0, 1) + number * 1000),
      provider: 'openai',
      model: 'openai/gpt-5',
      path: 'ai/v1/chat/completions',
      duration: 100,
      success: true,
      cached: false,
      tokens_in: 10,
      tokens_out: 20,
      ...entry,
    },
  };
}
