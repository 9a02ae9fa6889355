import { z } from 'zod';
import {
  classicTextSchema,
  descriptionSchema,
  detectionsSchema,
  labelsSchema,
} from '../../spec/services/inference/output.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, getResult, models } from './asking.ts';
import { redDisc } from './decoding.ts';
import { askWithBody, taskModels, taskResult, toBase64 } from './tasks-asking.ts';

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
