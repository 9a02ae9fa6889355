import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const passage = 'fact sheet artifacts, section 11';

/** What Worker code can do with a binding of repositories. */
export const artifactsBindingRequirements = defineRequirements([
  ...statements(
    { passage, certainty: 'documented', feature: 'bindings' },
    {
      'AR-BIND-6': 'A repository that REST created is found by the binding of its namespace.',
      'AR-BIND-7':
        'A repository that is created comes with id, name, description, default branch, remote and a token.',
      'AR-BIND-8': 'The binding lists repositories without their remotes, and how many there are.',
      'AR-BIND-9': 'The binding deletes a repository, and says whether there was one.',
      'AR-BIND-10': 'A handle says what is known of its repository at that moment.',
      'AR-BIND-11': 'A handle lists its active tokens, and takes one back by its id or its text.',
      'AR-BIND-12': 'A handle makes a token for writing that is good for a day, unless it is told otherwise.',
      'AR-BIND-13': 'A handle forks its repository.',
      'AR-BIND-14': 'A handle reads commits, trees, blobs and files, and has null for what is not there.',
      'AR-BIND-15': 'A handle lists the commits of a ref, and none of one that is not there.',
      'AR-BIND-16': 'What refuses is an `ArtifactsError` with a `code` and the `numericCode` of REST.',
    },
  ),
]);
