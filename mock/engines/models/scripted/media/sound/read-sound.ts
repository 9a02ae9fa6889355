import { ModelError } from '../../../model-error.ts';
import { BytesReader } from '../bytes-reader.ts';
import { flacDuration, mp4Duration, oggDuration } from './containers.ts';
import { decodeMp3 } from './mp3.ts';
import { readMp3Code } from './mp3-code.ts';
import { demodulate } from './tone-code.ts';
import { decodeWav } from './wav.ts';
import { webmDuration } from './webm.ts';

/** What was heard in a file. */
export interface Sound {
  /** Seconds. */
  readonly duration: number;
  /** What was said, if it was said by `speak`. */
  readonly codePoints?: readonly number[];
  /** Whether there is nothing to hear; known for WAV alone. */
  readonly isSilent: boolean;
}

/**
 * Listens to a file: WAV and MP3 are read, and of Ogg, FLAC, WebM and MP4 it is read how long they are.
 *
 * @throws {ModelError} `bad-input` for what is none of them, or is broken.
 */
export function readSound(bytes: Uint8Array): Sound {
  const reader = new BytesReader(bytes);
  const lasting = (format: string, duration: number | undefined): Sound => {
    if (duration === undefined || !Number.isFinite(duration) || duration < 0) {
      throw new ModelError('bad-input', `The audio is not a readable ${format} file.`);
    }
    return { duration, isSilent: false };
  };
  if (bytes.length === 0) throw new ModelError('bad-input', 'The audio is empty.');
  if (reader.has('RIFF', 0) && reader.has('WAVE', 8)) return readWav(bytes);
  if (reader.has('OggS', 0)) return lasting('Ogg', oggDuration(bytes));
  if (reader.has('fLaC', 0)) return lasting('FLAC', flacDuration(bytes));
  if (reader.has('ftyp', 4)) return lasting('MP4', mp4Duration(bytes));
  if (reader.u32(0) === 0x1a45dfa3) return lasting('WebM', webmDuration(bytes));
  const mp3 = decodeMp3(bytes);
  if (mp3 === undefined) {
    throw new ModelError(
      'bad-input',
      'The audio is no WAV, MP3, Ogg, FLAC, WebM or MP4 file, or a broken one.',
    );
  }
  const codePoints = readMp3Code(bytes, mp3.frames);
  return { duration: mp3.duration, isSilent: false, ...(codePoints === undefined ? {} : { codePoints }) };
}

function readWav(bytes: Uint8Array): Sound {
  const wav = decodeWav(bytes);
  if (wav === undefined) throw new ModelError('bad-input', 'The audio is not a readable WAV file.');
  const { samples, sampleRate, duration } = wav;
  if (samples === undefined) return { duration, isSilent: false };
  const codePoints = demodulate(samples, sampleRate);
  const isSilent = samples.every((sample) => sample === 0);
  return { duration, isSilent, ...(codePoints === undefined ? {} : { codePoints }) };
}
