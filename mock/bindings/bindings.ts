import type { Certainty } from '../../spec/certainty.ts';
import type { ArtifactsBinding } from '../../spec/services/artifacts/binding.ts';
import { isNamespaceName } from '../../spec/services/artifacts/limits.ts';
import type { AiBinding } from '../../spec/services/inference/binding.ts';
import { type Bucket, isBucketName } from '../../spec/services/object-storage/binding.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { PythonEngine } from '../engines/python/index.ts';
import type { ArtifactsParts } from '../services/artifacts/artifacts-parts.ts';
import type { RunHandlerParts } from '../services/inference/run/run-handler-parts.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { World } from '../world/world.ts';
import { createAiBinding } from './ai/ai-binding.ts';
import { createArtifactsBinding } from './artifacts/artifacts-binding.ts';
import type { StreamLengths } from './bucket/put-options.ts';
import { boundBucket } from './buckets/bound-bucket.ts';
import type { Buckets } from './buckets/buckets.ts';
import { createSandboxBinding, notedPython, type SandboxNamespace } from './sandbox/sandbox-binding.ts';

/** Which bindings a Worker has, in the words of its configuration file. */
export interface BindingsConfig {
  /** Whose resources they are; the seeded account where left out. */
  readonly accountId?: string | undefined;
  /** Namespaces of repositories: seed rendering-repositories-examples, Binding configuration. */
  readonly artifacts?: readonly ArtifactsBindingConfig[] | undefined;
  /** Models. There is one binding of them, as in a configuration file. */
  readonly ai?: AiBindingConfig | undefined;
  /** Buckets of objects. One name is one bucket of the account, whoever is bound to it. */
  readonly r2_buckets?: readonly BucketBindingConfig[] | undefined;
  /** Sandboxes that run Python, which the platform binds as durable objects. */
  readonly durable_objects?: { readonly bindings: readonly SandboxBindingConfig[] } | undefined;
  /** Texts and other values of JSON, as they are. */
  readonly vars?: Readonly<Record<string, unknown>> | undefined;
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

export interface BucketBindingConfig {
  /** The name of the variable in `env`. */
  readonly binding: string;
  readonly bucket_name: string;
  /** Taken and without effect: there is nothing but this mock to bind to. */
  readonly remote?: boolean | undefined;
}

export interface SandboxBindingConfig {
  /** The name of the variable in `env`. */
  readonly name: string;
  /** There is one class of durable objects here. */
  readonly class_name: 'Sandbox';
}

/** What Worker code finds in `env`, by the names that its configuration gives. */
export type EnvOf<Config extends BindingsConfig> = {
  readonly [Bound in NonNullable<Config['artifacts']>[number] as Bound['binding']]: ArtifactsBinding;
} & {
  readonly [Bound in NonNullable<Config['ai']> as Bound['binding']]: AiBinding;
} & {
  readonly [Bound in NonNullable<Config['r2_buckets']>[number] as Bound['binding']]: Bucket;
} & {
  readonly [Bound in NonNullable<
    Config['durable_objects']
  >['bindings'][number] as Bound['name']]: SandboxNamespace;
} & (Config extends { readonly vars: infer Vars } ? Vars : unknown);

/** What bindings work with. */
export interface BindingsParts {
  readonly world: World;
  readonly artifacts: ArtifactsParts;
  readonly inference: () => Promise<RunHandlerParts>;
  readonly buckets: Buckets;
  readonly python: PythonEngine;
  /** The least that what models answer may rest on. */
  readonly basis: Certainty;
  /** Where the API is. */
  readonly origin: () => string;
}

/** Thrown for a configuration that no Worker may have. */
export class BindingsError extends TouchstoneError {}

/**
 * What a Worker gets as `env`: a value for each binding of its configuration, by the names of its variables.
 *
 * @param lengths of the streams that a server hands to the Worker; where they are left out, buckets take any stream
 * @throws BindingsError for a name that is no variable or is there twice, for a namespace or a bucket that can't be,
 *   and for a class of durable objects that is not here
 * @example
 * const env = mock.bindings({ artifacts: [{ binding: 'ARTIFACTS', namespace: 'default' }] });
 * await env.ARTIFACTS.create('starter');
 */
export function createBindings<const Config extends BindingsConfig>(
  { world, artifacts, inference, buckets, python, basis, origin }: BindingsParts,
  config: Config,
  lengths?: StreamLengths,
): EnvOf<Config> {
  const { accountId = worldDefaults.accountId } = config;
  const env: Record<string, unknown> = {};
  const bind = (name: string, value: unknown) => {
    if (!variable.test(name))
      throw new BindingsError('bindings-name', `${JSON.stringify(name)} is no name of a variable.`);
    if (Object.hasOwn(env, name)) throw new BindingsError('bindings-name', `${name} is bound twice.`);
    env[name] = value;
  };
  const account = () => {
    const tenant = world.account(accountId);
    if (!tenant) throw new BindingsError('bindings-account', `There is no account ${accountId}.`);
    return tenant;
  };
  account();
  for (const { binding, namespace } of config.artifacts ?? []) {
    if (!isNamespaceName(namespace))
      throw new BindingsError(
        'bindings-namespace',
        `${JSON.stringify(namespace)} is no name of a namespace.`,
      );
    bind(binding, createArtifactsBinding({ artifacts, account, namespace, origin }));
  }
  if (config.ai) bind(config.ai.binding, createAiBinding({ inference, account, basis, origin }));
  for (const { binding, bucket_name: name } of config.r2_buckets ?? []) {
    if (!isBucketName(name))
      throw new BindingsError(
        'bindings-bucket',
        `${JSON.stringify(name)} is no name of a bucket: 3 to 63 lower-case letters, digits and hyphens.`,
      );
    bind(
      binding,
      boundBucket(() => buckets.store(accountId, name), lengths),
    );
  }
  for (const { name, class_name: className } of config.durable_objects?.bindings ?? []) {
    if (className !== 'Sandbox')
      throw new BindingsError(
        'bindings-class',
        `There is no class ${JSON.stringify(className)} of durable objects here, only Sandbox.`,
      );
    const newId = () => crypto.randomUUID();
    const now = () => new Date(account().clock.now());
    bind(name, createSandboxBinding({ python: notedPython(python, world, account), now, newId }));
  }
  for (const [name, value] of Object.entries(config.vars ?? {})) bind(name, value);
  // Each name of the configuration has its value now.
  return env as EnvOf<Config>;
}

const variable = /^[A-Za-z_$][\w$]*$/;
