import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Runs in the input of the model, named in the body or in the path. */
export const runRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run', certainty: 'documented' },
    {
      'INF-RUN-14': 'The `extraHeaders` of `options` is accepted as a map of texts.',
      'INF-RUN-15': 'The `gateway` of `options` is accepted with `id`, `cacheTtl` and `skipCache`.',
      'INF-RUN-16': 'The `rejectIfBusy` of `options` is accepted.',
      'INF-RUN-17': 'A refusal with status 400 has entries of `code` and `message`.',
      'INF-RUN-33': 'A run writes no more tokens than the `max_tokens` of its input says.',
      'INF-RUN-18': 'The `result` of `google/nano-banana` links its picture by an https URL in `image`.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-RUN-19': 'The `result` of a third-party model has the `state` `Completed`.',
      'INF-RUN-20': 'The output of a third-party model stands in the `result` of the `result`.',
      'INF-RUN-21': 'An unknown third-party model is refused before its input is looked at.',
      'INF-RUN-22': 'A wrong input is refused before the credits are looked at.',
      'INF-RUN-23': 'An unknown member of the input of a third-party model passes.',
      'INF-RUN-24': 'A known member of the wrong type in the input of a third-party model is refused.',
      'INF-RUN-25': 'The output of an Anthropic model is a message with `gatewayMetadata`.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-RUN-26': 'The `result` of a hosted model on `/ai/run` is the output of the model itself.',
      'INF-RUN-27': 'A run with `stream` true in its `input` is answered as a stream of events.',
      'INF-RUN-28':
        'A run whose `gateway` of `options` names the gateway needs no header for a hosted model.',
      'INF-RUN-29': 'A model whose name is no model identifier is refused.',
      'INF-RUN-30': 'A dynamic route is refused as a model.',
      'INF-RUN-31': 'An unknown member of `options` is refused.',
      'INF-RUN-34': 'A run whose body breaks the contract is refused.',
      'INF-RUN-32': 'The answer of a chat model rests on the messages of its input.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/ai, packages/workers-ai-provider', certainty: 'observed' },
    {
      'INF-PATH-3': 'A model in the path is found with its slashes as they are.',
      'INF-PATH-4': 'A model in the path is found with its slashes as `%2F`.',
      'INF-PATH-5': 'A query parameter that is no known option passes.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare OpenAPI document, ai/run/{model}', certainty: 'inferred' },
    {
      'INF-PATH-6': 'A model in the path is found with its first character as `%40`.',
      'INF-PATH-7': 'A GET of a model in the path is refused with status 405.',
      'INF-PATH-8': 'The input of a third-party model is taken by `/ai/run/{model}` too.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI reject if busy', certainty: 'documented' },
    {
      'INF-PATH-9': 'The `options` beside the input may hold `rejectIfBusy`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/ai, packages/workers-ai-provider', certainty: 'documented' },
    {
      'INF-PATH-10': 'Raw audio is taken as a body with its own content type.',
      'INF-PATH-11': 'The header `x-session-affinity` is accepted.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI errors', certainty: 'documented' },
    {
      'INF-MODEL-4': 'An unknown hosted model is answered with status 400 and code 5007.',
      'INF-MODEL-5': 'The message about an unknown hosted model names the model.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-MODEL-8':
        'A text model runs that the catalogue lacks, if clients of the platform know its author.',
      'INF-MODEL-9': 'The refusal of an unknown model names one that there is.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-MODEL-6': 'An unknown third-party model is answered with status 404 and code 7003.',
      'INF-MODEL-7':
        'The version of a third-party model is written with dots, and with hyphens it is unknown.',
    },
  ),
]);

