import type { EnvelopeEntry } from '../../envelope.ts';
import type { PhaseName } from './phases.ts';

/** Code of {@link keptPhaseMessage}; ours, since the platform has no such message. */
export const keptPhaseCode = 20900;

/** What an answer says when it depends on a phase that the mock keeps but does not run. */
export function keptPhaseMessage(phase: PhaseName): EnvelopeEntry {
  return {
    code: keptPhaseCode,
    message: `The phase ${phase} is stored, not evaluated: its rules are kept as they were sent and change no request here`,
  };
}
