import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contract } from '../../spec/contract.ts';
import { basePath, rootPath } from '../../spec/endpoint.ts';
import { knownSetting } from '../../spec/services/settings/known-settings.ts';
import { areaOf, type RegisteredArea } from '../../spec/v4/register/area.ts';
import { readClient } from './v4/client-operations.ts';
import { readCommands } from './v4/command-operations.ts';
import { DocumentFacts } from './v4/document-facts.ts';
import { type FoundOperation, keyOf } from './v4/found-operation.ts';
import { nameVariables } from './v4/name-variables.ts';
import { shareShapes } from './v4/share-shapes.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'spec', 'v4', 'operations');
const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/**
 * Writes the register of the API from the packages of the client and the command line, and prints what came and went.
 *
 * @param documentFile OpenAPI document of the platform, for formats, limits, defaults and read-only marks
 */
export function recordV4(documentFile: string): void {
  const client = readClient(join(packageOf('cloudflare'), 'src'));
  const commands = readCommands(join(packageOf('cf'), 'cf-dist', '_meta', 'schemas.json'));
  const document = new DocumentFacts(JSON.parse(readFileSync(documentFile, 'utf8')));
  const all = new Map<string, FoundOperation>();
  for (const operation of [...client.operations, ...commands])
    if (!all.has(keyOf(operation))) all.set(keyOf(operation), operation);
  const found = [...all.values()].map((operation) => withPrefix(document.addTo(operation)));
  const named = nameVariables(found, [
    found.flatMap((operation) => document.pathOf(operation) ?? []),
    commands.map(({ path }) => path),
    client.operations.map(({ path }) => path),
  ]).toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
  const before = readKeys();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const areas = Map.groupBy(named, ({ path }) => areaOf(path));
  for (const [area, operations] of areas) {
    const { schemas, operations: shared } = shareShapes(operations, client.hints, client.named);
    writeFileSync(join(folder, `${area}.json`), toText(shared, schemas));
  }
  writeFileSync(join(root, 'spec', 'v4', 'register', 'areas.ts'), toIndex([...areas.keys()].sort()));
  writeFileSync(join(root, 'spec', 'v4', 'register', 'names.ts'), toNames(named));
  const after = readKeys();
  for (const key of after) if (!before.has(key)) console.log(`+ ${key}`);
  for (const key of before) if (!after.has(key)) console.log(`- ${key}`);
  console.log(`${after.size} operations in ${areas.size} areas`);
}

/** Ids of the client have parts; others get their area in front. */
const withPrefix = (operation: FoundOperation): FoundOperation =>
  operation.id.includes('.')
    ? operation
    : { ...operation, id: `${areaOf(operation.path).replaceAll('_', '-')}.${operation.id}` };

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Methods and paths of the register as it is. */
function readKeys(): ReadonlySet<string> {
  try {
    return new Set(
      readdirSync(folder).flatMap((name) => {
        const area: RegisteredArea = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        return Object.keys(area.operations);
      }),
    );
  } catch {
    return new Set();
  }
}

/** A line for each operation and each schema. */
function toText(operations: readonly FoundOperation[], schemas: RegisteredArea['schemas']): string {
  const line = (name: string, value: unknown) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const listed = operations.map(({ method, path, ...rest }) => line(`${method} ${path}`, rest));
  const named = Object.entries(schemas)
    .toSorted(([a], [b]) => compare(a, b))
    .map(([name, shape]) => line(name, shape));
  return `{\n  "operations": {\n${listed.join(',\n')}\n  },\n  "schemas": {\n${named.join(',\n')}\n  }\n}\n`;
}

const literal = (names: Iterable<string>) =>
  [...new Set(names)]
    .sort()
    .map((name) => `'${name}'`)
    .join(', ');

const toNames = (operations: readonly FoundOperation[]) => `/*
 * Names of the register that are needed before an area of it is loaded. Written by \`touchstone record v4\`; changes
 * here are lost.
 */

/** First parts of operation ids. */
export const idPrefixes: ReadonlySet<string> = new Set([${literal(operations.map(({ id }) => id.split('.', 1)[0] ?? ''))}]);

/** Paths below a zone or an account that have an operation of their own where the contract has a variable. */
const beside: ReadonlySet<string> = new Set([${literal(operations.filter(isBeside).map(({ path }) => path.split('/').slice(3).join('/')))}]);

/** Whether the register has an operation at a path, from the root of the host, that the contract matches with a variable. */
export const isBesideContract = (path: string): boolean => beside.has(path.split('/').slice(5).join('/'));
`;

const isVariable = (segment: string) => segment.includes('{');

/** Whether a path is literal where an operation of the contract, which matches it too, has a variable. */
function isBeside({ method, path }: FoundOperation): boolean {
  const segments = `${basePath}${path}`.split('/');
  const own = Object.values(contract)
    .filter((endpoint) => endpoint.method === method)
    .map((endpoint) => rootPath(endpoint).split('/'))
    .filter((its) => its.length === segments.length)
    .filter((its) => its.every((segment, at) => isVariable(segment) || segment === segments[at]));
  const isExact = (its: readonly string[]) =>
    its.every((segment, at) => isVariable(segment) === isVariable(segments[at] ?? ''));
  const [area, name = ''] = path.split('/').slice(3);
  const isSetting = area === 'settings' && knownSetting(name) !== undefined;
  return own.length > 0 && !isSetting && !own.some(isExact);
}

const toIndex = (areas: readonly string[]) => `/*
 * The areas of the register. Written by \`touchstone record v4\`; changes here are lost.
 */
import type { RegisteredArea } from './area.ts';

type Load = () => Promise<{ readonly default: unknown }>;

const files: Readonly<Record<string, Load>> = {
${areas.map((area) => `  '${area}': () => import('../operations/${area}.json', { with: { type: 'json' } }),`).join('\n')}
};

/** The operations of an area; undefined for an unknown one. */
export async function loadArea(area: string): Promise<RegisteredArea | undefined> {
  const load = Object.hasOwn(files, area) ? files[area] : undefined;
  // The recorder writes the files.
  return load && ((await load()).default as RegisteredArea);
}

export const areaNames: readonly string[] = Object.keys(files);
`;
