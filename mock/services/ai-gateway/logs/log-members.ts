import type { LogFilterKey } from '../../../../spec/services/ai-gateway/log-filters.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';

/** A value of a log entry to compare; null when the entry has none. */
export type LogValue = string | number | boolean | null;

/** Tokens of request and answer together; null if neither is known. */
export function totalTokens({ entry: { tokens_in, tokens_out } }: StoredLog): number | null {
  return tokens_in === null && tokens_out === null ? null : (tokens_in ?? 0) + (tokens_out ?? 0);
}

/** The metadata of a log entry, as name and value pairs. */
export function toMetadata({ entry: { metadata } }: StoredLog): [string, LogValue][] {
  return typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
}

/** The compatible formats have a version of their own in their paths; the run endpoints have none. */
const compatible = /(?:^|\/)v1\//;

const single: Readonly<
  Record<Exclude<LogFilterKey, 'metadata.key' | 'metadata.value'>, (log: StoredLog) => LogValue | undefined>
> = {
  id: ({ id }) => id,
  created_at: ({ entry }) => entry.created_at,
  request_content_type: ({ entry }) => entry.request_content_type,
  response_content_type: ({ entry }) => entry.response_content_type,
  request_type: ({ entry }) => entry.request_type,
  success: ({ entry }) => entry.success,
  cached: ({ entry }) => entry.cached,
  provider: ({ entry }) => entry.provider,
  model: ({ entry }) => entry.model,
  model_type: ({ entry }) => entry.model_type,
  cost: ({ entry }) => entry.cost,
  tokens: totalTokens,
  tokens_in: ({ entry }) => entry.tokens_in,
  tokens_out: ({ entry }) => entry.tokens_out,
  duration: ({ entry }) => entry.duration,
  feedback: ({ feedback }) => feedback,
  event_id: ({ eventId }) => eventId,
  authentication: ({ entry }) => entry.authentication,
  wholesale: ({ entry }) => entry.wholesale,
  compatibilityMode: ({ entry }) => compatible.test(entry.path),
  dlp_action: ({ entry }) => dlpAction(entry.usage_metadata?.['dlp_action']),
  user_agent: ({ userAgent }) => userAgent,
};

/**
 * The values of a log entry that a filter compares: one, or for metadata one for each entry. Keys and values of
 * metadata are compared separately, not in pairs: cloudflare-typescript, AI Gateway.
 */
export function getMember(key: LogFilterKey): (log: StoredLog) => readonly LogValue[] {
  if (key === 'metadata.key') return (log) => toMetadata(log).map(([name]) => name);
  if (key === 'metadata.value') return (log) => toMetadata(log).map(([, value]) => value);
  const read = single[key];
  return (log) => [read(log) ?? null];
}

/** The action of data rules on a run with findings. */
function dlpAction(action: unknown): string | null {
  return typeof action === 'string' ? action : null;
}
