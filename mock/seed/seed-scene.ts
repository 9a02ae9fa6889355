import type { CallInput, Client, SuccessBody } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { EnvelopeEntry } from '../../spec/envelope.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Buckets } from '../bindings/buckets/buckets.ts';
import type { Reply } from '../engines/models/index.ts';
import type { CheckedFault } from '../faults/check-fault.ts';
import { isObject } from '../is-object.ts';
import type { ArtifactsParts } from '../services/artifacts/artifacts-parts.ts';
import type { World } from '../world/world.ts';
import type { SeedDocument } from './seed-document.ts';
import { SeedFault } from './seed-fault.ts';
import { SeedNames } from './seed-names.ts';
import type { PlacedProblem, SeedPath } from './seed-problem.ts';
import type { SeededObject } from './seeded-objects.ts';

/** What seeds are put into: a mock, from inside. */
export interface SeedParts {
  readonly world: World;
  /** Calls operations of the mock, with every permission. */
  readonly client: Client;
  readonly credentials: Pick<Credentials, 'add' | 'byToken'>;
  readonly artifacts: ArtifactsParts;
  readonly buckets: Pick<Buckets, 'store' | 'fillWith'>;
}

/** An object, and what notes what is refused at its place. */
interface PlacedObject {
  readonly object: SeededObject;
  readonly put: (work: () => Promise<void>) => Promise<void>;
}

/** What all seeds of a mock have in common while they are put in. */
export class SeedScene {
  readonly parts: SeedParts;
  readonly problems: PlacedProblem[] = [];
  /** What is in buckets at the start. */
  readonly objects: PlacedObject[] = [];
  /** What takes back what outlives a mock, the last first. */
  readonly undo: (() => Promise<unknown>)[] = [];
  /** What models reply, the first that matches first. */
  readonly replies: Reply[] = [];
  /** What goes wrong, the first that means a request first. */
  readonly faults: CheckedFault[] = [];
  /** Times that clocks of accounts stand at, by their ids. */
  readonly stoodAt = new Map<string, number>();
  /** Names by the id of their zone or account. */
  readonly #names = new Map<string, SeedNames>();

  /** Whether repositories were kept from another time: then none are made. */
  readonly keepsRepositories: boolean;

  constructor(parts: SeedParts) {
    this.parts = parts;
    this.keepsRepositories = parts.world.accounts
      .list()
      .some(({ artifacts }) => artifacts.repositories.size > 0);
  }

  /** Names of zones and accounts that a document has spoken of. */
  readonly #once = new WeakMap<SeedDocument, Set<string>>();

  /**
   * Notes that a document speaks of something.
   *
   * @throws SeedFault where it did so before: one of the two is a mistake
   */
  takeOnce(
    document: SeedDocument,
    kind: 'account' | 'zone' | 'gateway' | 'namespace' | 'bucket',
    name: string,
  ): void {
    const taken = this.#once.get(document) ?? new Set();
    this.#once.set(document, taken);
    const key = `${kind} ${name}`;
    if (taken.has(key)) throw new SeedFault(`the ${kind} ${name} is in this file twice`);
    taken.add(key);
  }

  namesOf(id: string): SeedNames {
    const known = this.#names.get(id);
    if (known) return known;
    const made = new SeedNames();
    this.#names.set(id, made);
    return made;
  }

  /**
   * Calls an operation of the mock.
   *
   * @throws SeedFault with what the operation refuses
   */
  async call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<SuccessBody<Id>> {
    const { status, body, text } = await this.parts.client.call(id, input);
    if (status < 400) return body;
    const [first] = errorsOf(body);
    const { message = text, code, source } = first ?? {};
    const numbered = code === undefined ? message : `${message.trimEnd()} (code ${code})`;
    throw new SeedFault(numbered, pathOf(source?.pointer));
  }
}

/** A JSON pointer as a path. */
export function pathOf(pointer: string | undefined): SeedPath {
  if (!pointer) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** The entries of a refusal, whichever of the shapes of the API it has. */
function errorsOf(body: unknown): readonly Partial<EnvelopeEntry>[] {
  if (!isObject(body)) return [];
  // The mock answers in its own shapes; what is not there is left out.
  const { errors, error } = body as { errors?: Partial<EnvelopeEntry>[]; error?: unknown };
  if (Array.isArray(errors)) return errors;
  return typeof error === 'string' ? [{ message: error }] : [];
}
