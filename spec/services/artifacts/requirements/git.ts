import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const service = 'fact sheet artifacts';

/** What the service does with Git that Git itself leaves open. */
export const gitServiceRequirements = defineRequirements([
  ...statements(
    { passage: `${service}, section 7`, certainty: 'observed' },
    {
      'AR-GIT-10': 'A repository that is `read_only` takes pushes all the same.',
      'AR-GIT-11': 'Refs that are neither branches nor tags are pushed, listed, fetched and deleted.',
      'AR-GIT-14':
        'A push from where the ref is not any more is reported as `unpack ok` and `ng <ref> stale ref`, with status 200.',
      'AR-GIT-12': 'A remote leads to its repository in whatever case its names are written.',
    },
  ),
  ...statements(
    { passage: `${service}, section 8`, certainty: 'observed' },
    { 'AR-GIT-13': 'A path below a remote that is none of Git is not served, and neither are its files.' },
  ),
]);
