import type { tokenValidationEndpoints } from '../../../spec/services/token-validation/endpoints.ts';
import type { Call, Service } from '../../call.ts';
import { publicKey } from '../../engines/jwt/index.ts';
import { acceptKeys, defaultedMessages, findConfig, keysRestOn } from './token-config.ts';

type Handlers = Pick<
  Service<typeof tokenValidationEndpoints>,
  'token-validation.credentials.replace' | 'token-validation.credentials.edit'
>;

type CredentialsCall = Call<(typeof tokenValidationEndpoints)['token-validation.credentials.replace']>;

/** Credentials of a configuration: seed token-validation, Endpoints 2 and 3. Both take the complete key set. */
export function createCredentialHandlers(): Handlers {
  return {
    'token-validation.credentials.replace': (call) => update(call, 'replace'),
    'token-validation.credentials.edit': (call) => update(call, 'update'),
  };
}

async function update({ zone, params, body, restsOn }: CredentialsCall, mode: 'replace' | 'update') {
  const stored = findConfig(zone, params.config_id).keys;
  const accepted = await acceptKeys(body.keys, { mode, stored }, '/keys');
  restsOn(keysRestOn(accepted));
  // Read again: while the keys were checked, another call may have changed or deleted the configuration.
  const config = findConfig(zone, params.config_id);
  zone.tokenConfigs.put({ ...config, keys: accepted.keys, last_updated: zone.clock.timestamp() });
  return { result: { keys: accepted.keys.map(publicKey) }, messages: defaultedMessages(accepted) };
}
