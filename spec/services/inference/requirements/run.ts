import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Runs in the input of the model, named in the body or in the path. */
export const runRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.2`, certainty: 'documented' },
    {
      'INF-RUN-14': 'The `extraHeaders` of `options` is accepted as a map of texts.',
      'INF-RUN-15': 'The `gateway` of `options` is accepted with `id`, `cacheTtl` and `skipCache`.',
      'INF-RUN-16': 'The `rejectIfBusy` of `options` is accepted.',
      'INF-RUN-17': 'A refusal with status 400 has entries of `code` and `message`.',
      'INF-RUN-18': 'The `result` of `google/nano-banana` links its picture by an https URL in `image`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.2`, certainty: 'observed' },
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
    { passage: `${sheet} 2.2`, certainty: 'inferred' },
    {
      'INF-RUN-26': 'The `result` of a hosted model on `/ai/run` is the output of the model itself.',
      'INF-RUN-27': 'A run with `stream` true in its `input` is answered as a stream of events.',
      'INF-RUN-28':
        'A run whose `gateway` of `options` names the gateway needs no header for a hosted model.',
      'INF-RUN-29': 'A model whose name is no model identifier is refused.',
      'INF-RUN-30': 'A dynamic route is refused as a model.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.3`, certainty: 'observed' },
    {
      'INF-PATH-3': 'A model in the path is found with its slashes as they are.',
      'INF-PATH-4': 'A model in the path is found with its slashes as `%2F`.',
      'INF-PATH-5': 'A query parameter that is no known option passes.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.3`, certainty: 'inferred' },
    {
      'INF-PATH-6': 'A model in the path is found with its first character as `%40`.',
      'INF-PATH-7': 'A GET of a model in the path is refused with status 405.',
      'INF-PATH-8': 'The input of a third-party model is taken by `/ai/run/{model}` too.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.3`, certainty: 'documented' },
    {
      'INF-PATH-9': 'The `options` beside the input may hold `rejectIfBusy`.',
      'INF-PATH-10': 'Raw audio is taken as a body with its own content type.',
      'INF-PATH-11': 'The header `x-session-affinity` is accepted.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.1`, certainty: 'documented' },
    {
      'INF-MODEL-4': 'An unknown hosted model is answered with status 400 and code 5007.',
      'INF-MODEL-5': 'The message about an unknown hosted model names the model.',
    },
  ),
  ...statements(
    { passage: `${sheet} 7.2`, certainty: 'observed' },
    {
      'INF-MODEL-6': 'An unknown third-party model is answered with status 404 and code 7003.',
      'INF-MODEL-7':
        'The version of a third-party model is written with dots, and with hyphens it is unknown.',
    },
  ),
]);
