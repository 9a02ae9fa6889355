import { ApiError } from '../../../../spec/errors.ts';
import {
  type RunOptions,
  type WebhookProblem,
  webhookProblem,
} from '../../../../spec/services/inference/run.ts';

/** The member of the body that a contradiction is blamed on. */
const blamed: Readonly<Record<WebhookProblem, string>> = {
  'webhook-without-background': '/options/webhookUrl',
  'webhook-format-without-url': '/options/webhookFormat',
};

/**
 * Checks that the options of a run belong together: seed, Errors. What each of them may be by itself is
 * asked by their schema, and where a webhook would go by the background runs.
 *
 * @throws ApiError `webhook-without-background`, `webhook-format-without-url`
 * @example
 * checkRunOptions({ background: true, webhookUrl: 'https://hooks.example.com' });
 */
export function checkRunOptions(options: RunOptions | undefined): void {
  const problem = webhookProblem(options ?? {});
  if (problem) throw new ApiError(problem, {}, blamed[problem]);
}
