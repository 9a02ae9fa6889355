import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Runs in the input of the model, with the model in the body or in the path. */
export const runRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run', certainty: 'documented' },
    {
      'INF-RUN-14': 'The server accepts the `extraHeaders` of `options` as a map of strings.',
      'INF-RUN-15': 'The server accepts the `gateway` of `options` with `id`, `cacheTtl` and `skipCache`.',
      'INF-RUN-16': 'The server accepts the `rejectIfBusy` of `options`.',
      'INF-RUN-17': 'A refusal with status 400 has entries of `code` and `message`.',
      'INF-RUN-33': 'A run generates no more tokens than the `max_tokens` of its input.',
      'INF-RUN-18': 'The `result` of `google/nano-banana` has an https URL of its picture in `image`.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-RUN-19': 'The `result` of a third-party model has the `state` `Completed`.',
      'INF-RUN-20': 'The output of a third-party model is in the `result` of the `result`.',
      'INF-RUN-21': 'The server refuses an unknown third-party model before it validates the input.',
      'INF-RUN-22': 'The server refuses an invalid input before it checks the credits.',
      'INF-RUN-23': 'The server accepts an unknown member in the input of a third-party model.',
      'INF-RUN-24':
        'The server refuses a known member of the wrong type in the input of a third-party model.',
      'INF-RUN-25': 'The output of an Anthropic model is a message with `gatewayMetadata`.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-RUN-26': 'The `result` of a hosted model on `/ai/run` is the output of the model itself.',
      'INF-RUN-27': 'A run with `stream` true in its `input` returns a stream of events.',
      'INF-RUN-34': 'The server refuses a run with a body that breaks the contract.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/ai, packages/workers-ai-provider', certainty: 'observed' },
    {
      'INF-PATH-3': 'The server finds a model in the path with literal slashes.',
      'INF-PATH-4': 'The server finds a model in the path with slashes as `%2F`.',
      'INF-PATH-5': 'The server accepts an unknown query parameter.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare OpenAPI document, ai/run/{model}', certainty: 'inferred' },
    {
      'INF-PATH-8': '`/ai/run/{model}` also accepts the input of a third-party model.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI reject if busy', certainty: 'documented' },
    {
      'INF-PATH-9': 'The `options` next to the input can hold `rejectIfBusy`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/ai, packages/workers-ai-provider', certainty: 'documented' },
    {
      'INF-PATH-10': 'The server accepts raw audio as a body with its own content type.',
      'INF-PATH-11': 'The server accepts the header `x-session-affinity`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI errors', certainty: 'documented' },
    {
      'INF-MODEL-4': 'An unknown hosted model gets status 400 and code 5007.',
      'INF-MODEL-5': 'The message about an unknown hosted model names the model.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-MODEL-8': 'A text model outside the catalogue runs if clients of the platform know its author.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-MODEL-6': 'An unknown third-party model gets status 404 and code 7003.',
      'INF-MODEL-7': 'The version of a third-party model has dots; with hyphens the model is unknown.',
    },
  ),
]);

/** Background runs and their webhooks where the seed leaves them open. */
export const backgroundRequirements = defineRequirements([
  ...statements(
    { passage: 'decision record 7: Background runs', certainty: 'inferred' },
    {
      'INF-BG-13': 'The acceptance of a background run has its `id`, its `state` and its `model`.',
      'INF-BG-14': 'The acceptance of a background run has its id under `runId` too.',
      'INF-BG-15': 'Two background runs have different ids.',
      'INF-BG-16': 'A GET by id returns a background run.',
      'INF-BG-17': 'A GET of a complete background run returns its output.',
      'INF-BG-19': 'A background run without `webhookUrl` sends no POST.',
      'INF-BG-25': 'The server refuses a background run with an invalid input at once.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway Run API', certainty: 'documented', feature: 'webhook' },
    {
      'INF-HOOK-16': 'The `state` in the payload of a successful run is `Completed`.',
      'INF-HOOK-17': 'The `state` in the payload of a failed run is `Failed`.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Background runs', certainty: 'inferred', feature: 'webhook' },
    {
      'INF-HOOK-18': 'The `error` in the payload of a failed run has `code` and `message`.',
      'INF-HOOK-19': 'The payload has the seven members and no other.',
      'INF-HOOK-20': 'The `id` of the payload is the id from the acceptance of the run.',
      'INF-HOOK-21': 'The payload has the content type `application/json`.',
      'INF-HOOK-22': 'The POST does not follow a redirect.',
      'INF-HOOK-23': 'The `text` of the format `chat` has an indentation of two spaces.',
      'INF-HOOK-25': 'The `model` of the payload is the requested one.',
      'INF-HOOK-26': 'The format `chat` sends only `text`.',
      'INF-HOOK-24':
        'A host whose addresses change between check and connection gets no request at a private address.',
    },
  ),
]);

