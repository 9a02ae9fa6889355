import { defineFailures, failure } from '../../failure.ts';

/** Failures of the user service: live API answers that users report. */
export const userFailures = defineFailures({
  'verify-token-unknown': failure(401, 1000).observed('Invalid API Token'),
});
