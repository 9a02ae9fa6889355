import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { inferenceEndpoints } from '../endpoints.ts';

const sheet = 'fact sheet inference';

/** The messages format. */
export const messagesRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.6`, certainty: 'documented' },
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
    { passage: `${sheet} 2.6`, certainty: 'observed' },
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
    { passage: `${sheet} 9, trap 1`, certainty: 'observed' },
    {
      'INF-MSG-25': 'A POST to `/ai/v1/v1/messages` is answered as one to `/ai/v1/messages`.',
      'INF-MSG-26': 'The client library of the messages format works with the base URL `/ai/v1`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.6`, certainty: 'inferred' },
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
      passage: `${sheet} 2.6`,
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
