import {
  answers,
  both,
  eachObject,
  isObject,
  type Json,
  type JsonObject,
  lacks,
  results,
  says,
  succeedsWith,
  texts,
} from './answers.ts';
import { defineVariations, type Variation } from './variation.ts';

const suites = ['inference'];
const open =
  'inference-and-conversion.md: response bodies are not shown beyond being in the format of each endpoint.';
const background =
  'inference-and-conversion.md: the body returned for an accepted background request is not shown.';
const failure = 'inference-and-conversion.md, Errors: other error bodies and codes are not shown.';
const more = 'Members that no seed names are allowed.';

const runs = 'inference.run';
const formats = 'inference.chat-completions,inference.messages,inference.responses';
const all = `${runs},${formats}`;

const isJson = (headers: Headers) => headers.get('content-type')?.startsWith('application/json') === true;

/** Answers of models. */
export const inferenceVariations = defineVariations([
  { id: 'runs-models-with-201', because: open, suites, ...succeedsWith(all, 201) },
  ...[200, 201].map(
    (status): Variation => ({
      id: `takes-background-runs-with-${status}`,
      because: background,
      suites: ['inference/background'],
      ...answers(runs, (answer) => (answer.status === 202 ? { status } : undefined)),
    }),
  ),
  ...[
    ['with-an-id-of-another-name', { job: 'j-1', status: 'queued' }] as const,
    ['without-a-word', null] as const,
  ].map(
    ([words, result]): Variation => ({
      id: `takes-background-runs-${words}`,
      because: background,
      suites: ['inference/background'],
      foreign: true,
      ...both(
        answers(runs, ({ status, body }) =>
          status === 202 && isObject(body) ? { body: { ...body, result } } : undefined,
        ),
        lacks('inference.background-run'),
      ),
    }),
  ),
  {
    id: 'answers-runs-with-plain-text',
    because: open,
    suites: ['inference/background'],
    foreign: true,
    ...texts(
      'api',
      ({ status, headers }) =>
        status === 200 && headers.get('touchstone-operation') === runs && isJson(headers),
      (text, headers) => {
        const { result }: { result: Json } = JSON.parse(text);
        headers.set('content-type', 'text/plain');
        return isObject(result) && isObject(result['result'])
          ? String(result['result']['response'])
          : isObject(result)
            ? String(result['response'])
            : text;
      },
    ),
  },
  {
    id: 'refuses-runs-with-422',
    because: failure,
    suites: [...suites, 'ai-gateway'],
    ...answers('inference.', ({ status, body }) =>
      status === 400 && !JSON.stringify(body).includes('webhook') ? { status: 422 } : undefined,
    ),
  },
  {
    id: 'knows-no-model-with-404',
    because: failure,
    suites,
    ...answers('inference.', ({ status, body }) =>
      status === 400 && /model/i.test(JSON.stringify(body)) ? { status: 404 } : undefined,
    ),
  },
  {
    id: 'refuses-in-envelopes-on-every-endpoint',
    because: failure,
    suites,
    ...answers(formats, ({ status, body }) =>
      status >= 400 && isObject(body)
        ? { body: { result: null, success: false, errors: getErrors(body), messages: [] } }
        : undefined,
    ),
  },
  {
    id: 'says-something-else',
    because: 'The text of a model is not shown.',
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...says(all, (body) =>
      eachObject(body, (one) => ({
        ...one,
        ...wordsIn(one, 'content'),
        ...wordsIn(one, 'text'),
        ...wordsIn(one, 'response'),
      })),
    ),
  },
  {
    id: 'counts-other-tokens',
    because: open,
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...says(all, (body) =>
      eachObject(body, (one) => ({
        ...one,
        ...countsIn(one, ['prompt_tokens', 'completion_tokens', 'input_tokens', 'output_tokens'], 7),
        ...countsIn(one, ['total_tokens'], 14),
      })),
    ),
  },
  {
    id: 'names-answers-otherwise',
    because: open,
    suites,
    ...answers(all, ({ status, body }) =>
      status === 200 && isObject(body)
        ? {
            body: eachObject(body, (one) =>
              typeof one['id'] === 'string' ? { ...one, id: `x.${one['id'].slice(-12)}` } : one,
            ),
          }
        : undefined,
    ),
  },
  {
    id: 'names-the-snapshot-of-a-model',
    because: open,
    suites,
    ...says(all, (body) =>
      eachObject(body, (one) =>
        typeof one['model'] === 'string'
          ? { ...one, model: `${one['model'].split('/').at(-1)}-2026-01-01` }
          : one,
      ),
    ),
  },
  {
    id: 'adds-members-to-answers-of-models',
    because: more,
    suites,
    ...says(all, (body) => eachObject(body, (one) => ({ ...one, x_trace: { took: 3 } }))),
  },
  {
    id: 'answers-runs-of-others-bare',
    because: open,
    suites: [...suites, 'ai-gateway'],
    ...results(runs, (result) =>
      isObject(result) && isObject(result['result']) ? result['result'] : result,
    ),
  },
  {
    id: 'answers-runs-as-chat-completions',
    because: open,
    suites: [...suites, 'ai-gateway'],
    ...results(runs, (result) =>
      isObject(result) && typeof result['response'] === 'string'
        ? {
            choices: [
              {
                index: 0,
                message: { role: 'assistant', content: result['response'] },
                finish_reason: 'stop',
              },
            ],
          }
        : result,
    ),
  },
  {
    id: 'has-no-list-of-models',
    because: 'No endpoint that lists models is shown.',
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...lacks(
      'inference.models,inference.openai-models,inference.tasks,inference.authors,inference.finetunes',
    ),
  },
  {
    id: 'has-four-endpoints-of-models-alone',
    because: 'inference-and-conversion.md, Endpoints: others are not shown.',
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...lacks('inference.background-run,inference.embeddings,inference.response.,inference.to-markdown', 405),
  },
  {
    id: 'has-no-gateways-to-manage',
    because:
      'inference-and-conversion.md: what is below `/ai-gateway` is named, and no endpoint of it shown.',
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...lacks('ai-gateway.'),
  },
  {
    id: 'has-no-gateways-to-make',
    because:
      'inference-and-conversion.md: what is below `/ai-gateway` is named, and no endpoint of it shown.',
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...lacks('ai-gateway.gateway.create,ai-gateway.gateway.update,ai-gateway.gateway.delete', 501),
  },
  {
    id: 'keeps-no-logs-to-read',
    because: 'inference-and-conversion.md: logging is a feature, and no endpoint of logs is shown.',
    suites: [...suites, 'ai-gateway'],
    foreign: true,
    ...lacks('ai-gateway.log.'),
  },
]);

