import { gatewayLimits as limits } from './limits.ts';

export type MetadataValue = string | number | boolean;

/** What a caller attaches to the log entry of a request. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

/** Keys that belong to the platform and are taken out. */
const reserved = 'cf.';

/**
 * The metadata that a log entry keeps of what the caller sent: fact sheet inference, section 6.8.
 *
 * Keys of the platform are taken out, entries behind the fifth are dropped, and one value that is null or
 * nested makes the whole metadata null. Nothing of that is an error.
 *
 * @returns null where nothing is kept
 *
 * @example
 * keptMetadata({ user: 7, 'cf.zone': 'x' }) // { user: 7 }
 * keptMetadata({ user: 7, tags: ['a'] }) // null
 */
export function keptMetadata(sent: unknown): Metadata | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const entries = Object.entries(sent as Record<string, unknown>); // JSON objects have string keys
  const kept: [string, MetadataValue][] = [];
  for (const [key, value] of entries) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
    if (!key.startsWith(reserved)) kept.push([key, value]);
  }
  return Object.fromEntries(kept.slice(0, limits.metadataEntries));
}
