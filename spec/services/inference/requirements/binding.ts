import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

/** What Worker code can do with a binding of models. */
export const modelBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'fact sheet inference, sections 7 and 8', certainty: 'documented', feature: 'bindings' },
    {
      'INF-BIND-1': 'Worker code runs a model by its binding without a token, and gets its output alone.',
      'INF-BIND-2': 'A run that streams gives a stream of events.',
      'INF-BIND-3': 'The message of what a model refuses with is `<code>: <text>`.',
    },
  ),
]);
