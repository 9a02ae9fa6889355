import { z } from 'zod';
import { base64PictureSchema } from '../../spec/services/inference/output.ts';
import { differ, equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { askModel, resultOf } from './asking.ts';
import { decodePicture } from './decoding.ts';
import { refusedRuns } from './refusing.ts';
import { askWithBody, bytesOf, fromBase64, taskModels, taskResult, toBase64 } from './tasks-asking.ts';

const { drawBytes, drawOtherBytes, flux, fluxForm } = taskModels;

const prompt = 'a red circle on a blue background';
const small = { prompt, width: 256, height: 320, num_steps: 1 };

const draw = (t: TestContext, input: object, model: string = drawBytes) => askModel(t, model, input);

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Models that draw. */
export const picturesSuite = defineSuite({
  name: 'inference/pictures',
  tests: [
    {
      title: 'draws a picture of the size that was asked for, as the body, under its own type',
      requirements: ['INF-TASK-23', 'INF-TASK-24', 'INF-TASK-25'],
      run: async (t) => {
        for (const model of [drawBytes, drawOtherBytes]) {
          const { bytes, type } = await bytesOf(draw(t, small, model));
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
    {
      title: 'answers a picture as Base64, and takes no size there',
      requirements: ['INF-TASK-29', 'INF-TASK-40'],
      run: async (t) => {
        const { image } = await taskResult(t, base64PictureSchema, flux, { prompt, steps: 1 });
        await t.check('INF-TASK-29', async () => {
          const { width, height } = await decodePicture(fromBase64(image));
          ok(width > 0 && height > 0, `the picture has ${width} by ${height} pixels`);
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
      },
    },
    {
      title: 'draws what a form asks for',
      requirements: ['INF-TASK-30'],
      run: async (t) => {
        const form = formOf({ prompt, width: '512', height: '256' });
        const { image } = await resultOf(base64PictureSchema, askWithBody(t, fluxForm, form));
        const { width, height } = await decodePicture(fromBase64(image));
        equal([width, height], [512, 256], 'the size');
      },
    },
    {
      title: 'draws something else for another prompt',
      requirements: ['INF-TASK-52'],
      run: async (t) => {
        const one = await bytesOf(draw(t, small));
        const other = await bytesOf(draw(t, { ...small, prompt: 'two green squares' }));
        differ(toBase64(other.bytes), toBase64(one.bytes), 'the picture of another prompt');
        const flat = await taskResult(t, z.unknown(), flux, { prompt, steps: 1 });
        const second = await taskResult(t, z.unknown(), flux, { prompt: 'a yellow star', steps: 1 });
        differ(second, flat, 'the picture of another prompt');
      },
    },
  ],
});
