import type { RegisteredHandler, RegisteredHandlers } from '../../api/registered.ts';
import { isObject } from '../../engines/openapi/json.ts';

/** Sets and removes several secrets of a script, by their names. */
const changeSecrets =
  (script: string): RegisteredHandler =>
  ({ body, collection, answer }) => {
    const kept = collection(`${script}/secrets`);
    const { secrets } = isObject(body) ? body : {};
    for (const [name, secret] of Object.entries(isObject(secrets) ? secrets : {})) {
      if (kept.find(name)) kept.remove(name);
      if (isObject(secret)) kept.add(secret);
    }
    return answer(
      Object.fromEntries(
        kept.list().map(({ value }) => [String(isObject(value) ? value['name'] : ''), value]),
      ),
    );
  };

const scripts = [
  '/accounts/{account_id}/workers/scripts/{script_name}',
  '/accounts/{account_id}/workers/dispatch/namespaces/{dispatch_namespace}/scripts/{script_name}',
];

export const secretHandlers: RegisteredHandlers = Object.fromEntries(
  scripts.map((script) => [`PATCH ${script}/secrets-bulk`, changeSecrets(script)]),
);
