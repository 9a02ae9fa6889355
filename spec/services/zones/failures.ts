import { defineFailures, failure } from '../../failure.ts';

/** Failures of the zones service: codes observed (cloudflare-typescript, Zones), texts ours. */
export const zonesFailures = defineFailures({
  'zone-exists': failure(400, 1061).observed('{name} already exists'),
  'zone-name-invalid': failure(400, 1002).documented(
    '{name} is not a valid domain name: use labels of at most {label} characters, {limit} in all',
    'observed',
  ),
});
