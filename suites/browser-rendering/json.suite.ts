import { z } from 'zod';
import type { modelReplySchema } from '../../spec/model-reply.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { replying } from '../inference/replying.ts';
import {
  askFor,
  getError,
  getResult,
  html,
  isFailure,
  type Members,
  ofEveryFailure,
  type Refusal,
  refusalTest,
} from './rendering.ts';

const action = 'browser-rendering.json.create';

const page = html('<h1>Pens and inks</h1><p>A pen costs 3 dollars.</p>');

const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

const read = async (t: TestContext, members: Members) =>
  object(await getResult(t, action, { html: page, ...members }), 'result');

const toFormat = (schema: z.ZodType) => ({ type: 'json_schema', json_schema: z.toJSONSchema(schema) });

/** Schemas for the data of a page. */
const schemas = {
  'an object of texts and numbers': z.object({ title: z.string(), price: z.number() }),
  'lists and choices': z.object({
    goods: z
      .array(z.object({ name: z.string(), kind: z.enum(['pen', 'ink', 'paper']) }))
      .min(1)
      .max(3),
    open: z.boolean(),
  }),
  'bounds and patterns': z.object({
    stars: z.int().min(1).max(5),
    code: z.string().regex(/^[A-Z]{3}-\d{2}$/),
    note: z.string().max(40).nullable(),
  }),
} as const;

