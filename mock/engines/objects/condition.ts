import type { ObjectRecord } from './object-record.ts';

/** An entity tag in a condition. */
export type EntityTag =
  | { readonly type: 'any' }
  | { readonly type: 'strong'; readonly value: string }
  | { readonly type: 'weak'; readonly value: string };

/** A condition on an object, or on its absence. */
export interface Condition {
  /** `If-Match` */
  readonly matches?: readonly EntityTag[] | undefined;
  /** `If-None-Match` */
  readonly differs?: readonly EntityTag[] | undefined;
  /** `If-Modified-Since`, in milliseconds since 1970 */
  readonly after?: number | undefined;
  /** `If-Unmodified-Since`, in milliseconds since 1970 */
  readonly before?: number | undefined;
  /** Whether times are compared in whole seconds. */
  readonly wholeSeconds?: boolean | undefined;
}

/**
 * Whether a condition holds: workerd. Unlike in RFC 9110, equal times fail in both directions, and a missing object
 * counts as modified neither before nor since.
 *
 * @param record the object, undefined if there is none
 */
export function holds(
  condition: Condition,
  record: Pick<ObjectRecord, 'etag' | 'uploaded'> | undefined,
): boolean {
  const { matches, differs, after, before } = condition;
  if (record === undefined) return matches === undefined && after === undefined;
  const precise = condition.wholeSeconds ? wholeSecond : exact;
  const uploaded = precise(record.uploaded);
  const isMatch = matches === undefined || matches.some((tag) => isTagOf(tag, record.etag, false));
  const isOther = differs === undefined || !differs.some((tag) => isTagOf(tag, record.etag, true));
  // A tag is more precise than a time; if it matches, the time is ignored.
  const isLater = after === undefined || precise(after) < uploaded || (differs !== undefined && isOther);
  const isEarlier = before === undefined || uploaded < precise(before) || (matches !== undefined && isMatch);
  return isMatch && isOther && isLater && isEarlier;
}

function isTagOf(tag: EntityTag, etag: string, weakly: boolean): boolean {
  return tag.type === 'any' || (tag.value === etag && (weakly || tag.type === 'strong'));
}

const exact = (ms: number) => ms;
const wholeSecond = (ms: number) => Math.floor(ms / 1_000);
