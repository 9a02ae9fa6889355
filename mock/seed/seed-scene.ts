import type { CallInput, Client, SuccessBody } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { EnvelopeEntry } from '../../spec/envelope.ts';
import { ApiError } from '../../spec/errors.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { isObject } from '../../spec/value-kinds.ts';
import type { Buckets } from '../bindings/buckets/buckets.ts';
import type { CheckedFault } from '../control/faults/faults.ts';
import type { OpenedDocuments } from '../documents/open-documents.ts';
import type { Reply } from '../engines/models/index.ts';
import type { ArtifactsParts } from '../services/artifacts/artifacts-parts.ts';
import type { Collection } from '../world/collection.ts';
import type { Credentials } from '../world/credentials.ts';
import type { Lazy } from '../world/lazy.ts';
import type { World } from '../world/world.ts';
import type { SeedDocument } from './seed-document.ts';
import { nearestName, SeedNames } from './seed-names.ts';
import { Dependent, type PlacedProblem, SeedFault, type SeedPath } from './seed-problem.ts';
import type { SeededObject } from './seeded-objects.ts';

/** The internals of a mock that seeds are applied to. */
export interface SeedParts {
  readonly world: World;
  /** Calls operations of the mock, with every permission. */
  readonly client: Client;
  readonly credentials: Pick<Credentials, 'add' | 'byToken'>;
  readonly artifacts: ArtifactsParts;
  readonly buckets: Pick<Buckets, 'store' | 'fillWith'>;
  /** OpenAPI documents that are served; undefined without any. */
  readonly documents: Lazy<OpenedDocuments> | undefined;
}

/** An object, and the function that reports problems at its place. */
interface PlacedObject {
  readonly object: SeededObject;
  readonly put: (work: () => Promise<void>) => Promise<void>;
}

/** Shared state while the seeds of a mock are applied. */
export class SeedScene {
  readonly parts: SeedParts;
  readonly problems: PlacedProblem[] = [];
  /** Initial objects of buckets. */
  readonly objects: PlacedObject[] = [];
  /** Removes what outlives the mock, last first. */
  readonly undo: (() => Promise<unknown>)[] = [];
  /** Model replies, in order of precedence. */
  readonly replies: Reply[] = [];
  /** Faults, in order of precedence. */
  readonly faults: CheckedFault[] = [];
  /** Frozen times of account clocks, by account id. */
  readonly stoodAt = new Map<string, number>();
  /** Names by the id of their zone or account. */
  readonly #names = new Map<string, SeedNames>();

  /** Whether repositories exist from an earlier run: then none are created. */
  readonly keepsRepositories: boolean;

  constructor(parts: SeedParts) {
    this.parts = parts;
    this.keepsRepositories = parts.world.accounts
      .list()
      .some(({ artifacts }) => artifacts.repositories.size > 0);
  }

  /** Names of zones and accounts that a document has used. */
  readonly #once = new WeakMap<SeedDocument, Set<string>>();

  /**
   * Notes that a document defines something.
   *
   * @throws SeedFault for a second definition, which is a mistake
   */
  takeOnce(
    document: SeedDocument,
    kind: 'account' | 'zone' | 'gateway' | 'namespace' | 'bucket' | 'record',
    name: string,
  ): void {
    const taken = this.#once.get(document) ?? new Set();
    this.#once.set(document, taken);
    const key = `${kind} ${name}`;
    if (taken.has(key)) throw new SeedFault(`the ${kind} ${name} occurs twice in this file`);
    taken.add(key);
  }

  getNames(id: string): SeedNames {
    const known = this.#names.get(id);
    if (known) return known;
    const made = new SeedNames();
    this.#names.set(id, made);
    return made;
  }

  /**
   * Calls an operation of the mock.
   *
   * @throws SeedFault with the refusal of the operation
   */
  async call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<SuccessBody<Id>> {
    const { status, body, text } = await this.parts.client.call(id, input);
    if (status < 400) return body;
    const [first] = getErrors(body);
    const { message = text, code, source } = first ?? {};
    const numbered = code === undefined ? message : `${message.trimEnd()} (code ${code})`;
    throw new SeedFault(numbered, getPath(source?.pointer));
  }
}

