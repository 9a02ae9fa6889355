import { defineFailures } from '../../failure.ts';

/** Failures of zone settings: fact sheet markdown-conversion, section 7.1; codes and texts observed. */
export const settingsFailures = defineFailures({
  'setting-items-missing': {
    status: 400,
    code: 1004,
    message: "Missing 'items'",
    certainty: 'observed',
    wording: 'observed',
  },
  'setting-unknown': {
    status: 400,
    code: 1006,
    message: 'Unrecognized zone setting name: {setting_id}',
    certainty: 'observed',
    wording: 'observed',
  },
  'setting-value-invalid': {
    status: 400,
    code: 1007,
    message: 'Invalid value for zone setting {setting_id}',
    certainty: 'observed',
    wording: 'observed',
  },
  /** That a plan may not convert is the seed's; that the code is 1057 is inferred from other settings. */
  'setting-conversion-not-editable': {
    status: 400,
    code: 1057,
    message: '{setting_id} cannot be modified for this zone',
    certainty: 'seed',
    wording: 'observed',
  },
  'setting-not-editable': {
    status: 400,
    code: 1057,
    message: '{setting_id} cannot be modified for this zone',
    certainty: 'observed',
    wording: 'observed',
  },
});
