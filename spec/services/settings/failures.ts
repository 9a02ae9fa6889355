import { defineFailures, failure } from '../../failure.ts';

/** Failures of zone settings: cloudflare-typescript, Zones; codes and texts observed. */
export const settingsFailures = defineFailures({
  'setting-items-missing': failure(400, 1004).observed("Missing 'items'"),
  'setting-unknown': failure(400, 1006).observed('Unrecognized zone setting name: {setting_id}'),
  'setting-value-invalid': failure(400, 1007).observed('Invalid value for zone setting {setting_id}'),
  /** The refusal on some plans is the seed's; the code 1057 is inferred from other settings. */
  'setting-conversion-not-editable': failure(400, 1057).seed(
    '{setting_id} cannot be modified for this zone: it takes a plan above Free or a custom hostname, and the plan is {plan}',
    'observed',
  ),
  'setting-not-editable': failure(400, 1057).observed('{setting_id} cannot be modified for this zone'),
});
