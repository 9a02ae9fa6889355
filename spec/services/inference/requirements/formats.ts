import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { inferenceEndpoints } from '../endpoints.ts';
/** The chat-completions format. */
export const chatRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare Workers types, ChatCompletions', certainty: 'documented' },
    {
      'INF-CHAT-11': 'A chat completion has `id`, `object`, `created`, `model`, `choices` and `usage`.',
      'INF-CHAT-12': 'The `object` of a chat completion is `chat.completion`.',
      'INF-CHAT-13': 'A chat completion has no envelope.',
      'INF-CHAT-14': 'The message of a choice has the role `assistant`.',
      'INF-CHAT-15': 'The `usage` counts prompt, completion and their sum.',
      'INF-CHAT-16': 'The `finish_reason` of an answer that ended by itself is `stop`.',
      'INF-CHAT-17': 'The `finish_reason` of an answer that `max_tokens` cut off is `length`.',
      'INF-CHAT-18': 'The `finish_reason` of an answer that calls a tool is `tool_calls`.',
      'INF-CHAT-19': 'A tool call has an `id`, the `type` `function`, a name and arguments as JSON text.',
      'INF-CHAT-20': 'A tool call has arguments that the schema of the tool allows.',
      'INF-CHAT-21': 'The roles `assistant`, `tool`, `developer` and `function` are accepted.',
      'INF-CHAT-22': 'The result of a tool leads to an answer that uses it.',
      'INF-CHAT-47': 'The `max_tokens` of the format is honoured.',
      'INF-CHAT-23': 'The `max_completion_tokens` of the format is honoured.',
      'INF-CHAT-24': 'An `n` of 2 is answered with two choices.',
      'INF-CHAT-25': 'A text of `stop` ends the answer and is not part of it.',
      'INF-CHAT-26': 'The `reasoning_effort` takes `low`, `medium`, `high` and null.',
      'INF-CHAT-27': 'The `chat_template_kwargs` of hosted models is accepted.',
      'INF-CHAT-28': 'The `tool_choice` `none` keeps the model from calling.',
      'INF-CHAT-29': 'A `tool_choice` that names a function makes the model call it.',
      'INF-CHAT-30': 'A `tool_choice` of `allowed_tools` is accepted.',
      'INF-CHAT-31': 'The `tool_choice` `any` is refused.',
      'INF-CHAT-32': 'The `response_format` `json_object` is answered with JSON.',
      'INF-CHAT-33': 'The `response_format` `json_schema` is answered with JSON that the schema allows.',
      'INF-CHAT-34': 'A schema without a name is refused for a third-party model.',
      'INF-CHAT-35': 'A bare schema is accepted for a hosted model.',
      'INF-CHAT-36': 'A member that nobody knows is accepted in a chat completion.',
      'INF-CHAT-37': 'An `options` with `rejectIfBusy` is accepted in a chat completion.',
      'INF-CHAT-38': 'A dynamic route is refused as the model of a chat completion.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-CHAT-40': 'A chat completion with a role that nobody has is refused with status 400.',
      'INF-CHAT-41': 'A chat completion with an unknown model is refused.',
      'INF-CHAT-42': 'A model that makes no text is refused by `/ai/v1/chat/completions`.',
      'INF-CHAT-43': 'Members that a client library sends as null count as left out.',
      'INF-CHAT-44': 'The `model` of the answer is the one that was asked.',
      'INF-CHAT-45': 'Ids of tool calls differ within an answer.',
      'INF-CHAT-46':
        'The `logprobs` that were asked for tell each token of the answer, and as many others as `top_logprobs` says.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
      operation: 'inference.chat-completions',
      of: 'chat completion',
      passage: 'decision record 7: Runs',
      certainty: 'inferred',
    },
    {
      'INF-CHAT-39': [
        'missing',
        '/messages',
        { sentence: 'A chat completion without `messages` is refused with status 400.', status: 400 },
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
      'INF-RESP-8': 'The `status` of a response that ended by itself is `completed`.',
      'INF-RESP-9': 'The `status` of a response that `max_output_tokens` cut off is `incomplete`.',
      'INF-RESP-10': 'An incomplete response says in `incomplete_details` why.',
      'INF-RESP-11': 'The text of a response stands in an item of `type` `message`, as `output_text`.',
      'INF-RESP-12': 'A list of messages is accepted as `input`.',
      'INF-RESP-13': 'Content of `input_text` and `input_image` is accepted.',
      'INF-RESP-14': 'The `instructions` of a request come back in its response.',
      'INF-RESP-15': 'A tool is declared flat, with its name beside its `type`.',
      'INF-RESP-16':
        'A call stands in an item of `type` `function_call` with `call_id`, `name` and `arguments`.',
      'INF-RESP-17': 'An item `function_call_output` leads to an answer that uses it.',
      'INF-RESP-18': 'The `usage` of a response counts input, output and their sum.',
      'INF-RESP-19': 'An item `reasoning` of an earlier answer is accepted as input.',
      'INF-RESP-20': 'A `text` with a format `json_schema` is answered with JSON that the schema allows.',
      'INF-RESP-21': 'The hosted model gpt-oss-120b runs by `/ai/v1/responses`.',
      'INF-RESP-22': 'The `reasoning` takes an `effort` of `minimal`, `low`, `medium` and `high`.',
      'INF-RESP-23':
        'The `temperature`, `top_p` and `max_output_tokens` of a request come back in its response.',
    },
  ),
  ...statements(
    { passage: 'inferred from inference-and-conversion.md: Endpoints', certainty: 'inferred' },
    {
      'INF-RESP-3': 'A hosted model that lacks the format is refused by `/ai/v1/responses`.',
    },
  ),
  ...statements(
    { passage: 'inferred from Open Responses', certainty: 'inferred' },
    {
      'INF-RESP-24': 'A response has every member of the format, null where there is nothing to say.',
      'INF-RESP-25': 'A `previous_response_id` goes on with the conversation of that response.',
      'INF-RESP-27': 'An item of a type that nobody has is refused with status 400.',
      'INF-RESP-28': 'A message without a `type` is accepted as an item.',
      'INF-RESP-29': 'A response with `background` true is queued, and read back once it has ended.',
      'INF-RESP-30': 'A response can be read back by its id.',
      'INF-RESP-31': 'A response that is deleted is unknown.',
      'INF-RESP-32': 'The items that a response was asked with are listed, page by page.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
      operation: 'inference.responses',
      of: 'request for a response',
      passage: 'inferred from Open Responses',
      certainty: 'inferred',
    },
    {
      'INF-RESP-26': [
        'missing',
        '/input',
        { sentence: 'A request without `input` is refused with status 400.', status: 400 },
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
      'INF-MSG-6': 'The text of a message stands in a block of `type` `text`.',
      'INF-MSG-7': 'The `stop_reason` of a message that ended by itself is `end_turn`.',
      'INF-MSG-8': 'The `stop_reason` of a message that `max_tokens` cut off is `max_tokens`.',
      'INF-MSG-9': 'A text of `stop_sequences` ends the message and is named in `stop_sequence`.',
      'INF-MSG-10':
        'A call stands in a block of `type` `tool_use` with `id`, `name` and `input` as an object.',
      'INF-MSG-11': 'The `stop_reason` of a message that calls a tool is `tool_use`.',
      'INF-MSG-12': 'A block `tool_result` leads to a message that uses it.',
      'INF-MSG-13': 'The `tool_choice` of `type` `any` makes the model call some tool.',
      'INF-MSG-14': 'The `tool_choice` of `type` `tool` makes the model call the one that it names.',
      'INF-MSG-15': 'The `tool_choice` of `type` `none` keeps a message from calling.',
      'INF-MSG-16': 'The `system` of a request is accepted as a text.',
      'INF-MSG-17': 'The `usage` of a message counts `input_tokens` and `output_tokens`.',
      'INF-MSG-18': 'A message has no envelope.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-MSG-19': 'A hosted model on `/ai/v1/messages` is answered with status 400.',
      'INF-MSG-20': 'The message about a hosted model says that it does not have the format, and names it.',
      'INF-MSG-21': 'A run of an Anthropic model without `max_tokens` is refused with code 7003.',
      'INF-MSG-22': 'A run of an Anthropic model with `system` as blocks is refused with code 7003.',
      'INF-MSG-23': 'A run of an Anthropic model with `messages` as a text is refused with code 7003.',
      'INF-MSG-24': 'A newer Anthropic model refuses `temperature`.',
    },
  ),
  ...statements(
    { passage: 'the Anthropic client library, run as version 1.11.0', certainty: 'observed' },
    {
      'INF-MSG-25': 'A POST to `/ai/v1/v1/messages` is answered as one to `/ai/v1/messages`.',
      'INF-MSG-26': 'The client library of the messages format works with the base URL `/ai/v1`.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, Models: Anthropic', certainty: 'inferred' },
    {
      'INF-MSG-28': 'A `system` of blocks is accepted on `/ai/v1/messages`.',
      'INF-MSG-29': 'The role `system` is refused in `messages` of the messages format.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
      operation: 'inference.messages',
      of: 'message',
      passage: 'inferred from Cloudflare docs, Models: Anthropic',
      certainty: 'inferred',
    },
    {
      'INF-MSG-27': [
        'missing',
        '/max_tokens',
        { sentence: 'A message without `max_tokens` is refused with status 400.', status: 400 },
      ],
    },
  ),
]);

/** Vectors in the embeddings format. */
export const embeddingsRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Workers AI OpenAI compatible API endpoints', certainty: 'documented' },
    {
      'INF-EMB-1':
        'A POST to `/ai/v1/embeddings` with `model` and `input` is answered with a list of vectors.',
      'INF-EMB-2': 'The list of vectors has no envelope.',
      'INF-EMB-3': 'A list of texts is answered with one vector for each, in order of `index`.',
      'INF-EMB-4': 'The list of vectors counts `prompt_tokens` and `total_tokens`.',
    },
  ),
  ...statements(
    { passage: 'inferred from karakeep issue 2698', certainty: 'inferred' },
    {
      'INF-EMB-5': 'The `encoding_format` `base64` is answered with little-endian 32-bit floats as Base64.',
      'INF-EMB-6': 'The `encoding_format` `float` is answered with numbers.',
      'INF-EMB-7': 'Both encodings hold the same vector.',
      'INF-EMB-8': 'A vector of `/ai/v1/embeddings` is the vector of the run endpoint.',
      'INF-EMB-9': 'A model that makes no vectors is refused by `/ai/v1/embeddings`.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
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
