import { ApiError } from '../../../spec/errors.ts';
import type { tokenValidationEndpoints } from '../../../spec/services/token-validation/endpoints.ts';
import { tokenValidationLimits } from '../../../spec/services/token-validation/schemas.ts';
import type { Service } from '../../call.ts';
import { compileTokenRule } from '../../edge/token-rules.ts';
import { paginate } from '../../page.ts';
import type { StoredTokenConfig } from '../../world/records.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import {
  acceptKeys,
  checkTokenSources,
  configResource,
  defaultedMessages,
  findConfig,
  keysRestOn,
} from './token-config.ts';

type Handlers = Pick<
  Service<typeof tokenValidationEndpoints>,
  | 'token-validation.config.list'
  | 'token-validation.config.create'
  | 'token-validation.config.get'
  | 'token-validation.config.edit'
  | 'token-validation.config.delete'
>;

/** Token configurations: seed token-validation, Token configuration; fact sheet, section 1.2. */
export function createConfigHandlers(): Handlers {
  return {
    'token-validation.config.list': ({ zone, query }) => {
      const { items, info } = paginate(zone.tokenConfigs.list(), query);
      return { result: items.map(configResource), page: info };
    },

    'token-validation.config.create': async ({ world, zone, body, restsOn }) => {
      const { title, description, token_sources, credentials } = body;
      checkTokenSources(token_sources);
      const accepted = await acceptKeys(credentials.keys, { mode: 'create' }, '/credentials/keys');
      restsOn(keysRestOn(accepted));
      const limit = tokenValidationLimits.configsPerZone;
      if (zone.tokenConfigs.size >= limit) throw new ApiError('config-limit', { limit });
      const at = zone.clock.timestamp();
      const config: StoredTokenConfig = {
        id: world.ids.uuid(),
        title,
        description,
        token_sources,
        token_type: 'JWT',
        keys: accepted.keys,
        created_at: at,
        last_updated: at,
      };
      zone.tokenConfigs.put(config);
      return { result: configResource(config), messages: defaultedMessages(accepted) };
    },

    'token-validation.config.get': ({ zone, params }) => ({
      result: configResource(findConfig(zone, params.config_id)),
    }),

    'token-validation.config.edit': ({ zone, params, body }) => {
      const config = findConfig(zone, params.config_id);
      const {
        title = config.title,
        description = config.description,
        token_sources = config.token_sources,
      } = body;
      checkTokenSources(token_sources);
      zone.tokenConfigs.put({
        ...config,
        title,
        description,
        token_sources,
        last_updated: zone.clock.timestamp(),
      });
      return { result: { id: config.id, title, description, token_sources } };
    },

    'token-validation.config.delete': ({ zone, params, restsOn }) => {
      const { id } = findConfig(zone, params.config_id);
      const rule = ruleThatNames(zone, id);
      if (rule !== undefined) {
        restsOn('inferred');
        throw new ApiError('config-in-use', { id, rule });
      }
      zone.tokenConfigs.remove(id);
      return { result: { id } };
    },
  };
}

/** Id of a rule whose expression names a configuration: it would be left hanging. */
function ruleThatNames(zone: ZoneTenant, configId: string): string | undefined {
  return zone.tokenRules.list().find((rule) => compileTokenRule(rule.expression).configIds.includes(configId))
    ?.id;
}
