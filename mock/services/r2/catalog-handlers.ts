import type { RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import { isObject } from '../../engines/openapi/json.ts';

const catalogs = '/accounts/{account_id}/r2-catalog';

/** Sets the state of the catalog of a bucket, which the first call makes. */
function setStatus({ params, collection, answer }: RegisteredCall, status: 'active' | 'inactive') {
  const bucket = params['bucket_name'] ?? '';
  const kept = collection(catalogs);
  const isNew = status === 'active' && !kept.find(bucket);
  const name = `${params['account_id']}_${bucket}`;
  const { value } = isNew ? kept.add({ bucket, name, status }) : kept.change(bucket, { status });
  return answer({ id: isObject(value) ? (value['id'] ?? '') : '', name });
}

/** The data catalog of a bucket is turned on and off by calls. */
export const catalogHandlers: RegisteredHandlers = {
  [`POST ${catalogs}/{bucket_name}/enable`]: (asked) => setStatus(asked, 'active'),
  [`POST ${catalogs}/{bucket_name}/disable`]: (asked) => setStatus(asked, 'inactive'),
};
