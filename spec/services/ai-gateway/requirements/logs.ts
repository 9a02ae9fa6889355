import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** Log entries: their members, filters, changes and deletion. */
export const logRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway: logs', certainty: 'documented' },
    {
      'GW-LOG-1':
        'A log entry has id, time, provider, model, path, duration, success, cached and both token counts.',
      'GW-LOG-2': 'The list of log entries has the newest first.',
      'GW-LOG-3': 'The list of log entries has their number in `result_info`.',
      'GW-LOG-4': 'A page of log entries has at most 50.',
      'GW-LOG-5': 'The list of log entries can be ordered by each of six members.',
      'GW-LOG-6': 'A filter matches log entries by key, operator and alternative values.',
      'GW-LOG-7': 'The parameters `success`, `cached`, `model` and `provider` filter log entries.',
      'GW-LOG-8': 'The bounds of cost, duration and tokens filter log entries.',
      'GW-LOG-9': 'The bounds `start_date` and `end_date` filter log entries.',
      'GW-LOG-10': 'A GET of a log entry returns the beginning of both bodies.',
      'GW-LOG-11': 'The request body of a log entry comes back as it was sent, without an envelope.',
      'GW-LOG-12': 'The response body of a log entry comes back as it was given, without an envelope.',
      'GW-LOG-13': 'A PATCH of a log entry sets `feedback`, `score` and `metadata`.',
      'GW-LOG-16': 'A DELETE removes the log entries that match its filters.',
      'GW-LOG-17': 'A DELETE removes no more log entries than its `limit`.',
      'GW-LOG-18': 'An unknown log entry gets status 404 and code 7002.',
      'GW-LOG-19': 'Metadata has at most five entries.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'ai-gateway.log.edit',
      of: 'change of a log entry',
      passage: 'cloudflare-typescript, AI Gateway: logs',
      certainty: 'documented',
    },
    {
      'GW-LOG-14': [
        ['too small', 'too large'],
        '/feedback',
        { sentence: 'The server refuses a `feedback` outside -1 to 1.' },
      ],
      'GW-LOG-15': [
        ['too small', 'too large'],
        '/score',
        { sentence: 'The server refuses a `score` outside 0 to 100.' },
      ],
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-LOG-20': 'The metadata of a log entry is an object.',
      'GW-LOG-21': 'The gateway drops metadata entries after the fifth.',
      'GW-LOG-22': 'The gateway drops metadata keys that begin with `cf.`.',
      'GW-LOG-24': 'Dropped metadata does not make the gateway refuse a run.',
      'GW-LOG-25': 'A log entry exists within two seconds after its run.',
      'GW-LOG-26': 'The gateway logs a run that it refuses for credits or rate.',
      'GW-LOG-27': 'Filters of `metadata.key` and of `metadata.value` match independently.',
      'GW-LOG-28': 'The server accepts filters as a JSON array in `filters`.',
      'GW-LOG-29': 'The server accepts filters as `filters.key`, `filters.operator` and `filters.value`.',
      'GW-LOG-30': 'The server refuses a filter of an unknown key with code 7001.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-LOG-31':
        'A gateway at its log limit drops the oldest or the newest entries, depending on its setting.',
      'GW-LOG-32': 'The gateway logs a failed run with `success` false and its status.',
      'GW-LOG-33': 'A run with retries creates one log entry.',
      'GW-LOG-34': 'The deletion of a gateway deletes its log entries.',
      'GW-LOG-35': 'The gateway logs a stream with its tokens when it ends.',
      'GW-LOG-36': 'No log entry holds the credentials of a request.',
      'GW-LOG-37': 'The gateway drops metadata values that are null or nested and keeps the others.',
    },
  ),
]);
/** Datasets of log entries and their evaluations. New accounts of the platform no longer have either. */
export const evaluationRequirements = defineRequirements([
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: datasets',
      certainty: 'documented',
      feature: 'evaluations',
    },
    {
      'GW-DATA-1': 'A POST of name, state and filters creates a dataset.',
      'GW-DATA-2': 'A GET by id returns the dataset.',
      'GW-DATA-3': 'A PUT replaces the name, the state and the filters of a dataset.',
      'GW-DATA-4': 'The list of datasets has pages by `page` and `per_page`.',
      'GW-DATA-5': 'A list of datasets by `enable` or `name` has only the datasets that match.',
      'GW-DATA-6': 'The `search` of datasets matches their id, name and filters.',
      'GW-DATA-7': 'The deletion of a dataset returns it, and the dataset no longer exists.',
      'GW-DATA-8': 'The server refuses a filter by a member that datasets do not have.',
      'GW-DATA-9': 'The server refuses a filter with an operator that datasets do not have.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from cloudflare-typescript, AI Gateway: datasets',
      certainty: 'inferred',
      feature: 'evaluations',
    },
    {
      'GW-DATA-11': 'The deletion of a gateway deletes its datasets and evaluations.',
    },
  ),
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: evaluation-types',
      certainty: 'documented',
      feature: 'evaluations',
    },
    {
      'GW-EVAL-1': 'The list of evaluation types has ids, names and types.',
    },
  ),
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: evaluations',
      certainty: 'documented',
      feature: 'evaluations',
    },
    {
      'GW-EVAL-2': 'A POST of datasets and evaluation types creates an evaluation.',
      'GW-EVAL-3': 'A processed evaluation has a result for each of its types.',
      'GW-EVAL-4': 'The `total_logs` of an evaluation is the number of log entries that its datasets select.',
      'GW-EVAL-5': 'The list of evaluations filters by `name`, `processed` and `search`.',
      'GW-EVAL-6': 'The deletion of an evaluation returns it, and the evaluation no longer exists.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred', feature: 'evaluations' },
    {
      'GW-EVAL-11': 'The server refuses an evaluation of an unknown dataset.',
    },
  ),
]);
