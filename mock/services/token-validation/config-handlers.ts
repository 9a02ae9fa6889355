import type { Certainty } from '../../../spec/certainty.ts';
import type { EnvelopeEntry } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';
import type { endpoints } from '../../../spec/services/token-validation/endpoints.ts';
import { neverFoundMessage, noKeyLeftMessage } from '../../../spec/services/token-validation/messages.ts';
import { tokenValidationLimits } from '../../../spec/services/token-validation/schemas.ts';
import type { Call, Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import { compileTokenSource, whyNeverFound } from '../../edge/token-check.ts';
import { compileTokenRule } from '../../edge/token-rules.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';
import {
  defaultedMessage,
  JwkError,
  type JwkInput,
  type NormalizedKeys,
  type NormalizeOptions,
  normalizeKeys,
  publicKey,
} from '../../engines/jwt/index.ts';
import type { StoredTokenConfig } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

type ConfigHandlers = Pick<
  Service<typeof endpoints>,
  | 'token-validation.config.list'
  | 'token-validation.config.create'
  | 'token-validation.config.get'
  | 'token-validation.config.edit'
  | 'token-validation.config.delete'
>;

/**
 * Token configurations: seed token-validation, Token configuration; cloudflare-typescript, Token validation.
 */
export function createConfigHandlers(): ConfigHandlers {
  return {
    'token-validation.config.list': ({ world, zone, query }) => {
      const all = zone.tokenConfigs.list();
      const isNewestFirst = world.stances.get('token-validation.config.order') === 'newest first';
      const { items, info } = paginate(isNewestFirst ? [...all].reverse() : all, query);
      return { result: items.map(configResource), page: info };
    },

    'token-validation.config.create': async ({ world, zone, body, restsOn }) => {
      const { title, description, token_sources, credentials } = body;
      checkTokenSources(token_sources);
      const accepted = await acceptKeys(credentials.keys, { mode: 'create' }, '/credentials/keys', world);
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
      const messages = [...keyMessages(accepted), ...sourceMessages(token_sources)];
      return { result: configResource(config), messages };
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
      const result = { id: config.id, title, description, token_sources };
      return { result, messages: sourceMessages(body.token_sources ?? []) };
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

/** The id of a rule whose expression names a configuration; deleting the configuration would break it. */
function ruleThatNames(zone: ZoneTenant, configId: string): string | undefined {
  return zone.tokenRules.list().find((rule) => compileTokenRule(rule.expression).configIds.includes(configId))
    ?.id;
}

type CredentialHandlers = Pick<
  Service<typeof endpoints>,
  'token-validation.credentials.replace' | 'token-validation.credentials.edit'
>;

type CredentialsCall = Call<(typeof endpoints)['token-validation.credentials.replace']>;

/** Credentials of a configuration: seed token-validation, Endpoints 2 and 3. Both take the complete key set. */
export function createCredentialHandlers(): CredentialHandlers {
  return {
    'token-validation.credentials.replace': (call) => update(call, 'replace'),
    'token-validation.credentials.edit': (call) => update(call, 'update'),
  };
}

async function update({ world, zone, params, body, restsOn }: CredentialsCall, mode: 'replace' | 'update') {
  const stored = findConfig(zone, params.config_id).keys;
  const accepted = await acceptKeys(body.keys, { mode, stored }, '/keys', world);
  restsOn(keysRestOn(accepted));
  // Read it again: while the keys were checked, another call may have changed or deleted the configuration.
  const config = findConfig(zone, params.config_id);
  zone.tokenConfigs.put({ ...config, keys: accepted.keys, last_updated: zone.clock.timestamp() });
  const answer = { result: { keys: accepted.keys.map(publicKey) }, messages: keyMessages(accepted) };
  if (world.stances.get('token-validation.credentials.place') === 'result.keys') return answer;
  const { result, messages } = answer;
  const written = JSON.stringify({ success: true, errors: [], messages, ...result });
  return { written, mediaType: 'application/json' };
}

/** @throws ApiError `config-unknown`. */
export function findConfig(zone: ZoneTenant, id: string): StoredTokenConfig {
  const config = zone.tokenConfigs.get(id.toLowerCase());
  if (!config) throw new ApiError('config-unknown', { id });
  return config;
}

/** The resource of a configuration, without secrets. */
export function configResource({ keys, ...config }: StoredTokenConfig) {
  return { ...config, credentials: { keys: keys.map(publicKey) } };
}

/** @throws ApiError `token-source-invalid` for the first invalid source. */
export function checkTokenSources(sources: readonly string[]): void {
  for (const [index, source] of sources.entries()) {
    try {
      compileTokenSource(source);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { line, column } = error.position;
      throw new ApiError(
        'token-source-invalid',
        {
          index,
          problem: `${error.message} at ${line}:${column}; write it as http.request.headers["<name>"][0]`,
        },
        `/token_sources/${index}`,
        { cause: error },
      );
    }
  }
}

/**
 * Normalizes the keys of a request.
 *
 * @param pointer JSON pointer to the array of keys in the body
 * @throws ApiError `key-invalid`, with a pointer to the invalid member.
 */
export async function acceptKeys(
  keys: readonly JwkInput[],
  options: NormalizeOptions,
  pointer: string,
  { stances }: Pick<World, 'stances'>,
): Promise<NormalizedKeys> {
  try {
    const accepted = await normalizeKeys(keys, options);
    if (accepted.keys.length > 0 || stances.get('token-validation.keys.none-left') === 'accepted')
      return accepted;
    throw new ApiError('key-invalid', { problem: 'None of the keys is supported' }, pointer);
  } catch (error) {
    if (!(error instanceof JwkError)) throw error;
    throw new ApiError(
      'key-invalid',
      { problem: error.message },
      `${pointer}/${error.index}/${error.member}`,
      { cause: error },
    );
  }
}

/**
 * The certainty of an accepted key set. The seed says that unsupported keys are dropped, and which key types,
 * algorithms and curves are supported; the rest is deduced (Cloudflare docs, Configure JWT validation via the API).
 */
export function keysRestOn({ keys, dropped }: NormalizedKeys): Certainty {
  const guessed = dropped.some(({ why }) => why === 'unsupported_use' || why === 'unsupported_key_ops');
  return guessed || keys.length === 0 ? 'inferred' : 'seed';
}

/** One message for each algorithm filled in (seed token-validation, JSON Web Key), and one if no key is left. */
function keyMessages({ keys, defaulted, dropped }: NormalizedKeys): EnvelopeEntry[] {
  const messages = defaulted.map((key) => ({ code: 110003, message: defaultedMessage(key) }));
  if (keys.length > 0) return messages;
  const faults = dropped.map(
    ({ index, why }) => `keys[${index}] has an unsupported ${why.replace('unsupported_', '')}`,
  );
  return [...messages, noKeyLeftMessage(faults)];
}

/** One message for each source that no request can match. */
function sourceMessages(sources: readonly string[]): EnvelopeEntry[] {
  return sources.flatMap((source, index) => {
    const why = whyNeverFound(source);
    return why === undefined ? [] : [neverFoundMessage(index, why)];
  });
}
