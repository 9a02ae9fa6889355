import { ApiError } from '../../../../spec/errors.ts';
import {
  type RunOptions,
  type WebhookProblem,
  webhookProblem,
} from '../../../../spec/services/inference/run.ts';

/** The member to blame for a contradiction. */
const blamed: Readonly<Record<WebhookProblem, string>> = {
  'webhook-without-background': '/options/webhookUrl',
  'webhook-format-without-url': '/options/webhookFormat',
};

/**
 * Checks that the options of a run fit together: seed, Errors. Their schema checks each option, and the background runs
 * check the webhook's URL.
 *
 * @throws ApiError `webhook-without-background`, `webhook-format-without-url`
 * @example
 * checkRunOptions({ background: true, webhookUrl: 'https://hooks.example.com' });
 */
export function checkRunOptions(options: RunOptions | undefined): void {
  const problem = webhookProblem(options ?? {});
  if (problem) throw new ApiError(problem, {}, blamed[problem]);
}
