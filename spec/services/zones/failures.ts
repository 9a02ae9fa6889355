import { defineFailures } from '../../failure.ts';

/** Failures of the zones service: codes observed (fact sheet token-validation, section 3), texts ours. */
export const zonesFailures = defineFailures({
  'zone-exists': {
    status: 400,
    code: 1061,
    message: '{name} already exists',
    certainty: 'observed',
    wording: 'observed',
  },
  'zone-name-invalid': {
    status: 400,
    code: 1002,
    message: '{name} is not a valid domain name: use labels of at most {label} characters, {limit} in all',
    certainty: 'documented',
    wording: 'observed',
  },
});