const schemaTests = Object.entries(schemas).map(
  ([what, schema]): Test<KnownRequirementId> => ({
    title: `returns data that conforms to a schema with ${what}`,
    requirements: ['BR-JSON-1', 'BR-JSON-2'],
    features: ['browser'],
    run: async (t) => {
      const result = await read(t, { prompt: 'What is sold here?', response_format: toFormat(schema) });
      const { error } = schema.safeParse(result);
      equal(
        error?.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`) ?? [],
        [],
        show(result),
      );
    },
  }),
);

const refusals: readonly Refusal[] = [
  {
    title: 'refuses a request with neither prompt nor response_format',
    requirements: ['BR-JSON-3'],
    action,
    good: { html: page, prompt: 'What is sold here?' },
    bad: { 'without either': { prompt: undefined }, 'with an empty prompt': { prompt: '' } },
  },
  {
    title: 'refuses an invalid response_format',
    requirements: ['BR-ERR-2'],
    action,
    good: { html: page, response_format: toFormat(schemas['an object of texts and numbers']) },
    bad: {
      'of another type': { response_format: { type: 'xml', json_schema: {} } },
      'without a type': { response_format: { json_schema: {} } },
      'with a schema that is text': { response_format: { type: 'json_schema', json_schema: 'object' } },
    },
  },
  {
    title: 'refuses a model without a provider',
    requirements: ['BR-JSON-6'],
    action,
    good: { html: page, prompt: 'What is sold here?' },
    bad: {
      'with a name alone': { custom_ai: [{ model: 'llama' }] },
      'with a provider alone': { custom_ai: [{ model: 'workers-ai/' }] },
      'with no provider before the slash': { custom_ai: [{ model: '/llama' }] },
      'without a model': { custom_ai: [{ authorization: 'Bearer x' }] },
    },
  },
];

type Reply = z.input<typeof modelReplySchema>['reply'];

/** Scripts the reply of models that match a pattern to prompts with this word. */
const says = (t: TestContext, word: string, model: string, reply: Reply) =>
  replying(t, { match: { model, text: word }, reply });

const custom = (...models: readonly string[]) =>
  models.map((model) => ({ model, authorization: 'Bearer x' }));

const first = 'openai/gpt-5';
const second = `workers-ai/${llama}`;

/** Answers of the first model that make the server try the next one. */
const unusable: readonly (readonly [
  what: string,
  requirements: readonly KnownRequirementId[],
  reply: Reply,
])[] = [
  ['fails', ['BR-JSON-4'], { error: { status: 500 } }],
  ['answers in words', ['BR-JSON-4'], { text: 'A pen.' }],
  ['answers with a list', ['BR-JSON-4'], { json: ['pen'] }],
  ['omits a required member of the schema', ['BR-JSON-2', 'BR-JSON-4'], { json: { name: 'pen' } }],
  ['returns a member of another type', ['BR-JSON-2', 'BR-JSON-4'], { json: { by: 7 } }],
];

const nextTests = unusable.map(
  ([what, requirements, reply]): Test<KnownRequirementId> => ({
    title: `tries the next model after one that ${what}`,
    requirements,
    features: ['browser', 'admin'],
    run: async (t) => {
      const word = t.title();
      await says(t, word, first, reply);
      await says(t, word, llama, { json: { by: 'the second' } });
      const result = await read(t, {
        prompt: `Who says ${word}?`,
        response_format: toFormat(z.object({ by: z.string() })),
        custom_ai: custom(first, second),
      });
      equal(result, { by: 'the second' }, 'result');
    },
  }),
);

/** Answers of the only model that make the request fail. */
const failures: readonly (readonly [what: string, reply: Reply, raw: string | undefined])[] = [
  ['a model that answers in words', { text: 'A pen, I think.' }, 'A pen, I think.'],
  ['a model with an answer that does not fit the schema', { json: { by: 7 } }, '{"by":7}'],
  ['a model that fails', { error: { status: 503 } }, undefined],
];

const failureTests = failures.map(
  ([what, reply, raw]): Test<KnownRequirementId> => ({
    title: `fails for ${what}${raw === undefined ? '' : ', and returns its answer'}`,
    requirements: ['BR-JSON-8'],
    judges: ofEveryFailure,
    features: ['browser', 'admin'],
    run: async (t) => {
      const word = t.title();
      await says(t, word, llama, reply);
      const answer = await askFor(t, action, {
        html: page,
        prompt: `Who says ${word}?`,
        response_format: toFormat(z.object({ by: z.string() })),
      });
      await isFailure(t, answer, { status: 422 });
      match(getError(answer)['message'], /./, 'the message');
      const received = object(answer.body, 'the answer')['rawAiResponse'];
      equal(
        typeof received === 'string' ? received.replace(/\s/g, '') : received,
        raw?.replace(/\s/g, ''),
        'rawAiResponse',
      );
    },
  }),
);

/** Data that a model extracts from a page. */
export const renderedJsonSuite = defineSuite(
  { name: 'browser-rendering/json', features: ['browser', 'admin'] },
  [
    {
      title: 'answers a prompt without a schema with an object',
      requirements: ['BR-JSON-1'],
      features: ['browser'],
      run: async (t) => {
        const result = await read(t, { prompt: 'What is sold here, and for how much?' });
        ok(Object.keys(result).length > 0, 'result is an empty object');
      },
    },
    ...schemaTests,
    {
      title: 'sends the prompt and the rendered page to a model',
      requirements: ['BR-JSON-1'],
      features: ['browser', 'pages', 'admin'],
      run: async (t) => {
        const word = t.title();
        await says(t, word, llama, { json: { seen: word } });
        const built = html(`<script>document.body.append(${JSON.stringify(word)})</script>`);
        const site = await t.site({ '/': built });
        const members = { html: undefined, url: `${site.url}/`, prompt: 'What is sold here?' };
        equal(await read(t, members), { seen: word }, 'result for a word on the page');
        equal(
          await read(t, { prompt: `What is ${word}?` }),
          { seen: word },
          'result for a word in the prompt',
        );
      },
    },
    test('BR-JSON-4', 'uses only the first model of custom_ai if it answers', async (t) => {
      const word = t.title();
      await says(t, word, first, { json: { by: 'the first' } });
      await says(t, word, llama, { json: { by: 'the second' } });
      const by = async (...models: readonly string[]) =>
        read(t, { prompt: `Who says ${word}?`, custom_ai: custom(...models) });
      equal(await by(first, second), { by: 'the first' }, 'result');
      equal(await by(second, first), { by: 'the second' }, 'result in reverse order');
    }),
    ...nextTests,
    ...failureTests,
    ...refusals.map(refusalTest),
  ],
);
