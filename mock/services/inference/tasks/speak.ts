import type { AuraInput, MeloInput } from '../../../../spec/services/inference/input/media.ts';
import type { Speech } from '../../../engines/models/backend.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { encodeFlac } from './sound/flac.ts';
import { type Pcm, readPcm, resample, toALaw, toMuLaw } from './sound/read-pcm.ts';
import { wavFile } from './sound/wav-file.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';

type Encoding = NonNullable<AuraInput['encoding']>;
type Container = NonNullable<AuraInput['container']>;

/** The containers and rates of an encoding. */
interface Writing {
  /** The first is the default. */
  readonly containers: readonly Container[];
  /** Default rate in samples a second. */
  readonly sampleRate: number;
  write(
    sound: Pcm,
    container: Container,
  ): { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string };
}

/** One channel in eight-bit samples, raw or in a WAV file. */
function companded(
  compand: (samples: Int16Array) => Uint8Array<ArrayBuffer>,
  tag: number,
  bareType: (sampleRate: number) => string,
): Writing {
  return {
    containers: ['wav', 'none'],
    sampleRate: 8000,
    write({ samples, sampleRate }, container) {
      const bytes = compand(samples);
      return container === 'none'
        ? { bytes, mediaType: bareType(sampleRate) }
        : { bytes: wavFile(bytes, { tag, bits: 8, sampleRate }), mediaType: 'audio/wav' };
    },
  };
}

/** The encodings of a voice. MP3 comes from the voice itself; Opus and AAC are not supported. */
const writings: Readonly<Partial<Record<Encoding, Writing>>> = {
  linear16: {
    containers: ['wav', 'none'],
    sampleRate: 24_000,
    write({ samples, sampleRate }, container) {
      const bare = new Uint8Array(samples.length * 2);
      const view = new DataView(bare.buffer);
      for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true);
      return container === 'none'
        ? { bytes: bare, mediaType: `audio/l16;rate=${sampleRate};channels=1` }
        : { bytes: wavFile(bare, { tag: 1, bits: 16, sampleRate }), mediaType: 'audio/wav' };
    },
  },
  mulaw: companded(toMuLaw, 7, (rate) => (rate === 8000 ? 'audio/basic' : `audio/pcmu;rate=${rate}`)),
  alaw: companded(toALaw, 6, (rate) => `audio/pcma;rate=${rate}`),
  flac: {
    containers: ['none'],
    sampleRate: 22_050,
    write: (sound) => ({ bytes: encodeFlac(sound), mediaType: 'audio/flac' }),
  },
};

/** A text read aloud, as Base64 of an MP3 file. */
export async function speakAsBase64(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { prompt, lang = 'en' } = getInput<MeloInput>(call);
  const speech = await say(call, { text: prompt, voice: lang, mediaType: 'audio/mpeg' }, signal);
  return { kind: 'json', result: { audio: toBase64(speech) } };
}

/**
 * A text read aloud, as the body of the answer, in the requested encoding, container and rate (defaults of all but MP3:
 * inferred from Deepgram's own interface).
 *
 * @throws ModelError `bad-input` for an unsupported encoding, or a container that it doesn't have
 */
export async function speakAsBytes(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { text, speaker, encoding = 'mp3', container, sample_rate } = getInput<AuraInput>(call);
  const voice = speaker === undefined ? {} : { voice: speaker };
  if (encoding === 'mp3') {
    refuseContainer(encoding, container, ['none']);
    const rate = sample_rate === undefined ? {} : { sampleRate: sample_rate };
    const bytes = await say(call, { text, ...voice, mediaType: 'audio/mpeg', ...rate }, signal);
    return { kind: 'bytes', bytes, mediaType: 'audio/mpeg' };
  }
  const writing = writings[encoding];
  if (writing === undefined) {
    const made = ['mp3', ...Object.keys(writings)].join(', ');
    throw new ModelError('bad-input', `Speech in ${encoding} is not supported here: use one of ${made}.`);
  }
  refuseContainer(encoding, container, writing.containers);
  const sampleRate = sample_rate ?? writing.sampleRate;
  const file = await say(call, { text, ...voice, mediaType: 'audio/wav', sampleRate }, signal);
  // Not every voice supports the requested rate.
  const sound = resample(readPcm(file), sampleRate);
  return { kind: 'bytes', ...writing.write(sound, container ?? writing.containers[0] ?? 'none') };
}

async function say({ model, backend }: TaskCall, speech: Speech, signal: AbortSignal) {
  return new Uint8Array(await backend.speak(engineModel(model), speech, signal));
}

function refuseContainer(
  encoding: Encoding,
  container: Container | undefined,
  allowed: readonly Container[],
): void {
  if (container === undefined || allowed.includes(container)) return;
  const choice = allowed.join(' or ');
  throw new ModelError(
    'bad-input',
    `The encoding ${encoding} comes in the container ${choice}, not ${container}.`,
  );
}
