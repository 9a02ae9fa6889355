import type { EnvelopeEntry } from '../../envelope.ts';

// Their codes are ours: the platform documents 110003 alone.

/** What an answer says of a token source that no request can have. */
export function neverFoundMessage(index: number, why: string): EnvelopeEntry {
  return { code: 110020, message: `No request has what token_sources[${index}] names: ${why}` };
}

/**
 * What an answer says when every key of a request was dropped.
 *
 * @param faults what is not supported, one for each key: `keys[0] has an unsupported kty`
 */
export function noKeyLeftMessage(faults: readonly string[]): EnvelopeEntry {
  return { code: 110021, message: `No key is left, so no token is valid: ${faults.join(', ')}` };
}
