import type { TurnInput } from '../../../../spec/services/inference/input/media.ts';
import { getMediaType } from '../../../engines/models/media-type.ts';
import { inputBytes } from './input-bytes.ts';
import { wavFile } from './sound/wav-file.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';

/** Samples a second of audio without a header, as the model's makers have it. */
const rawRate = 16_000;
/** The WAV codec and bits of each number type. */
const rawFormats = {
  uint8: { tag: 1, bits: 8 },
  float32: { tag: 3, bits: 32 },
  float64: { tag: 3, bits: 64 },
} as const;

/**
 * Whether a speaker has finished, by the end of the text: at the end of a sentence, in the middle of one, or after a
 * word that others must follow.
 */
export async function detectTurn(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { audio, dtype = 'uint8' } = getInput<TurnInput>(call);
  const bytes = inputBytes(audio);
  const { tag, bits } = rawFormats[dtype];
  // A file has a header; anything else is raw samples.
  const file = getMediaType(bytes) === undefined ? wavFile(bytes, { tag, bits, sampleRate: rawRate }) : bytes;
  const { text } = await call.backend.transcribe(engineModel(call.model), { audio: file }, signal);
  const probability = completeness(text);
  return { kind: 'json', result: { is_complete: probability > 0.5, probability } };
}

/** The probability that a turn with this end is over. */
function completeness(text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') return 0.02;
  if (/(?:\.\.\.|…|[,;:–—-])$/u.test(trimmed)) return 0.08;
  if (/[.!?。！？]["'”»)]?$/u.test(trimmed)) return 0.97;
  const last = trimmed.split(/\s+/).at(-1)?.toLowerCase() ?? '';
  return leading.has(last) ? 0.05 : 0.76;
}

/** Words that can't end a turn. */
const leading: ReadonlySet<string> = new Set(
  'a an the and or but so because if when while that which who to of for with in on at from by my your our their is are was were um uh er well like then'.split(
    ' ',
  ),
);
