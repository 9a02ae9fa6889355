import { classicTextSchema } from '../../spec/services/inference/output.ts';
import { match } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { askModel, models, resultOf } from './asking.ts';

/** A red point: one pixel of PNG. */
const point =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const bytes = () => [...atob(point)].map((character) => character.charCodeAt(0));

/** Text generation about pictures. */
export const seeingSuite = defineSuite({
  name: 'inference/seeing',
  tests: [
    {
      title: 'takes content as a list of text and image_url',
      requirements: ['INF-TEXT-23'],
      run: async (t) => {
        const content = [
          { type: 'text', text: 'What colour is this picture?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${point}` } },
        ];
        const input = { messages: [{ role: 'user', content }] };
        const { response } = await resultOf(classicTextSchema, askModel(t, models.seeing, input));
        match(response, /\S/, 'response');
      },
    },
    {
      title: 'takes an image beside the prompt',
      requirements: ['INF-TEXT-24'],
      run: async (t) => {
        for (const image of [bytes(), point]) {
          const input = { prompt: 'What colour is this picture?', image };
          const { response } = await resultOf(classicTextSchema, askModel(t, models.seeing, input));
          match(response, /\S/, 'response');
        }
      },
    },
  ],
});
