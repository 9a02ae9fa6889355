import { defineFailures } from '../../failure.ts';

/** Failures of the admin interface, which is ours. */
export const touchstoneFailures = defineFailures({
  'admin-forbidden': {
    status: 403,
    code: 1403,
    message:
      'The admin interface answers on loopback only, to this machine and its pages, or with the admin token as Authorization: Bearer',
    certainty: 'inferred',
    wording: 'invented',
  },
  'tenant-unknown': {
    status: 404,
    code: 1495,
    message: 'There is no tenant with the account {id}: it was removed, or the mock was reset',
    certainty: 'inferred',
    wording: 'invented',
  },
  'fault-unknown': {
    status: 404,
    code: 1491,
    message: 'There is no fault {id}; the list of them names those that there are',
    certainty: 'inferred',
    wording: 'invented',
  },
  'fault-told': {
    status: 500,
    code: 1492,
    message: 'A fault asked for this answer of status {status}: {id}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'snapshot-unknown': {
    status: 404,
    code: 1493,
    message: '{problem}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'snapshots-full': {
    status: 409,
    code: 1494,
    message: '{problem}',
    certainty: 'inferred',
    wording: 'invented',
  },
  'model-reply-unknown': {
    status: 404,
    code: 1490,
    message: 'There is no model reply {id}; the list of them names those that there are',
    certainty: 'inferred',
    wording: 'invented',
  },
});
