import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { inferenceEndpoints } from '../endpoints.ts';

const sheet = 'fact sheet inference';

/** The chat-completions format. */
export const chatRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.4`, certainty: 'documented' },
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
    { passage: `${sheet} 2.4`, certainty: 'inferred' },
    {
      'INF-CHAT-40': 'A chat completion with a role that nobody has is refused with status 400.',
      'INF-CHAT-41': 'A chat completion with an unknown model is refused.',
      'INF-CHAT-42': 'A model that makes no text is refused by `/ai/v1/chat/completions`.',
      'INF-CHAT-43': 'Members that a client library sends as null count as left out.',
      'INF-CHAT-44': 'The `model` of the answer is the one that was asked.',
      'INF-CHAT-45': 'Ids of tool calls differ within an answer.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
      operation: 'inference.chat-completions',
      of: 'chat completion',
      passage: `${sheet} 2.4`,
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
