import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { aiGatewayEndpoints } from '../endpoints.ts';

const client = 'fact sheet inference 6.8, types of the platform client';

/** Datasets of log entries, and what is measured by them. New accounts of the platform have neither any more. */
export const evaluationRequirements = defineRequirements([
  ...statements(
    { passage: `${client}: datasets`, certainty: 'documented', feature: 'evaluations' },
    {
      'GW-DATA-1': 'A dataset is created with its name, its state and its filters.',
      'GW-DATA-2': 'A dataset is read by its id.',
      'GW-DATA-3': 'A PUT replaces the name, the state and the filters of a dataset.',
      'GW-DATA-4': 'Datasets are listed by `page` and `per_page`.',
      'GW-DATA-5': 'A list of datasets by `enable` or `name` has those alone that fit.',
      'GW-DATA-6': 'The `search` of datasets looks at their id, name and filters.',
      'GW-DATA-7': 'A deleted dataset is answered as it was, and gone.',
    },
  ),
  ...bounds(
    {
      in: aiGatewayEndpoints,
      operation: 'ai-gateway.dataset.create',
      of: 'dataset',
      passage: `${client}: datasets`,
      certainty: 'documented',
      feature: 'evaluations',
    },
    {
      'GW-DATA-8': [
        'not allowed',
        '/filters/0/key',
        { sentence: 'A filter by a member that datasets do not have is refused.' },
      ],
      'GW-DATA-9': [
        'not allowed',
        '/filters/0/operator',
        { sentence: 'A filter with an operator that datasets do not have is refused.' },
      ],
    },
  ),
  ...statements(
    { passage: `${client}: datasets`, certainty: 'inferred', feature: 'evaluations' },
    {
      'GW-DATA-10': 'A dataset of one gateway is unknown in another.',
      'GW-DATA-11': 'A deleted gateway takes its datasets and evaluations along.',
    },
  ),
  ...statements(
    { passage: `${client}: evaluationTypes`, certainty: 'documented', feature: 'evaluations' },
    {
      'GW-EVAL-1': 'What evaluations can measure is listed, with ids, names and types.',
    },
  ),
  ...statements(
    { passage: `${client}: evaluations`, certainty: 'documented', feature: 'evaluations' },
    {
      'GW-EVAL-2': 'An evaluation is created of datasets and of what to measure.',
      'GW-EVAL-3': 'An evaluation that is processed has a result for each type it was asked for.',
      'GW-EVAL-4': 'The `total_logs` of an evaluation are the log entries that its datasets select.',
      'GW-EVAL-5': 'Evaluations are listed, and found by `name`, `processed` and `search`.',
      'GW-EVAL-6': 'A deleted evaluation is answered as it was, and gone.',
    },
  ),
  ...statements(
    { passage: `${client}: evaluations`, certainty: 'inferred', feature: 'evaluations' },
    {
      'GW-EVAL-7': 'The cost of an evaluation is the mean of the costs of its log entries.',
      'GW-EVAL-8': 'The speed of an evaluation is the mean of the durations of its log entries.',
      'GW-EVAL-9':
        'The human feedback of an evaluation is the percentage of its judged log entries that are judged good.',
      'GW-EVAL-10': 'A log entry that two datasets select counts once.',
      'GW-EVAL-11': 'An evaluation of a dataset that is not there is refused.',
      'GW-EVAL-12': 'An evaluation of a type that is not there is refused.',
      'GW-EVAL-13': 'Types are listed in the order of `order_by` and `order_by_direction`.',
      'GW-EVAL-14': 'A dataset that is not enabled selects nothing.',
    },
  ),
]);
