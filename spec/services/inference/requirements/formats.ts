import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** The chat-completions format. */
export const chatRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare Workers types, ChatCompletions', certainty: 'documented' },
    {
      'INF-CHAT-11': 'A chat completion has `id`, `object`, `created`, `model`, `choices` and `usage`.',
      'INF-CHAT-12': 'The `object` of a chat completion is `chat.completion`.',
      'INF-CHAT-13': 'A chat completion has no envelope.',
      'INF-CHAT-14': 'The message of a choice has the role `assistant`.',
      'INF-CHAT-15': 'The `usage` has the tokens of prompt and completion, and their sum.',
      'INF-CHAT-16': 'The `finish_reason` of an answer that ends by itself is `stop`.',
      'INF-CHAT-17': 'The `finish_reason` of an answer that `max_tokens` cuts off is `length`.',
      'INF-CHAT-18': 'The `finish_reason` of an answer that calls a tool is `tool_calls`.',
      'INF-CHAT-19': 'A tool call has an `id`, the `type` `function`, a name and arguments as JSON text.',
      'INF-CHAT-20': 'The arguments of a tool call match the schema of the tool.',
      'INF-CHAT-21': 'The server accepts the roles `assistant`, `tool`, `developer` and `function`.',
      'INF-CHAT-22': 'The answer after a tool result uses it.',
      'INF-CHAT-47': 'A chat completion honours `max_tokens`.',
      'INF-CHAT-23': 'A chat completion honours `max_completion_tokens`.',
      'INF-CHAT-24': 'An `n` of 2 returns two choices.',
      'INF-CHAT-25': 'A `stop` text ends the answer and is not part of it.',
      'INF-CHAT-26': 'The `reasoning_effort` accepts `low`, `medium`, `high` and null.',
      'INF-CHAT-27': 'The server accepts the `chat_template_kwargs` of hosted models.',
      'INF-CHAT-28': 'The `tool_choice` `none` prevents tool calls.',
      'INF-CHAT-29': 'A `tool_choice` that names a function makes the model call it.',
      'INF-CHAT-30': 'The server accepts a `tool_choice` of `allowed_tools`.',
      'INF-CHAT-31': 'The server refuses the `tool_choice` `any`.',
      'INF-CHAT-32': 'The `response_format` `json_object` returns JSON.',
      'INF-CHAT-33': 'The `response_format` `json_schema` returns JSON that matches the schema.',
      'INF-CHAT-34': 'A third-party model refuses a schema without a name.',
      'INF-CHAT-35': 'A hosted model accepts a bare schema.',
      'INF-CHAT-36': 'A chat completion accepts an unknown member.',
      'INF-CHAT-37': 'A chat completion accepts `options` with `rejectIfBusy`.',
      'INF-CHAT-38': 'A chat completion refuses a dynamic route as its model.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-CHAT-40': 'The server refuses a chat completion with an unknown role with status 400.',
      'INF-CHAT-41': 'The server refuses a chat completion with an unknown model.',
      'INF-CHAT-42': '`/ai/v1/chat/completions` refuses a model that does not generate text.',
      'INF-CHAT-43': 'The server treats members that a client library sends as null as absent.',
      'INF-CHAT-44': 'The `model` of the answer is the requested one.',
      'INF-CHAT-45': 'Ids of tool calls are unique within an answer.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'inference.chat-completions',
      of: 'chat completion',
      passage: 'decision record 7: Runs',
      certainty: 'inferred',
    },
    {
      'INF-CHAT-39': [
        'missing',
        '/messages',
        { sentence: 'The server refuses a chat completion without `messages` with status 400.', status: 400 },
      ],
    },
  ),
]);

/** The responses format. */
export const responsesRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare Workers types, Responses', certainty: 'documented' },
    {
      'INF-RESP-5': 'A response has `id`, `object`, `created_at`, `status`, `model`, `output` and `usage`.',
      'INF-RESP-6': 'The `object` of a response is `response`.',
      'INF-RESP-7': 'A response has no envelope.',
      'INF-RESP-8': 'The `status` of a response that ends by itself is `completed`.',
      'INF-RESP-9': 'The `status` of a response that `max_output_tokens` cuts off is `incomplete`.',
      'INF-RESP-10': 'An incomplete response has the reason in `incomplete_details`.',
      'INF-RESP-11': 'The text of a response is in an item of `type` `message`, as `output_text`.',
      'INF-RESP-12': 'The server accepts a list of messages as `input`.',
      'INF-RESP-13': 'The server accepts content of `input_text` and `input_image`.',
      'INF-RESP-14': 'The `instructions` of a request come back in its response.',
      'INF-RESP-15': 'A tool is flat, with its name next to its `type`.',
      'INF-RESP-16': 'A call is an item of `type` `function_call` with `call_id`, `name` and `arguments`.',
      'INF-RESP-17': 'The answer after an item `function_call_output` uses it.',
      'INF-RESP-18': 'The `usage` of a response has the tokens of input and output, and their sum.',
      'INF-RESP-19': 'The server accepts an item `reasoning` of an earlier answer as input.',
      'INF-RESP-20': 'A `text` with a format `json_schema` returns JSON that matches the schema.',
      'INF-RESP-21': '`/ai/v1/responses` runs the hosted model gpt-oss-120b.',
      'INF-RESP-22': 'The `reasoning` accepts an `effort` of `minimal`, `low`, `medium` and `high`.',
      'INF-RESP-23':
        'The `temperature`, `top_p` and `max_output_tokens` of a request come back in its response.',
    },
  ),
  ...statements(
    { passage: 'inferred from inference-and-conversion.md: Endpoints', certainty: 'inferred' },
    {
      'INF-RESP-3': '`/ai/v1/responses` refuses a hosted model that lacks the format.',
    },
  ),
  ...statements(
    { passage: 'inferred from Open Responses', certainty: 'inferred' },
    {
      'INF-RESP-24': 'A response has every member of the format, with null for absent values.',
      'INF-RESP-25': 'A `previous_response_id` continues the conversation of that response.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'inference.responses',
      of: 'request for a response',
      passage: 'inferred from Open Responses',
      certainty: 'inferred',
    },
    {
      'INF-RESP-26': [
        'missing',
        '/input',
        { sentence: 'The server refuses a request without `input` with status 400.', status: 400 },
      ],
    },
  ),
]);

