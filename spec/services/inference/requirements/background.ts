import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Background runs and their webhooks, as far as the seed leaves them open. */
export const backgroundRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 4`, certainty: 'inferred' },
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
    { passage: `${sheet} 4`, certainty: 'documented', feature: 'webhook' },
    {
      'INF-HOOK-16': 'The `state` of the payload of a run that succeeded is `Completed`.',
      'INF-HOOK-17': 'The `state` of the payload of a run that failed is `Failed`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 4`, certainty: 'inferred', feature: 'webhook' },
    {
      'INF-HOOK-18': 'The `error` of the payload of a run that failed has `code` and `message`.',
      'INF-HOOK-19': 'The payload has the seven members and no other.',
      'INF-HOOK-20': 'The `id` of the payload is the id that accepted the run.',
      'INF-HOOK-21': 'The payload is sent as `application/json`.',
      'INF-HOOK-22': 'The POST does not follow a redirect.',
      'INF-HOOK-23': 'The `text` of the format `chat` is indented by two spaces.',
      'INF-HOOK-24':
        'A host whose addresses change between check and connection gets no request at a private one.',
    },
  ),
]);
