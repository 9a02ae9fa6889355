import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { aiGatewayEndpoints } from '../endpoints.ts';
/** Log entries: what they hold, how they are found, changed and deleted. */
export const logRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway: logs', certainty: 'documented' },
    {
      'GW-LOG-1':
        'A log entry has id, time, provider, model, path, duration, success, cached and both tokens.',
      'GW-LOG-2': 'Log entries are listed newest first.',
      'GW-LOG-3': 'A list of log entries counts them in `result_info`.',
      'GW-LOG-4': 'A list of log entries has at most 50 on a page.',
      'GW-LOG-5': 'A list of log entries is ordered by each of six members.',
      'GW-LOG-6': 'A filter finds log entries by key, operator and alternatives of a value.',
      'GW-LOG-7': 'The parameters `success`, `cached`, `model` and `provider` find log entries.',
      'GW-LOG-8': 'The bounds of cost, duration and tokens find log entries.',
      'GW-LOG-9': 'The bounds `start_date` and `end_date` find log entries.',
      'GW-LOG-10': 'A log entry is read with the beginnings of both bodies.',
      'GW-LOG-11': 'The body of a request is answered as it was sent, without an envelope.',
      'GW-LOG-12': 'The body of an answer is answered as it was given, without an envelope.',
      'GW-LOG-13': 'A PATCH of a log entry sets `feedback`, `score` and `metadata`.',
      'GW-LOG-16': 'A DELETE removes the log entries that its filters find.',
      'GW-LOG-17': 'A DELETE removes no more log entries than its `limit`.',
      'GW-LOG-18': 'An unknown log entry is answered with status 404 and code 7002.',
      'GW-LOG-19': 'Metadata has at most five entries.',
    },
  ),
  ...bounds(
    {
      in: aiGatewayEndpoints,
      operation: 'ai-gateway.log.edit',
      of: 'change of a log entry',
      passage: 'cloudflare-typescript, AI Gateway: logs',
      certainty: 'documented',
    },
    {
      'GW-LOG-14': [
        ['too small', 'too large'],
        '/feedback',
        { sentence: 'A `feedback` outside -1 to 1 is refused.' },
      ],
      'GW-LOG-15': [
        ['too small', 'too large'],
        '/score',
        { sentence: 'A `score` outside 0 to 100 is refused.' },
      ],
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-LOG-20': 'The metadata of a log entry is an object.',
      'GW-LOG-21': 'Entries of metadata behind the fifth are dropped.',
      'GW-LOG-22': 'Keys of metadata that begin with `cf.` are dropped.',
      'GW-LOG-24': 'Metadata that is dropped refuses no run.',
      'GW-LOG-25': 'A log entry is there within two seconds after its run.',
      'GW-LOG-26': 'A run that is refused for money or for a rate is logged.',
      'GW-LOG-27': 'Filters of `metadata.key` and of `metadata.value` match by themselves.',
      'GW-LOG-28': 'Filters are taken as a JSON array in `filters`.',
      'GW-LOG-29': 'Filters are taken as `filters.key`, `filters.operator` and `filters.value`.',
      'GW-LOG-30': 'A filter of an unknown key is refused with code 7001.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-LOG-31': 'A gateway that keeps no more log entries drops the oldest or the newest, as it is told.',
      'GW-LOG-32': 'A run that failed is logged with `success` false and its status.',
      'GW-LOG-33': 'A run that is repeated leaves one log entry.',
      'GW-LOG-34': 'The log entries of a deleted gateway are gone.',
      'GW-LOG-35': 'A stream is logged with its tokens once it has ended.',
      'GW-LOG-36': 'No log entry holds the credentials of a request.',
      'GW-LOG-37': 'A value of metadata that is null or nested is dropped, and the others are kept.',
    },
  ),
]);
/** Datasets of log entries, and what is measured by them. New accounts of the platform have neither any more. */
export const evaluationRequirements = defineRequirements([
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: datasets',
      certainty: 'documented',
      feature: 'evaluations',
    },
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
      passage: 'cloudflare-typescript, AI Gateway: datasets',
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
    {
      passage: 'inferred from cloudflare-typescript, AI Gateway: datasets',
      certainty: 'inferred',
      feature: 'evaluations',
    },
    {
      'GW-DATA-10': 'A dataset of one gateway is unknown in another.',
      'GW-DATA-11': 'A deleted gateway takes its datasets and evaluations along.',
    },
  ),
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: evaluation-types',
      certainty: 'documented',
      feature: 'evaluations',
    },
    {
      'GW-EVAL-1': 'What evaluations can measure is listed, with ids, names and types.',
    },
  ),
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: evaluations',
      certainty: 'documented',
      feature: 'evaluations',
    },
    {
      'GW-EVAL-2': 'An evaluation is created of datasets and of what to measure.',
      'GW-EVAL-3': 'An evaluation that is processed has a result for each type it was asked for.',
      'GW-EVAL-4': 'The `total_logs` of an evaluation are the log entries that its datasets select.',
      'GW-EVAL-5': 'Evaluations are listed, and found by `name`, `processed` and `search`.',
      'GW-EVAL-6': 'A deleted evaluation is answered as it was, and gone.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred', feature: 'evaluations' },
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
