import { defineFailures, failure } from '../../failure.ts';

/** Failures of the user service: fact sheet token-validation, section 4.2. */
export const userFailures = defineFailures({
  'verify-token-unknown': failure(401, 1000).observed('Invalid API Token'),
});
