import type { EnvelopeEntry } from '../../envelope.ts';

// Their codes are ours: the platform documents only 110003.

/** The message about a token source that no request can have. */
export function neverFoundMessage(index: number, why: string): EnvelopeEntry {
  return { code: 110020, message: `No request has the source token_sources[${index}] names: ${why}` };
}

/**
 * The message when every key of a request was dropped.
 *
 * @param faults the unsupported part of each key: `keys[0] has an unsupported kty`
 */
export function noKeyLeftMessage(faults: readonly string[]): EnvelopeEntry {
  return { code: 110021, message: `No key is left, so no token is valid: ${faults.join(', ')}` };
}