/** Event streams with other framing: HTML, Server-sent events. */
export const streamVariations = defineVariations([
  {
    id: 'streams-byte-by-byte',
    because: 'The division of a stream into chunks has no meaning.',
    suites: ['inference/chat-completions', 'inference/client-library'],
    ...streamed((text) => [...text]),
  },
  {
    id: 'streams-with-carriage-returns',
    because: 'HTML, Server-sent events: a line ends with LF, CR or both.',
    suites: ['inference/chat-completions', 'inference/client-library'],
    ...streamed((text) => [text.replaceAll('\n', '\r\n')]),
  },
  {
    id: 'streams-comments-in-between',
    because: 'HTML, Server-sent events: a line that begins with a colon is a comment.',
    suites: ['inference/chat-completions', 'inference/client-library'],
    ...streamed((text) => [': still here\n\n', text]),
  },
  {
    id: 'streams-without-a-space-behind-the-colon',
    because: 'HTML, Server-sent events: one space after the colon is not part of the value.',
    suites: ['inference/chat-completions', 'inference/client-library'],
    ...streamed((text) => [text.replaceAll(/^(data|event): /gm, '$1:')]),
  },
]);

const sender = 'mock/services/inference/background/webhook-sender.ts';
const payload = 'const body = webhookBody(payload, format);';
const webhookWith = (members: string) => ({
  file: sender,
  replace: payload,
  by: `const body = webhookBody({ ...payload, ${members} } as never, format);`,
});
const hooks = ['inference/background-webhooks'];

/** The content of a webhook. */
export const webhookVariations = defineVariations([
  {
    id: 'spells-states-in-lower-case',
    because: 'inference-and-conversion.md: values of the webhook `state` field are not shown.',
    suites: hooks,
    ...webhookWith('state: payload.state.toLowerCase()'),
  },
  {
    id: 'calls-completed-runs-succeeded',
    because: 'inference-and-conversion.md: values of the webhook `state` field are not shown.',
    suites: hooks,
    ...webhookWith("state: payload.state === 'Completed' ? 'succeeded' : 'errored'"),
  },
  {
    id: 'adds-members-to-webhooks',
    because: more,
    suites: hooks,
    ...webhookWith("attempt: 1, sent_at: '2026-01-01'"),
  },
  { id: 'counts-nothing-in-webhooks', because: open, suites: hooks, ...webhookWith('usage: {}') },
  {
    id: 'names-providers-otherwise',
    because: open,
    suites: hooks,
    ...webhookWith("provider: 'The Provider, Inc.'"),
  },
  {
    id: 'sends-webhooks-with-more-headers',
    because: 'No header of a webhook is shown.',
    suites: hooks,
    file: sender,
    replace: "headers: { 'content-type': 'application/json' },",
    by: "headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'other/1.0', 'x-signature': 'abc' },",
  },
  {
    id: 'sends-webhooks-late',
    because: 'When a run completes is not shown.',
    suites: hooks,
    file: sender,
    replace: payload,
    by: `await new Promise((resolve) => setTimeout(resolve, 300));\n      ${payload}`,
  },
]);

/** Streams with other chunks. */
function streamed(
  change: (text: string) => readonly string[],
): Pick<Extract<Variation, { tamper: unknown }>, 'tamper'> {
  return {
    tamper: {
      response(response) {
        const { body, status, headers } = response;
        if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
        const decoder = new TextDecoder();
        const encoder = new TextEncoder();
        const through = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            for (const part of change(decoder.decode(chunk, { stream: true })))
              controller.enqueue(encoder.encode(part));
          },
        });
        return new Response(body.pipeThrough(through), { status, headers });
      },
    },
  };
}

const countsIn = (object: JsonObject, names: readonly string[], more: number): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (name in object ? [[name, Number(object[name]) + more]] : [])));

function wordsIn(object: JsonObject, name: string): JsonObject {
  return typeof object[name] === 'string' && object[name] !== '' ? { [name]: 'Guten Tag.' } : {};
}

function getErrors(body: JsonObject): Json {
  if (Array.isArray(body['errors'])) return body['errors'];
  const { error } = body;
  const { message = 'refused' } = isObject(error) ? error : {};
  return [{ code: 1000, message }];
}
