import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { BindingsConfig } from '../../mock/bindings/bindings.ts';
import {
  type ConfigDocument,
  faultAt,
  getName,
  type MemberPath,
  readConfigDocument,
} from './config-document.ts';
import { type WorkerConfigFile, withoutEffect, workerConfigSchema } from './config-schema.ts';

/** The configuration of a Worker. */
export interface WorkerConfig {
  readonly bindings: BindingsConfig;
  /** Path of its module, if the file names one. */
  readonly main: string | undefined;
  /** Warnings about ignored settings, one line each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the configuration of a Worker: its bindings, its variables, and its secrets from `.dev.vars` next to it.
 *
 * @param file `wrangler.jsonc`, `wrangler.json` or `wrangler.toml`
 * @throws ServeOptionError in one line that names file, line and member
 */
export async function readWorkerConfig(file: string): Promise<WorkerConfig> {
  const document = await readConfigDocument(file);
  const outcome = workerConfigSchema.safeParse(document.value);
  if (!outcome.success) {
    const [issue] = outcome.error.issues;
    throw fault(file, document, memberPath(issue?.path ?? []), issue?.message ?? 'is wrong');
  }
  const { main, durable_objects, ...read } = outcome.data;
  const vars = { ...read.vars, ...(await secretsBeside(file)) };
  assertFreeNames(file, document, { ...outcome.data, vars });
  const sandboxes = (durable_objects?.bindings ?? []).flatMap(({ name, class_name }) =>
    class_name === 'Sandbox' ? [{ name, class_name } as const] : [],
  );
  return {
    bindings: { ...read, vars, durable_objects: { bindings: sandboxes } },
    main: main === undefined ? undefined : resolve(dirname(file), main),
    warnings: unread(document.value).map(
      ([path, reason]) => `${file}:${document.getLine(path)}: ${getName(path)} ${reason}`,
    ),
  };
}

function fault(file: string, document: ConfigDocument, path: MemberPath, reason: string) {
  return faultAt(file, document.getLine(path), [getName(path), reason].filter(Boolean).join(' '));
}

const memberPath = (path: readonly PropertyKey[]): MemberPath =>
  path.map((part) => (typeof part === 'symbol' ? String(part) : part));

/** @throws ServeOptionError if two bindings have the same name */
function assertFreeNames(file: string, document: ConfigDocument, config: WorkerConfigFile): void {
  const named: readonly (readonly [name: string, path: MemberPath])[] = [
    ...(config.artifacts ?? []).map(({ binding }, at) => [binding, ['artifacts', at, 'binding']] as const),
    ...(config.ai ? [[config.ai.binding, ['ai', 'binding']] as const] : []),
    ...(config.r2_buckets ?? []).map(({ binding }, at) => [binding, ['r2_buckets', at, 'binding']] as const),
    ...(config.durable_objects?.bindings ?? []).map(
      ({ name }, at) => [name, ['durable_objects', 'bindings', at, 'name']] as const,
    ),
    ...Object.keys(config.vars ?? {}).map((name) => [name, ['vars', name]] as const),
  ];
  const seen = new Map<string, MemberPath>();
  for (const [name, path] of named) {
    const first = seen.get(name);
    if (first) throw fault(file, document, path, `is ${name}, which ${getName(first)} has already`);
    seen.set(name, path);
  }
}

/** Secrets for local development, which are not part of the configuration. */
async function secretsBeside(file: string): Promise<Readonly<Record<string, string | undefined>>> {
  try {
    return { ...parseEnv(await readFile(join(dirname(file), '.dev.vars'), 'utf8')) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

type Unread = readonly [path: MemberPath, reason: string];

/** Finds valid settings that are ignored here. */
function unread(value: unknown): Unread[] {
  const { shape } = workerConfigSchema;
  const entries = (list: unknown) => (Array.isArray(list) ? list : []);
  const { artifacts, r2_buckets: buckets, ai, durable_objects: durable } = toRecord(value);
  return [
    ...unknownIn(value, [], [...Object.keys(shape), ...withoutEffect]),
    ...entries(artifacts).flatMap((one, at) =>
      unknownIn(one, ['artifacts', at], ['binding', 'namespace', 'remote']),
    ),
    ...entries(buckets).flatMap((one, at) =>
      unknownIn(
        one,
        ['r2_buckets', at],
        ['binding', 'bucket_name', 'preview_bucket_name', 'jurisdiction', 'remote'],
      ),
    ),
    ...unknownIn(ai, ['ai'], ['binding', 'remote']),
    ...entries(toRecord(durable)['bindings']).flatMap((one, at): Unread[] => {
      const { class_name: name } = toRecord(one);
      const path = ['durable_objects', 'bindings', at, 'class_name'];
      return name === 'Sandbox'
        ? []
        : [[path, `is ${String(name)}, which does not exist here: only Sandbox does`]];
    }),
  ];
}

function unknownIn(value: unknown, path: MemberPath, known: readonly string[]): Unread[] {
  return Object.keys(toRecord(value))
    .filter((name) => !known.includes(name))
    .map((name) => [[...path, name], 'is ignored here']);
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  // Any object has members.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
