import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredHandlers } from '../../api/registered.ts';

const classes = ['Standard', 'InfrequentAccess'];

/** R2: what is beside the bodies of requests. */
export const bucketHandlers: RegisteredHandlers = {
  'PATCH /accounts/{account_id}/r2/buckets/{bucket_name}': ({ call, standard }) => {
    const header = 'cf-r2-storage-class';
    const storage_class = call.request.headers.get(header);
    if (storage_class === null || !classes.includes(storage_class))
      throw new ApiError('body-invalid', { field: header, problem: `must be ${classes.join(' or ')}` });
    return standard({ storage_class });
  },
};
