import { bounds } from '../../bounds.ts';
import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { endpoints } from './endpoints.ts';
import { commonRequirements, limitRequirements, modelBindingRequirements } from './requirements/common.ts';
import {
  chatRequirements,
  embeddingsRequirements,
  messagesRequirements,
  responsesRequirements,
} from './requirements/formats.ts';
import { backgroundRequirements, runRequirements, streamRequirements } from './requirements/run.ts';
import { catalogueRequirements, taskRequirements, textGenerationRequirements } from './requirements/tasks.ts';

const doc = 'inference-and-conversion.md';
const run = `${doc}: /ai/run request body`;

/** The inference endpoints: run, run by path, and the three compatible formats. */
export const requirements = defineRequirements([
  ...statements(
    { passage: `${doc}: introduction`, certainty: 'seed' },
    {
      'INF-RUN-1': 'The inference endpoints are below `/accounts/{account_id}`.',
    },
  ),
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed' },
    {
      'INF-RUN-2': 'One endpoint, `/ai/run`, runs both a hosted and a third-party model.',
      'INF-RUN-3': 'A third-party model runs without a provider key.',
    },
  ),
  ...statements(
    { passage: `${doc}: Model identifiers`, certainty: 'seed' },
    {
      'INF-MODEL-1': 'The name of a third-party model is `<author>/<model>`.',
      'INF-MODEL-2': 'The name of a hosted model is `@cf/<author>/<model>`.',
      'INF-MODEL-3': 'The server refuses a run of a hosted model without `cf-aig-gateway-id`.',
    },
  ),
  ...statements(
    { passage: run, certainty: 'seed' },
    {
      'INF-RUN-8': 'The server accepts a run without `options`.',
      'INF-RUN-10': 'A chat model accepts `messages` of `role` and `content` as its input.',
      'INF-RUN-11': 'A chat model accepts `max_tokens` in its input.',
      'INF-RUN-12': 'An image model accepts `prompt` as its input.',
      'INF-RUN-13': 'An image model accepts `aspect_ratio` in its input.',
      'INF-BG-1': 'A run with `background` true returns before it is complete.',
      'INF-BG-2': 'A run without `background` returns the output of the model.',
      'INF-BG-4': 'The server refuses a `webhookUrl` that is not a URL.',
      'INF-BG-5': 'The server refuses a `webhookUrl` that is not HTTPS.',
      'INF-BG-6': 'A `webhookUrl` that resolves to a private address gets no request.',
      'INF-BG-7': 'The server accepts the `webhookFormat` `raw`.',
      'INF-BG-8': 'The server accepts the `webhookFormat` `chat`.',
      'INF-BG-9': 'The server refuses any other `webhookFormat`.',
    },
  ),
  ...bounds(
    { in: endpoints, operation: 'inference.run', of: 'run', passage: run, certainty: 'seed' },
    {
      'INF-RUN-4': ['missing', '/model'],
      'INF-RUN-5': ['type', '/model'],
      'INF-RUN-6': ['missing', '/input'],
      'INF-RUN-7': ['type', '/input'],
      'INF-RUN-9': ['type', '/options'],
      'INF-BG-3': ['type', '/options/background'],
    },
  ),
  ...statements(
    { passage: `${doc}: Errors`, certainty: 'seed' },
    {
      'INF-BG-10': 'A `webhookUrl` without `background` gets status 400.',
      'INF-BG-11': 'A `webhookUrl` with `background` false gets status 400.',
      'INF-BG-12': 'A `webhookFormat` without `webhookUrl` gets status 400.',
    },
  ),
  ...statements(
    { passage: `${doc}: Webhook payload`, certainty: 'seed', feature: 'webhook' },
    {
      'INF-HOOK-1': 'A completed background run sends a POST to its `webhookUrl`.',
      'INF-HOOK-2': 'A background run sends no second POST.',
      'INF-HOOK-3': 'A POST that gets an error from the receiver is not repeated.',
      'INF-HOOK-4': 'The payload carries `id`.',
      'INF-HOOK-5': 'The payload carries `state`.',
      'INF-HOOK-6': 'The payload carries `result` as an object.',
      'INF-HOOK-7': 'The `error` in the payload of a successful run is null.',
      'INF-HOOK-8': 'The payload carries `provider`.',
      'INF-HOOK-9': 'The payload carries `model`.',
      'INF-HOOK-10': 'The payload carries `usage` as an object.',
      'INF-HOOK-11': 'The format `raw` sends the payload unchanged.',
      'INF-HOOK-12': 'A run without a format sends the payload like `raw`.',
      'INF-HOOK-13': 'The format `chat` sends an object with `text`.',
      'INF-HOOK-14': 'The `text` of the format `chat` is the prettified JSON of the payload.',
    },
  ),
  ...statements(
    { passage: `${doc}: States and transitions`, certainty: 'seed', feature: 'webhook' },
    {
      'INF-HOOK-15': 'The server sends the POST when the run is complete, not before.',
    },
  ),
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed' },
    {
      'INF-PATH-1': 'A POST of the input to `/ai/run/{model}` runs a hosted model.',
      'INF-PATH-2': 'The server refuses a POST to `/ai/run/{model}` without `cf-aig-gateway-id`.',
      'INF-CHAT-1': 'A POST to `/ai/v1/chat/completions` runs a third-party model.',
      'INF-CHAT-2': 'A POST to `/ai/v1/chat/completions` runs a hosted model.',
      'INF-CHAT-3': 'The response is in the chat-completions format.',
      'INF-CHAT-4': 'The server accepts the roles `system` and `user`.',
      'INF-CHAT-5': 'A chat completion accepts `max_tokens`.',
      'INF-CHAT-6': 'A chat completion accepts `temperature`.',
      'INF-CHAT-7': 'A chat completion with `stream` true returns a stream of events.',
      'INF-CHAT-8': 'A chat completion with `stream` false returns one JSON document.',
      'INF-CHAT-9': 'A client library of that format works unchanged with the base URL `/ai/v1`.',
      'INF-CHAT-10': 'A client library of that format authenticates with the API token as its key.',
      'INF-RESP-1': 'A POST to `/ai/v1/responses` with `model` and `input` runs a third-party model.',
      'INF-RESP-2': '`/ai/v1/responses` runs a hosted model that supports the format.',
      'INF-RESP-4': 'The response is in the responses format.',
      'INF-MSG-1':
        'A POST to `/ai/v1/messages` with `model`, `max_tokens` and `messages` runs a third-party model.',
      'INF-MSG-2': '`/ai/v1/messages` refuses a hosted model.',
      'INF-MSG-3': 'The response is in the messages format.',
    },
  ),
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'billing' },
    {
      'INF-BILL-1': 'A run by `/ai/run/{model}` through a gateway with unified billing uses prepaid credits.',
      'INF-BILL-2': 'A run of a hosted model by any other form does not use prepaid credits.',
      'INF-BILL-3':
        'A run by `/ai/run/{model}` through a gateway without unified billing does not use prepaid credits.',
      'INF-BILL-4':
        'A frontier model that is billed with prepaid credits has a higher rate limit than without.',
      'INF-BILL-5': 'The server charges a run of a third-party model to the account of the platform.',
    },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed' },
    {
      'INF-AUTH-1': 'A Bearer token with the Read permission of the service can run a hosted model.',
      'INF-AUTH-2': 'A Bearer token with the Read permission of the service can run a third-party model.',
      'INF-AUTH-3': 'Each inference endpoint refuses a request without credentials.',
    },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed', feature: 'gateway-token' },
    {
      'INF-AUTH-4': 'A token with only a gateway permission gets status 401.',
      'INF-AUTH-5': 'A token with only a gateway permission gets an error with code 10000.',
      'INF-AUTH-6': 'Each inference endpoint refuses a token with only a gateway permission.',
    },
  ),
  ...commonRequirements,
  ...runRequirements,
  ...modelBindingRequirements,
  ...textGenerationRequirements,
  ...taskRequirements,
  ...chatRequirements,
  ...responsesRequirements,
  ...messagesRequirements,
  ...embeddingsRequirements,
  ...streamRequirements,
  ...backgroundRequirements,
  ...catalogueRequirements,
  ...limitRequirements,
]);