/** Background runs and their webhooks, as far as the seed leaves them open. */
export const backgroundRequirements = defineRequirements([
  ...statements(
    { passage: 'decision record 7: Background runs', certainty: 'inferred' },
    {
      'INF-BG-13': 'A background run is accepted with its `id`, its `state` and its `model`.',
      'INF-BG-14': 'An accepted background run has its id under `runId` too.',
      'INF-BG-15': 'Two background runs have two ids.',
      'INF-BG-16': 'A background run can be read back by its id.',
      'INF-BG-17': 'A background run that is read back holds the output once it is complete.',
      'INF-BG-18': 'A background run of an unknown id is answered with status 404.',
      'INF-BG-19': 'A background run without `webhookUrl` sends no POST.',
      'INF-BG-20': 'A `webhookUrl` that leads to a private address is answered with status 400.',
      'INF-BG-21': 'A `webhookUrl` whose host is a private IPv4 address is refused.',
      'INF-BG-22': 'A `webhookUrl` whose host is a private IPv6 address is refused.',
      'INF-BG-23':
        'A `webhookUrl` whose host is an IPv6 address that holds a private IPv4 address is refused.',
      'INF-BG-24': 'A `webhookUrl` whose host is `localhost` is refused.',
      'INF-BG-25': 'A background run with a wrong input is refused at once.',
      'INF-BG-26': 'A `webhookUrl` with a user name is refused.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway Run API', certainty: 'documented', feature: 'webhook' },
    {
      'INF-HOOK-16': 'The `state` of the payload of a run that succeeded is `Completed`.',
      'INF-HOOK-17': 'The `state` of the payload of a run that failed is `Failed`.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Background runs', certainty: 'inferred', feature: 'webhook' },
    {
      'INF-HOOK-18': 'The `error` of the payload of a run that failed has `code` and `message`.',
      'INF-HOOK-19': 'The payload has the seven members and no other.',
      'INF-HOOK-20': 'The `id` of the payload is the id that accepted the run.',
      'INF-HOOK-21': 'The payload is sent as `application/json`.',
      'INF-HOOK-22': 'The POST does not follow a redirect.',
      'INF-HOOK-23': 'The `text` of the format `chat` is indented by two spaces.',
      'INF-HOOK-25': 'The `model` of the payload is the one that was asked.',
      'INF-HOOK-26': 'The format `chat` sends nothing beside `text`.',
      'INF-HOOK-24':
        'A host whose addresses change between check and connection gets no request at a private one.',
    },
  ),
]);

/** Streams of events, format by format. */
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
      'INF-SSE-5':
        'A stream of a chat with `include_usage` has a last chunk without choices that brings the usage.',
      'INF-SSE-6': 'A stream of a response names each event by its `type`.',
      'INF-SSE-7': 'The `sequence_number` of a stream of a response grows with each event.',
      'INF-SSE-8': 'A stream of a response ends with `response.completed`, which brings the usage.',
      'INF-SSE-9': 'A stream of a response that was cut off ends with `response.incomplete`.',
      'INF-SSE-10':
        'The text of a response comes as item added, part added, deltas, text done, part done and item done.',
      'INF-SSE-11':
        'A call of a response comes as item added, deltas of arguments, arguments done and item done.',
      'INF-SSE-17': 'The deltas of a stream make the text of the answer that is not streamed.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Models: Anthropic', certainty: 'documented' },
    {
      'INF-SSE-12': 'A stream of a message names each event by its `type`.',
      'INF-SSE-13': 'A stream of a message begins with `message_start` and ends with `message_stop`.',
      'INF-SSE-14': 'Each block of a stream of a message is started, filled and stopped under one `index`.',
      'INF-SSE-15': 'The `message_delta` brings the `stop_reason` and the tokens counted so far.',
      'INF-SSE-16': 'The input of a tool comes as pieces of JSON text that make one object.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/ai, tests of packages/workers-ai-provider', certainty: 'observed' },
    {
      'INF-SSE-18': 'A native stream has `response` in each frame.',
      'INF-SSE-19': 'A native stream brings the usage in its last frame before `[DONE]`.',
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
      'INF-SSE-28': 'A refusal before the first event is answered as JSON with its status.',
      'INF-SSE-29': 'A model that fails mid-stream ends a stream of a chat with an `error`.',
      'INF-SSE-30':
        'A model that fails mid-stream ends a stream of a response with `response.failed` or `error`.',
      'INF-SSE-31': 'A model that fails mid-stream ends a stream of a message with the event `error`.',
      'INF-SSE-32': 'A run stops when its client goes away.',
      'INF-SSE-33': 'Calls of a chat are streamed by `index`, with `id` and name in the first piece of each.',
      'INF-SSE-34': 'The item of a delta was added before it.',
      'INF-SSE-35': 'A native stream of a model of the new shape has each token once, in `choices`.',
    },
  ),
]);
