import {
  base64PictureSchema,
  base64SpeechSchema,
  deepgramTranscriptSchema,
  largeTranscriptSchema,
  transcriptSchema,
  turnSchema,
} from '../../spec/services/inference/output.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, getResult, refusedRuns } from './asking.ts';
import { decodePicture, mp3Seconds, wavSeconds } from './decoding.ts';
import {
  askWithBody,
  fromBase64,
  speech,
  taskModels,
  taskResult,
  toBase64,
  toBytes,
} from './tasks-asking.ts';

const { drawBytes, drawOtherBytes, flux, fluxForm } = taskModels;

const prompt = 'a red circle on a blue background';
const small = { prompt, width: 256, height: 320, num_steps: 1 };

const draw = (t: TestContext, input: object, model: string = drawBytes) => askModel(t, model, input);

function readForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Models that generate images. */
export const picturesSuite = defineSuite('inference/pictures', [
  {
    title: 'returns an image of the requested size as the body, with its own type',
    requirements: ['INF-TASK-23', 'INF-TASK-24', 'INF-TASK-25'],
    run: async (t) => {
      for (const model of [drawBytes, drawOtherBytes]) {
        const { bytes, type } = await toBytes(draw(t, small, model));
        const { type: real, width, height } = await decodePicture(bytes);
        await t.check('INF-TASK-24', () => equal(type, real, `content-type of ${model}`));
        await t.check('INF-TASK-25', () => equal([width, height], [256, 320], `the size of ${model}`));
      }
    },
  },
  {
    title: 'refuses sizes and steps out of their range',
    requirements: ['INF-TASK-26', 'INF-TASK-27', 'INF-TASK-28'],
    run: async (t) => {
      const good = () => draw(t, small);
      const refuses = (change: object) => refusedRuns(t, good, () => draw(t, { ...small, ...change }));
      await t.check('INF-TASK-26', () => refuses({ width: 255 }));
      await t.check('INF-TASK-27', () => refuses({ height: 2049 }));
      await t.check('INF-TASK-28', () => refuses({ num_steps: 21 }));
    },
  },
  test(['INF-TASK-29', 'INF-TASK-40'], 'returns an image as Base64, and accepts no size', async (t) => {
    const { image } = await taskResult(t, base64PictureSchema, flux, { prompt, steps: 1 });
    await t.check('INF-TASK-29', async () => {
      const { width, height } = await decodePicture(fromBase64(image));
      ok(width > 0 && height > 0, `the image has ${width} by ${height} pixels`);
    });
    await t.check('INF-TASK-40', () =>
      refusedRuns(
        t,
        () => draw(t, { prompt, steps: 1 }, flux),
        ['width', 'height'].map((side) => ({
          what: `with ${side}`,
          send: () => draw(t, { prompt, steps: 1, [side]: 512 }, flux),
          code: 5006,
        })),
      ),
    );
  }),
  test('INF-TASK-30', 'generates an image from a form', async (t) => {
    const form = readForm({ prompt, width: '512', height: '256' });
    const { image } = await getResult(base64PictureSchema, askWithBody(t, fluxForm, form));
    const { width, height } = await decodePicture(fromBase64(image));
    equal([width, height], [512, 256], 'the size');
  }),
]);

const { whisper, whisperLarge, deepgram, melo, aura, turn } = taskModels;

const sentence = 'Good morning, everyone. How are you today?';
const listen = (t: TestContext, model: string, sound: Uint8Array<ArrayBuffer>) =>
  askWithBody(t, model, sound, 'audio/mpeg');

/** Whether words follow one another in time. */
function inOrder(words: readonly { readonly start: number; readonly end: number }[]): boolean {
  return words.every(({ start, end }, index) => start <= end && start >= (words[index - 1]?.start ?? 0));
}

/** Models for speech recognition and speech synthesis. */
export const soundSuite = defineSuite('inference/sound', [
  {
    title: 'transcribes a recording in the body, word by word',
    requirements: ['INF-TASK-31', 'INF-TASK-32'],
    run: async (t) => {
      const transcript = await getResult(transcriptSchema, listen(t, whisper, await speech(t, sentence)));
      await t.check('INF-TASK-31', () => match(transcript.text, /morning/i, 'text'));
      await t.check('INF-TASK-32', () => {
        const words = transcript.words ?? [];
        ok(words.length > 0, 'words is empty');
        ok(inOrder(words), 'the words do not follow one another in time');
        match(transcript.vtt, /^WEBVTT\s+[\d:.]+ --> [\d:.]+\s/, 'vtt');
      });
    },
  },
  {
    title: 'transcribes a Base64 recording by segments, and names the language',
    requirements: ['INF-TASK-33', 'INF-TASK-34'],
    run: async (t) => {
      const audio = toBase64(await speech(t, sentence));
      const transcript = await taskResult(t, largeTranscriptSchema, whisperLarge, { audio });
      await t.check('INF-TASK-33', () => match(transcript.text, /morning/i, 'text'));
      await t.check('INF-TASK-34', () => {
        const segments = array(transcript.segments, 'segments');
        ok(segments.length > 0, 'segments is empty');
        ok(inOrder(transcript.segments ?? []), 'the segments do not follow one another in time');
        const { language, duration } = object(transcript.transcription_info, 'transcription_info');
        equal(language, 'en', 'transcription_info.language');
        ok(Number(duration) > 0, `transcription_info.duration is ${String(duration)}`);
      });
    },
  },
  test('INF-TASK-35', 'transcribes a recording by channel and alternative', async (t) => {
    const sound = await speech(t, sentence);
    const { results } = await getResult(deepgramTranscriptSchema, listen(t, deepgram, sound));
    const [alternative] = results.channels[0]?.alternatives ?? [];
    match(alternative?.transcript, /morning/i, 'the transcript');
    ok((alternative?.words.length ?? 0) > 0, 'words is empty');
  }),
  test('INF-TASK-36', 'returns speech as MP3 in Base64', async (t) => {
    const { audio } = await taskResult(t, base64SpeechSchema, melo, { prompt: sentence, lang: 'en' });
    ok((await mp3Seconds(fromBase64(audio))) > 0, 'the speech has no sound');
  }),
  {
    title: 'returns speech as the body, in MP3 by default',
    requirements: ['INF-TASK-37', 'INF-TASK-38'],
    run: async (t) => {
      const input = { text: sentence, encoding: 'linear16', container: 'wav' };
      const wav = await toBytes(askModel(t, aura, input));
      await t.check('INF-TASK-37', () => ok(wavSeconds(wav.bytes) > 0, 'the speech has no sound'));
      const mp3 = await toBytes(askModel(t, aura, { text: sentence }));
      await t.check('INF-TASK-38', async () => {
        equal(mp3.type, 'audio/mpeg', 'content-type');
        ok((await mp3Seconds(mp3.bytes)) > 0, 'the speech has no sound');
      });
    },
  },
  test('INF-TASK-39', 'says whether a speaker has finished', async (t) => {
    const input = { text: sentence, encoding: 'linear16', container: 'wav', sample_rate: 16_000 };
    const { bytes } = await t.step('a voice', () => toBytes(askModel(t, aura, input)));
    const turnResult = await taskResult(t, turnSchema, turn, { audio: toBase64(bytes) });
    equal(turnResult.is_complete, turnResult.probability > 0.5, 'is_complete');
  }),
]);
