import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Guardrails and rules about data: what is noted, and what ends a run. */
export const guardrailRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 6.6`, certainty: 'documented', feature: 'guardrails' },
    {
      'GW-GUARD-1': 'A category is looked for in prompts and in answers, each with its own action.',
      'GW-GUARD-2': 'A run whose prompt is blocked is answered with status 422 and code 2017.',
      'GW-GUARD-3': 'A run whose answer is blocked is answered with status 422 and code 2017.',
      'GW-GUARD-4': 'A run in which something is only flagged is answered.',
      'GW-GUARD-5': 'A stream whose answer would be blocked is answered in full.',
      'GW-GUARD-6':
        'A scanner that does not answer ends a run with status 503 and code 7013 where a rule blocks.',
      'GW-GUARD-7': 'A scanner that does not answer lets a run pass where rules only flag.',
      'GW-GUARD-8': 'A scanner that no credits are left for ends a run with status 402 and code 2021.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.6`, certainty: 'inferred', feature: 'guardrails' },
    {
      'GW-GUARD-9': 'A prompt that is blocked does not reach the model.',
      'GW-GUARD-10': 'A run that is blocked is logged.',
      'GW-GUARD-11': 'An action that is neither `FLAG` nor `BLOCK` is refused.',
      'GW-GUARD-12': 'A category that nobody has is refused.',
    },
  ),
  ...statements(
    { passage: `${sheet} 6.6`, certainty: 'documented', feature: 'dlp' },
    {
      'GW-DLP-1': 'A request that a data rule blocks is answered with code 2029.',
      'GW-DLP-2': 'An answer that a data rule blocks is answered with code 2030.',
      'GW-DLP-3': 'The header `cf-aig-dlp` says what a data rule found.',
    },
  ),
]);