/** Event streams, format by format. */
export const streamRequirements = defineRequirements([
  ...statements(
    {
      passage: 'Cloudflare Workers types, streams of Responses and ChatCompletions',
      certainty: 'documented',
    },
    {
      'INF-SSE-1': 'A stream has status 200 and the content type `text/event-stream`.',
      'INF-SSE-2': 'Each chunk of a chat has the `object` `chat.completion.chunk`.',
      'INF-SSE-3': 'The first delta of a chat has the role `assistant`.',
      'INF-SSE-4': 'A stream of a chat ends with `[DONE]`.',
      'INF-SSE-5': 'With `include_usage` the last chunk of a chat stream has the usage and no choices.',
      'INF-SSE-6': 'A stream of a response names each event by its `type`.',
      'INF-SSE-7': 'The `sequence_number` of a stream of a response grows with each event.',
      'INF-SSE-8': 'A stream of a response ends with `response.completed`, which has the usage.',
      'INF-SSE-9': 'A truncated stream of a response ends with `response.incomplete`.',
      'INF-SSE-10':
        'The text of a response comes as item added, part added, deltas, text done, part done and item done.',
      'INF-SSE-11':
        'A call of a response comes as item added, deltas of arguments, arguments done and item done.',
      'INF-SSE-17': 'The deltas of a stream add up to the text of the answer without streaming.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Models: Anthropic', certainty: 'documented' },
    {
      'INF-SSE-12': 'A stream of a message names each event by its `type`.',
      'INF-SSE-13': 'A stream of a message begins with `message_start` and ends with `message_stop`.',
      'INF-SSE-14': 'Each block of a message stream starts, fills and stops under one `index`.',
      'INF-SSE-15': 'The `message_delta` has the `stop_reason` and the tokens counted so far.',
      'INF-SSE-16': 'The input of a tool comes as pieces of JSON text that form one object.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/ai, tests of packages/workers-ai-provider', certainty: 'observed' },
    {
      'INF-SSE-18': 'A native stream has `response` in each frame.',
      'INF-SSE-19': 'A native stream has the usage in its last frame before `[DONE]`.',
      'INF-SSE-20': 'A native stream ends with `[DONE]`.',
      'INF-SSE-22': 'Native calls come as name first, then arguments by `index`, then a frame of nulls.',
      'INF-SSE-23': 'Each chunk of a stream of a chat has `choices`.',
      'INF-SSE-24': 'Frames end with a blank line.',
    },
  ),
  ...statements(
    { passage: 'inferred from cloudflare/ai, packages/workers-ai-provider', certainty: 'inferred' },
    {
      'INF-SSE-25': 'A stream of a chat without `include_usage` has no chunk without choices.',
      'INF-SSE-26': 'All chunks of a chat have one `id`.',
      'INF-SSE-27': 'A stream of a message has no `[DONE]`.',
      'INF-SSE-28': 'A refusal before the first event returns JSON with its status.',
      'INF-SSE-29': 'A model that fails mid-stream ends a stream of a chat with an `error`.',
      'INF-SSE-30':
        'A model that fails mid-stream ends a stream of a response with `response.failed` or `error`.',
      'INF-SSE-31': 'A model that fails mid-stream ends a stream of a message with the event `error`.',
      'INF-SSE-32': 'A run stops when its client disconnects.',
      'INF-SSE-33': 'Calls of a chat stream have an `index`, and the first piece of each has `id` and name.',
      'INF-SSE-34': 'The item of a delta comes before the delta.',
      'INF-SSE-35':
        'A native stream of a model with the new response shape has each token once, in `choices`.',
    },
  ),
]);
