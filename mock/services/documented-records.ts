import { basePath } from '../../spec/endpoint.ts';
import type { RegisteredCall } from '../api/registered.ts';
import { isObject, type JsonObject } from '../engines/openapi/json.ts';

/** The records of the account of a request in another area of the register. @param path below the account */
export function listDocumented({ call, params }: RegisteredCall, path: string): readonly JsonObject[] {
  const account = params['account_id'] ?? '';
  const records = call.world.accounts.get(account)?.documented.of(`${basePath}/accounts/${account}/${path}`);
  return (records ?? []).map(({ value }) => value).filter(isObject);
}
