import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import { type Catalogue, createCatalogue } from '../../../suites/harness/catalogue.ts';

/** What a requirement says about its operation. */
const sentences = {
  fits: (call: string) =>
    `Each answer of ${call} has a status, a media type and a body that the document describes.`,
  required: (call: string) => `Each answer of ${call} has the members that the document requires.`,
  create: (call: string) => `${call} keeps what it is given.`,
  read: (call: string) => `${call} returns what was made.`,
  list: (call: string) => `${call} lists what was made.`,
  filter: (call: string) => `${call} selects by a member of its records.`,
  change: (call: string) => `${call} changes the members that it is given, and keeps the others.`,
  replace: (call: string) => `${call} keeps what it is given in place of what was there.`,
  remove: (call: string) => `What ${call} removes is gone.`,
  missing: (call: string) => `${call} refuses a body without a required member.`,
  type: (call: string) => `${call} refuses a member of another type.`,
  unknown: (call: string) => `${call} refuses an id that was never given.`,
  parent: (call: string) => `${call} refuses to make a record below one that was never made.`,
} as const satisfies Record<string, (call: string) => string>;

export type Aspect = keyof typeof sentences;

/** The document says these itself; the rest is what clients expect of such operations. */
const said: ReadonlySet<Aspect> = new Set(['required', 'missing']);

/** The requirements of several documents. Their ids are unique, though documents may use the same operation ids. */
export class DocumentRequirements {
  readonly #byOperation = new Map<DocumentOperation, string>();
  readonly #taken = new Set<string>();
  readonly #all = new Map<string, Requirement>();
  readonly #level: Requirement['level'];

  /** @param level of what a document says itself */
  constructor(level: Requirement['level']) {
    this.#level = level;
  }

  /** Adds a requirement, once. @returns its id */
  add(document: string, operation: DocumentOperation, aspect: Aspect): string {
    const id = this.#toId(operation, aspect);
    if (this.#all.has(id)) return id;
    this.#all.set(id, {
      id,
      level: said.has(aspect) ? this.#level : 'may',
      sentence: sentences[aspect](`\`${operation.method} ${operation.path}\``),
      passage: `${document}#${operation.pointer}`,
      certainty: 'schema',
    });
    return id;
  }

  /** The id of a requirement; undefined if there is no such requirement. */
  get(operation: DocumentOperation, aspect: Aspect): string | undefined {
    const id = this.#toId(operation, aspect);
    return this.#all.has(id) ? id : undefined;
  }

  toCatalogue(): Catalogue {
    return createCatalogue([...this.#all.values()]);
  }

  #toId(operation: DocumentOperation, aspect: Aspect): Requirement['id'] {
    let name = this.#byOperation.get(operation);
    if (name === undefined) {
      name = operation.id;
      for (let count = 2; this.#taken.has(name); count++) name = `${operation.id}~${count}`;
      this.#taken.add(name);
      this.#byOperation.set(operation, name);
    }
    return `DOC-${name}-${aspect}`;
  }
}