/** The messages format. */
export const messagesRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Models: Anthropic', certainty: 'documented' },
    {
      'INF-MSG-4':
        'A message has `id`, `type`, `role`, `model`, `content`, `stop_reason`, `stop_sequence` and `usage`.',
      'INF-MSG-5': 'The `type` of a message is `message`, and its `role` is `assistant`.',
      'INF-MSG-6': 'The text of a message is in a block of `type` `text`.',
      'INF-MSG-7': 'The `stop_reason` of a message that ends by itself is `end_turn`.',
      'INF-MSG-8': 'The `stop_reason` of a message that `max_tokens` cuts off is `max_tokens`.',
      'INF-MSG-9': 'A `stop_sequences` text ends the message, and `stop_sequence` names it.',
      'INF-MSG-10': 'A call is a block of `type` `tool_use` with `id`, `name` and `input` as an object.',
      'INF-MSG-11': 'The `stop_reason` of a message that calls a tool is `tool_use`.',
      'INF-MSG-12': 'The message after a block `tool_result` uses it.',
      'INF-MSG-13': 'The `tool_choice` of `type` `any` makes the model call a tool.',
      'INF-MSG-14': 'The `tool_choice` of `type` `tool` makes the model call the named tool.',
      'INF-MSG-15': 'The `tool_choice` of `type` `none` prevents tool calls in a message.',
      'INF-MSG-16': 'The server accepts the `system` of a request as a string.',
      'INF-MSG-17': 'The `usage` of a message has `input_tokens` and `output_tokens`.',
      'INF-MSG-18': 'A message has no envelope.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-MSG-19': 'A hosted model on `/ai/v1/messages` gets status 400.',
      'INF-MSG-20': 'The message about a hosted model names it and says that it does not have the format.',
      'INF-MSG-21': 'The server refuses a run of an Anthropic model without `max_tokens` with code 7003.',
      'INF-MSG-22': 'The server refuses a run of an Anthropic model with `system` as blocks with code 7003.',
      'INF-MSG-23':
        'The server refuses a run of an Anthropic model with `messages` as a string with code 7003.',
      'INF-MSG-24': 'A newer Anthropic model refuses `temperature`.',
    },
  ),
  ...statements(
    { passage: 'the Anthropic client library, run as version 1.11.0', certainty: 'observed' },
    {
      'INF-MSG-25': 'A POST to `/ai/v1/v1/messages` gets the same response as one to `/ai/v1/messages`.',
      'INF-MSG-26': 'The client library of the messages format works with the base URL `/ai/v1`.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'inference.messages',
      of: 'message',
      passage: 'inferred from Cloudflare docs, Models: Anthropic',
      certainty: 'inferred',
    },
    {
      'INF-MSG-27': [
        'missing',
        '/max_tokens',
        { sentence: 'The server refuses a message without `max_tokens` with status 400.', status: 400 },
      ],
    },
  ),
]);

/** Embeddings in the format of the embeddings endpoint. */
export const embeddingsRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Workers AI OpenAI compatible API endpoints', certainty: 'documented' },
    {
      'INF-EMB-1': 'A POST to `/ai/v1/embeddings` with `model` and `input` returns a list of vectors.',
      'INF-EMB-2': 'The list of vectors has no envelope.',
      'INF-EMB-3': 'A list of texts returns one vector for each, in order of `index`.',
      'INF-EMB-4': 'The list of vectors has `prompt_tokens` and `total_tokens`.',
    },
  ),
  ...statements(
    { passage: 'inferred from karakeep issue 2698', certainty: 'inferred' },
    {
      'INF-EMB-9': '`/ai/v1/embeddings` refuses a model that does not create vectors.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'inference.embeddings',
      of: 'request for embeddings',
      passage: 'inferred from karakeep issue 2698',
      certainty: 'inferred',
    },
    {
      'INF-EMB-10': ['too many', '/input'],
    },
  ),
]);
