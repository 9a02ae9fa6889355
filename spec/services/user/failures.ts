import { defineFailures } from '../../failure.ts';

/** Failures of the user service: fact sheet token-validation, section 4.2. */
export const userFailures = defineFailures({
  'verify-token-unknown': {
    status: 401,
    code: 1000,
    message: 'Invalid API Token',
    certainty: 'observed',
    wording: 'observed',
  },
});