/** A JSON pointer as a path. */
export function getPath(pointer: string | undefined): SeedPath {
  if (!pointer) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** The entries of a refusal, in either error shape of the API. */
function getErrors(body: unknown): readonly Partial<EnvelopeEntry>[] {
  if (!isObject(body)) return [];
  // The mock answers in its own shapes; missing members are undefined.
  const { errors, error } = body as { errors?: Partial<EnvelopeEntry>[]; error?: unknown };
  if (Array.isArray(errors)) return errors;
  return typeof error === 'string' ? [{ message: error }] : [];
}

/** A place in a document that is being applied; problems are reported with it. */
export class SeedCursor {
  readonly scene: SeedScene;
  readonly document: SeedDocument;
  readonly #path: SeedPath;

  constructor(scene: SeedScene, document: SeedDocument, path: SeedPath = []) {
    this.scene = scene;
    this.document = document;
    this.#path = path;
  }

  /** A place below this one. */
  at(...path: SeedPath): SeedCursor {
    return new SeedCursor(this.scene, this.document, [...this.#path, ...path]);
  }

  /**
   * Applies a part. A refusal is noted and the rest goes on, so that all problems are reported at once.
   *
   * @returns the result of the work; nothing if it was refused
   */
  async put<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Dependent) return undefined;
      if (!(error instanceof TouchstoneError)) throw error;
      this.at(...placeIn(error)).note(error.message);
      return undefined;
    }
  }

  /** Applies the items of a list in order. */
  async each<T>(
    member: string,
    items: readonly T[] | undefined,
    work: (item: T, cursor: SeedCursor) => unknown,
  ): Promise<void> {
    for (const [index, item] of (items ?? []).entries()) {
      const cursor = this.at(member, index);
      await cursor.put(() => work(item, cursor));
    }
  }

  note(message: string): void {
    const { name: file, getPlace } = this.document;
    this.scene.problems.push({ file, ...getPlace(this.#path), path: this.#path, message });
  }
}

/** The path of an error within a part, if the error has one. */
function placeIn(error: TouchstoneError): SeedPath {
  if (error instanceof SeedFault) return error.path;
  return error instanceof ApiError ? getPath(error.pointer) : [];
}

/** The id of an account, given by name or id. @throws SeedFault */
export function getAccountId(world: World, given: string, path: SeedPath): string {
  const known = world.accounts.list().map(({ id, account }) => ({ id, name: account.name }));
  return getId('account', given, path, known);
}

/** The id of a zone, given by name or id. @throws SeedFault */
export function getZoneId(world: World, given: string, path: SeedPath): string {
  const known = world.zones.list().map(({ id, zone }) => ({ id, name: zone.name }));
  return getId('zone', given, path, known);
}

function getId(
  kind: 'account' | 'zone',
  given: string,
  path: SeedPath,
  known: readonly { readonly id: string; readonly name: string }[],
): string {
  const found = known.find(({ id, name }) => given === id || given === name);
  if (found) return found.id;
  const nearest = nearestName(
    given,
    known.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new SeedFault(`there is no ${kind} ${given}${hint}`, path);
}

/**
 * Replaces the id of a new record by the one in the seed.
 *
 * @param wanted omitted if any id will do
 * @param withId returns the record with another id
 * @returns the new id
 * @throws SeedFault for the id of another record; the new record is removed then
 */
export function takeId<T extends object>(
  collection: Collection<T>,
  made: string,
  wanted: string | undefined,
  withId: (record: T, id: string) => T,
): string {
  const id = wanted?.toLowerCase();
  if (id === undefined || id === made) return made;
  if (collection.get(id)) {
    collection.remove(made);
    throw new SeedFault(`the id ${id} is taken`, ['id']);
  }
  const before = collection.get(made);
  // Keeps its position, since many lists are in order of creation.
  collection.replaceAll(collection.list().map((record) => (record === before ? withId(record, id) : record)));
  return id;
}
