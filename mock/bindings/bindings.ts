import type { ArtifactsBinding } from '../../spec/services/artifacts/binding.ts';
import { isNamespaceName } from '../../spec/services/artifacts/names.ts';
import type { AiBinding } from '../../spec/services/inference/binding.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { ArtifactsParts } from '../services/artifacts/artifacts-parts.ts';
import type { RunHandlerParts } from '../services/inference/run/run-handler-parts.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { World } from '../world/world.ts';
import { createAiBinding } from './ai/ai-binding.ts';
import { createArtifactsBinding } from './artifacts/artifacts-binding.ts';

/** Which bindings a Worker has, in the words of its configuration file. */
export interface BindingsConfig {
  /** Whose resources they are; the seeded account where left out. */
  readonly accountId?: string | undefined;
  /** Namespaces of repositories: seed rendering-repositories-examples, Binding configuration. */
  readonly artifacts?: readonly ArtifactsBindingConfig[] | undefined;
  /** Models. There is one binding of them, as in a configuration file. */
  readonly ai?: AiBindingConfig | undefined;
}

export interface ArtifactsBindingConfig {
  /** The name of the variable in `env`. */
  readonly binding: string;
  readonly namespace: string;
  /** Taken and without effect: there is nothing but this mock to bind to. */
  readonly remote?: boolean | undefined;
}

export interface AiBindingConfig {
  /** The name of the variable in `env`. */
  readonly binding: string;
  /** Taken and without effect: there is nothing but this mock to bind to. */
  readonly remote?: boolean | undefined;
}

/** What Worker code finds in `env`, by the names that its configuration gives. */
export type EnvOf<Config extends BindingsConfig> = {
  readonly [Bound in NonNullable<Config['artifacts']>[number] as Bound['binding']]: ArtifactsBinding;
} & {
  readonly [Bound in NonNullable<Config['ai']> as Bound['binding']]: AiBinding;
};

/** What bindings work with. */
export interface BindingsParts {
  readonly world: World;
  readonly artifacts: ArtifactsParts;
  readonly inference: RunHandlerParts;
  /** Where the API is. */
  readonly origin: () => string;
}

/** Thrown for a configuration that no Worker may have. */
export class BindingsError extends TouchstoneError {}

/**
 * What a Worker gets as `env`: a value for each binding of its configuration, by the names of its variables.
 *
 * @throws BindingsError for a name that is no variable or is there twice, and for a namespace that can't be
 * @example
 * const env = mock.bindings({ artifacts: [{ binding: 'ARTIFACTS', namespace: 'default' }] });
 * await env.ARTIFACTS.create('starter');
 */
export function createBindings<const Config extends BindingsConfig>(
  { world, artifacts, inference, origin }: BindingsParts,
  config: Config,
): EnvOf<Config> {
  const { accountId = worldDefaults.accountId } = config;
  const env: Record<string, unknown> = {};
  const account = () => {
    const tenant = world.account(accountId);
    if (!tenant) throw new BindingsError('bindings-account', `There is no account ${accountId}.`);
    return tenant;
  };
  account();
  for (const { binding, namespace } of config.artifacts ?? []) {
    assertFree(env, binding);
    if (!isNamespaceName(namespace))
      throw new BindingsError(
        'bindings-namespace',
        `${JSON.stringify(namespace)} is no name of a namespace.`,
      );
    env[binding] = createArtifactsBinding({ artifacts, account, namespace, origin });
  }
  if (config.ai) {
    assertFree(env, config.ai.binding);
    env[config.ai.binding] = createAiBinding({ inference, account, origin });
  }
  // Each name of the configuration has its value now.
  return env as EnvOf<Config>;
}

const variable = /^[A-Za-z_$][\w$]*$/;

function assertFree(env: Readonly<Record<string, unknown>>, name: string): void {
  if (!variable.test(name))
    throw new BindingsError('bindings-name', `${JSON.stringify(name)} is no name of a variable.`);
  if (Object.hasOwn(env, name)) throw new BindingsError('bindings-name', `${name} is bound twice.`);
}
