import { basePath } from '../../spec/endpoint.ts';
import type { DocumentedSeed } from '../../spec/seed-file/documented-seed.ts';
import {
  type DocumentedPath,
  findContractParents,
  findNamed,
  getNameOf,
  isOfContract,
  listDocumentedPaths,
  listVariables,
} from '../documents/documented-path.ts';
import { seedItem, seedRecord } from '../documents/seeded-records.ts';
import type { JsonValue } from '../engines/openapi/json.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import { nearestName } from './seed-names.ts';
import { SeedFault } from './seed-problem.ts';
import { getAccountId, getZoneId, type SeedCursor, type SeedScene } from './seed-scene.ts';
import { contentBytes } from './seeded-objects.ts';

/** Adds records of operations that are served from OpenAPI documents. */
export async function applyDocumented(
  cursor: SeedCursor,
  account: AccountTenant,
  seed: DocumentedSeed,
): Promise<void> {
  const { scene, document } = cursor;
  const at = await findPath(scene, seed.path, seed.records === undefined);
  const { world } = scene.parts;
  const values = getValues(scene, account, at, seed);
  const contractParents = await findContractParents(at.served, at.resource);
  const seeded = { at, world, now: account.clock.now(), values, contractParents };
  const { records, record, removed, content_type } = seed;
  const put = (path: string) => scene.takeOnce(document, 'record', path);
  if (records !== undefined) {
    if (at.isOne) throw new SeedFault('one record is at this path: use record', ['records']);
    await cursor.each('records', records, (one) =>
      // Seeds are JSON.
      put(seedRecord(seeded, one as JsonValue)),
    );
    return;
  }
  if (!at.isOne) throw new SeedFault('a collection is at this path: use records', ['record']);
  if (removed) {
    if (!at.resource.preset) throw new SeedFault('it is only there if a seed adds it', ['removed']);
    put(seedItem(seeded, { removed }));
    return;
  }
  const { text, base64, json, file } = seed;
  const hasContent = [text, base64, json, file].some((way) => way !== undefined);
  const mediaType = content_type ?? (text === undefined ? 'application/octet-stream' : 'text/plain');
  const bytes = hasContent ? await contentBytes({ text, base64, json, file }, document) : undefined;
  const item = { record: record as JsonValue | undefined, file: bytes && { bytes, mediaType } };
  await cursor.at('record').put(() => put(seedItem(seeded, item)));
}

/** @throws SeedFault for a path that no document has, or that is the contract's */
async function findPath(scene: SeedScene, path: string, isOne: boolean): Promise<DocumentedPath> {
  const opened = await scene.parts.documents?.get();
  if (!opened) {
    throw new SeedFault(
      'needs the OpenAPI document that has this path: serve it with --openapi, or give it to createMock as openapi',
      ['path'],
    );
  }
  const all = listDocumentedPaths(await opened.at(path.startsWith(basePath) ? path : `${basePath}${path}`));
  const found = findNamed(all, path, isOne);
  if (!found) {
    const nearest = nearestName(
      path,
      all.map((one) => getNameOf(all, one)),
    );
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new SeedFault(`no OpenAPI document has records at ${path}${hint}`, ['path']);
  }
  if (await isOfContract(found))
    throw new SeedFault(`the mock implements ${path} itself: use the other members of a seed`, ['path']);
  return found;
}

/** @throws SeedFault for an unknown variable, or one without a value */
function getValues(
  { parts: { world } }: SeedScene,
  account: AccountTenant,
  at: DocumentedPath,
  { params = {} }: DocumentedSeed,
): ReadonlyMap<string, string> {
  const variables = listVariables(at);
  const names = variables.map(({ name }) => name);
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new SeedFault(`${at.template} has no such variable${hint}`, ['params', unknown]);
  }
  return new Map(
    variables.map(({ name, kind }) => {
      const given = params[name] ?? (kind === 'account' ? account.id : undefined);
      if (given === undefined)
        throw new SeedFault(`is missing: a variable of ${at.template}`, ['params', name]);
      const path = ['params', name];
      if (kind === 'account') return [name, getAccountId(world, given, path)];
      return [name, kind === 'zone' ? getZoneId(world, given, path) : given];
    }),
  );
}
