import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Streams of events, format by format. */
export const streamRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 3`, certainty: 'documented' },
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
      'INF-SSE-12': 'A stream of a message names each event by its `type`.',
      'INF-SSE-13': 'A stream of a message begins with `message_start` and ends with `message_stop`.',
      'INF-SSE-14': 'Each block of a stream of a message is started, filled and stopped under one `index`.',
      'INF-SSE-15': 'The `message_delta` brings the `stop_reason` and the tokens counted so far.',
      'INF-SSE-16': 'The input of a tool comes as pieces of JSON text that make one object.',
      'INF-SSE-17': 'The deltas of a stream make the text of the answer that is not streamed.',
    },
  ),
  ...statements(
    { passage: `${sheet} 3`, certainty: 'observed' },
    {
      'INF-SSE-18': 'A native stream has `response` in each frame.',
      'INF-SSE-19': 'A native stream brings the usage in its last frame before `[DONE]`.',
      'INF-SSE-20': 'A native stream ends with `[DONE]`.',
      'INF-SSE-21':
        'A native stream of a model of the new shape has each token in `response` and in `choices`.',
      'INF-SSE-22': 'Native calls come as name first, then arguments by `index`, then a frame of nulls.',
      'INF-SSE-23': 'Each chunk of a stream of a chat has `choices`.',
      'INF-SSE-24': 'Frames end with a blank line.',
    },
  ),
  ...statements(
    { passage: `${sheet} 3`, certainty: 'inferred' },
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
    },
  ),
]);
