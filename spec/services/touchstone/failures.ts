import { defineFailures, failure } from '../../failure.ts';

/** Failures of the admin interface, which is ours. */
export const touchstoneFailures = defineFailures({
  'admin-forbidden': failure(403, 1403).inferred(
    'The admin interface answers on loopback only, to this machine and its pages, or with the admin token as Authorization: Bearer',
  ),
  'tenant-unknown': failure(404, 1495).inferred(
    'There is no tenant with the account {id}: it was removed, or the mock was reset',
  ),
  'fault-unknown': failure(404, 1491).inferred(
    'There is no fault {id}; the list of them names those that there are',
  ),
  'fault-told': failure(500, 1492).inferred('A fault asked for this answer of status {status}: {id}'),
  'snapshot-unknown': failure(404, 1493).inferred('{problem}'),
  'snapshots-full': failure(409, 1494).inferred('{problem}'),
  'model-reply-unknown': failure(404, 1490).inferred(
    'There is no model reply {id}; the list of them names those that there are',
  ),
});
