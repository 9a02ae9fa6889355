import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { inferenceEndpoints } from '../endpoints.ts';

const sheet = 'fact sheet inference';

/** The responses format. */
export const responsesRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.5`, certainty: 'documented' },
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
    { passage: `${sheet} 2.5`, certainty: 'inferred' },
    {
      'INF-RESP-24': 'A response has every member of the format, null where there is nothing to say.',
      'INF-RESP-25': 'A `previous_response_id` goes on with the conversation of that response.',
      'INF-RESP-27': 'An item of a type that nobody has is refused with status 400.',
      'INF-RESP-28': 'A message without a `type` is accepted as an item.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
      operation: 'inference.responses',
      of: 'request for a response',
      passage: `${sheet} 2.5`,
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
