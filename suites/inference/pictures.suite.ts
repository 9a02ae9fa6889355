import { z } from 'zod';
import {
  base64PictureSchema,
  base64SpeechSchema,
  classicTextSchema,
  deepgramTranscriptSchema,
  descriptionSchema,
  detectionsSchema,
  labelsSchema,
  largeTranscriptSchema,
  transcriptSchema,
  turnSchema,
} from '../../spec/services/inference/output.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { decodePicture, pictureHeader } from '../harness/picture.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, getResult, models, refusedRuns } from './asking.ts';
import { mp3Seconds, redDisc, wavSeconds } from './decoding.ts';
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
        const { width, height } = await decodePicture(bytes);
        const real = `image/${pictureHeader(bytes).type}`;
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

const { label, detect, describe, imageTask } = taskModels;

const numbers = async () => [...(await redDisc())];
const withPicture = async (t: TestContext, model: string) =>
  askWithBody(t, model, await redDisc(), 'image/png');

/** A task of the multi-task model, and the member with its answer. */
const imageTasks = [
  { task: 'query', question: 'What colour is the disc?', member: 'answer' },
  { task: 'caption', member: 'caption' },
  { task: 'point', object: 'disc', member: 'points' },
  { task: 'detect', object: 'disc', member: 'objects' },
] as const;

/** Models that describe images. */
export const lookingSuite = defineSuite('inference/looking', [
  test(['INF-TASK-18', 'INF-TASK-19'], 'labels an image sent as numbers or as the body', async (t) => {
    const labels = await taskResult(t, labelsSchema, label, { image: await numbers() });
    await t.check('INF-TASK-18', () => ok(labels.length > 0, 'there are no labels'));
    const again = await getResult(labelsSchema, withPicture(t, label));
    await t.check('INF-TASK-19', () => equal(again[0]?.label, labels[0]?.label, 'the best label'));
  }),
  test('INF-TASK-20', 'locates objects in an image by the corners of a box', async (t) => {
    const found = await taskResult(t, detectionsSchema, detect, { image: await numbers() });
    for (const { label: name, box } of found) {
      ok(box.xmin <= box.xmax && box.ymin <= box.ymax, `the box of ${name} is inside out`);
    }
  }),
  test('INF-TASK-21', 'describes an image', async (t) => {
    const input = { image: await numbers(), prompt: 'What do you see?', max_tokens: 64 };
    const { description } = await taskResult(t, descriptionSchema, describe, input);
    match(description, /\S/, 'description');
  }),
  test('INF-TASK-22', 'answers with the member of the task', async (t) => {
    const image = toBase64(await redDisc());
    for (const { member, ...task } of imageTasks) {
      const result = await taskResult(t, z.unknown(), imageTask, { ...task, image });
      const answer = object(result, `result of ${task.task}`)[member];
      if (member === 'points' || member === 'objects') array(answer, member);
      else match(answer, /\S/, member);
    }
  }),
]);

/** A red one-pixel PNG. */
const point =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const bytes = () => [...atob(point)].map((character) => character.charCodeAt(0));

/** Text generation from images. */
export const seeingSuite = defineSuite('inference/seeing', [
  test('INF-TEXT-23', 'accepts content as a list of text and image_url', async (t) => {
    const content = [
      { type: 'text', text: 'What colour is this picture?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${point}` } },
    ];
    const input = { messages: [{ role: 'user', content }] };
    const { response } = await getResult(classicTextSchema, askModel(t, models.seeing, input));
    match(response, /\S/, 'response');
  }),
  test('INF-TEXT-24', 'accepts an image with the prompt', async (t) => {
    for (const image of [bytes(), point]) {
      const input = { prompt: 'What colour is this picture?', image };
      const { response } = await getResult(classicTextSchema, askModel(t, models.seeing, input));
      match(response, /\S/, 'response');
    }
  }),
]);
