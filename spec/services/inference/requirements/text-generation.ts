import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Text generation in its own input: what is taken, defaulted and answered. */
export const textGenerationRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.3`, certainty: 'documented' },
    {
      'INF-TEXT-1': 'Text generation takes a `prompt` instead of `messages`.',
      'INF-TEXT-2': 'Text generation without `prompt` and `messages` is refused.',
      'INF-TEXT-3': 'An empty `prompt` is refused.',
      'INF-TEXT-4': 'An answer without `max_tokens` has at most 256 tokens.',
      'INF-TEXT-5': 'A `temperature` of 5 is accepted.',
      'INF-TEXT-6': 'A `temperature` above 5 is refused.',
      'INF-TEXT-7': 'A `top_p` above 1 is refused.',
      'INF-TEXT-8': 'A `top_k` above 50 is refused.',
      'INF-TEXT-9': 'A `seed` of 9999999999 is accepted.',
      'INF-TEXT-10': 'A `seed` above 9999999999 is refused.',
      'INF-TEXT-11': 'A `repetition_penalty` above 2 is refused.',
      'INF-TEXT-12': 'A `frequency_penalty` outside -2 to 2 is refused.',
      'INF-TEXT-13': 'The `result` of a model of the old shape has the text in `response`.',
      'INF-TEXT-14': 'The `usage` of a model of the old shape counts prompt, completion and both.',
      'INF-TEXT-15': 'A call of a model of the old shape has `name` and `arguments` as an object.',
      'INF-TEXT-16': 'The `result` of a model of the new shape is a chat completion.',
      'INF-TEXT-17': 'A gpt-oss model answers the members of the Responses format as a response.',
      'INF-TEXT-18': 'A gpt-oss model answers the members of chat completions as a chat completion.',
      'INF-TEXT-19': 'The `response` of a JSON mode is an object.',
      'INF-TEXT-20': "A schema that cannot be met is refused with the words `JSON Mode couldn't be met`.",
      'INF-TEXT-21': 'A JSON mode does not stream.',
      'INF-TEXT-22': 'A schema for a hosted model is taken bare under `json_schema`.',
      'INF-TEXT-23': 'A model that sees takes content as a list with `image_url`.',
      'INF-TEXT-24': 'A model that sees takes an `image` beside the `prompt`.',
      'INF-TEXT-25': 'The safety model answers whether a conversation is safe.',
      'INF-TEXT-26': 'The safety model takes the roles `user` and `assistant` alone.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.3`, certainty: 'observed' },
    {
      'INF-TEXT-27': 'Content as a list is refused by a model of the old shape with code 5006.',
      'INF-TEXT-28': 'The `usage` of a hosted model counts `neurons`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.3`, certainty: 'documented' },
    { 'INF-TEXT-29': 'Content of null is refused by a model of the old shape.' },
  ),
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'observed' },
    {
      'INF-TEXT-30': 'A refusal with code 5006 has status 400.',
      'INF-TEXT-31': 'The message of a refusal with code 5006 names the place and both types.',
      'INF-TEXT-32': 'A refusal with code 5006 begins with `AiError: Bad input: `.',
    },
  ),
  ...statements(
    { passage: 'issue 5, engines/models', certainty: 'inferred', feature: 'scripted' },
    {
      'INF-TEXT-33': 'The same input is answered with the same text.',
      'INF-TEXT-34': 'Two different prompts are never answered with one text.',
      'INF-TEXT-35': 'A `stop` text ends the answer before it.',
    },
  ),
]);
