import type { Certainty } from '../../spec/certainty.ts';
import type { ArtifactsBinding } from '../../spec/services/artifacts/binding.ts';
import { isNamespaceName } from '../../spec/services/artifacts/limits.ts';
import type { AiBinding } from '../../spec/services/inference/binding.ts';
import { type Bucket, isBucketName } from '../../spec/services/object-storage/binding.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { PythonEngine } from '../engines/python/index.ts';
import type { ArtifactsParts } from '../services/artifacts/artifacts-parts.ts';
import type { RunHandlerParts } from '../services/inference/run/run-parts.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { World } from '../world/world.ts';
import { createAiBinding } from './ai/ai-binding.ts';
import { createArtifactsBinding } from './artifacts/artifacts-binding.ts';
import type { StreamLengths } from './bucket/put-options.ts';
import { boundBucket } from './buckets/bound-bucket.ts';
import type { Buckets } from './buckets/buckets.ts';
import { createSandboxBinding, notedPython, type SandboxNamespace } from './sandbox/sandbox-binding.ts';

/** The bindings of a Worker, in the format of its configuration file. */
export interface BindingsConfig {
  /** Account of the resources; by default the seeded one. */
  readonly accountId?: string | undefined;
  /** Namespaces of repositories: seed rendering-repositories-examples, Binding configuration. */
  readonly artifacts?: readonly ArtifactsBindingConfig[] | undefined;
  /** Models. There can be one such binding, as in a configuration file. */
  readonly ai?: AiBindingConfig | undefined;
  /** Buckets of objects. The same name is the same bucket of the account in every binding. */
  readonly r2_buckets?: readonly BucketBindingConfig[] | undefined;
  /** Sandboxes that run Python; the platform binds them as durable objects. */
  readonly durable_objects?: { readonly bindings: readonly SandboxBindingConfig[] } | undefined;
  /** Text and other JSON values, passed unchanged. */
  readonly vars?: Readonly<Record<string, unknown>> | undefined;
}

export interface ArtifactsBindingConfig {
  /** The name of the variable in `env`. */
  readonly binding: string;
  readonly namespace: string;
  /** Accepted without effect: everything binds to this mock. */
  readonly remote?: boolean | undefined;
}

export interface AiBindingConfig {
  /** The name of the variable in `env`. */
  readonly binding: string;
  /** Accepted without effect: everything binds to this mock. */
  readonly remote?: boolean | undefined;
}

export interface BucketBindingConfig {
  /** The name of the variable in `env`. */
  readonly binding: string;
  readonly bucket_name: string;
  /** Accepted without effect: everything binds to this mock. */
  readonly remote?: boolean | undefined;
}

export interface SandboxBindingConfig {
  /** The name of the variable in `env`. */
  readonly name: string;
  /** The only class of durable objects here. */
  readonly class_name: 'Sandbox';
}

/** The `env` of a Worker, by the names in its configuration. */
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

/** Parts of the mock that bindings use. */
export interface BindingsParts {
  readonly world: World;
  readonly artifacts: ArtifactsParts;
  readonly inference: () => Promise<RunHandlerParts>;
  readonly buckets: Buckets;
  readonly python: PythonEngine;
  /** The weakest basis that answers of models may have. */
  readonly basis: Certainty;
  /** Base URL of the API. */
  readonly origin: () => string;
}

/** Thrown for an invalid configuration of a Worker. */
export class BindingsError extends TouchstoneError {}

/**
 * Makes the `env` of a Worker: a value for each binding of its configuration.
 *
 * @param lengths lengths of the streams that a server passes to the Worker; without it, buckets accept any stream
 * @throws BindingsError for an invalid or duplicate variable name, an invalid namespace or bucket, and an unknown class
 * of durable objects
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
      throw new BindingsError('bindings-name', `${JSON.stringify(name)} is not a valid variable name.`);
    if (Object.hasOwn(env, name)) throw new BindingsError('bindings-name', `${name} is bound twice.`);
    env[name] = value;
  };
  const account = () => {
    const tenant = world.account(accountId);
    if (!tenant) throw new BindingsError('bindings-account', `The account ${accountId} does not exist.`);
    return tenant;
  };
  account();
  for (const { binding, namespace } of config.artifacts ?? []) {
    if (!isNamespaceName(namespace))
      throw new BindingsError(
        'bindings-namespace',
        `${JSON.stringify(namespace)} is not a valid namespace name.`,
      );
    bind(binding, createArtifactsBinding({ artifacts, account, namespace, origin }));
  }
  if (config.ai) bind(config.ai.binding, createAiBinding({ inference, account, basis, origin }));
  for (const { binding, bucket_name: name } of config.r2_buckets ?? []) {
    if (!isBucketName(name))
      throw new BindingsError(
        'bindings-bucket',
        `${JSON.stringify(name)} is not a valid bucket name: 3 to 63 lower-case letters, digits and hyphens.`,
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
        `The class ${JSON.stringify(className)} of durable objects does not exist here, only Sandbox.`,
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
