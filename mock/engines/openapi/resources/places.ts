import type { DocumentOperation, Method, OpenApiDocument } from '../document.ts';
import { isObject } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { bodySchema } from './body.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { type Read, type ResourceExtension, readResourceExtension } from './extensions.ts';
import { createOutlineReader, type Outline, type OutlineReader } from './outline.ts';

/** One path of a document with its operations. Paths that differ in the names of parameters are one place. */
export class Place {
  /** Template with `{}` for every parameter. */
  readonly key: string;
  readonly path: string;
  readonly operations = new Map<Method, DocumentOperation>();
  readonly #places: Places;

  constructor(places: Places, key: string, path: string) {
    this.#places = places;
    this.key = key;
    this.path = path;
  }

  /** Name of the parameter that is the whole last segment. */
  get parameter(): string | undefined {
    return /\/\{([^{}]*)\}$/.exec(this.path)?.[1];
  }

  has(...methods: readonly Method[]): boolean {
    return methods.some((method) => this.operations.has(method));
  }

  /** What the path item says about its resource. */
  get said(): ResourceExtension {
    const read = this.#places.extension(this.path);
    return read && 'value' in read ? read.value : {};
  }

  /** What is wrong with what it says. */
  get problem(): string | undefined {
    const read = this.#places.extension(this.path);
    return read && 'problem' in read ? read.problem : undefined;
  }

  /** The place of one more parameter. */
  get item(): Place | undefined {
    return this.#places.get(`${this.key}/{}`);
  }

  get parentKey(): string {
    return this.key.slice(0, this.key.lastIndexOf('/'));
  }

  /** What the operation answers; undefined if there is none, or no successful answer. */
  answer(method: Method): Envelope | undefined {
    const operation = this.operations.get(method);
    return operation && this.#places.answer(operation);
  }

  /** Whether PUT puts one record into a list, which has no POST: `PUT /secrets`. */
  get putsOne(): boolean {
    const operation = this.operations.get('PUT');
    if (!operation || this.has('POST') || this.item?.has('PUT')) return false;
    return (
      this.#places.outlineOf(bodySchema(operation)).kind === 'object' && this.record('PUT').kind === 'object'
    );
  }

  /** Outline of the record in the answer. */
  record(method: Method): Outline {
    return this.#places.outlineOf(this.answer(method)?.record);
  }
}

/** All places of a document, by key. */
export class Places {
  readonly document: OpenApiDocument;
  readonly outlineOf: OutlineReader;
  readonly #places = new Map<string, Place>();
  readonly #below = new Map<string, Place[]>();
  readonly #answers = new Map<DocumentOperation, Envelope | undefined>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.outlineOf = createOutlineReader(document);
    for (const operation of document.operations) {
      const key = toKey(operation.path);
      const place = this.#places.get(key) ?? this.#add(key, operation.path);
      place.operations.set(operation.method, operation);
    }
  }

  get(key: string): Place | undefined {
    return this.#places.get(key);
  }

  /** Places with one more segment. */
  below({ key }: Place): readonly Place[] {
    return this.#below.get(key) ?? [];
  }

  #add(key: string, path: string): Place {
    const place = new Place(this, key, path);
    this.#places.set(key, place);
    const siblings = this.#below.get(place.parentKey);
    if (siblings) siblings.push(place);
    else this.#below.set(place.parentKey, [place]);
    return place;
  }

  /** The place of a key, also of one without operations. */
  at(key: string, path: string): Place {
    return this.#places.get(key) ?? new Place(this, key, path);
  }

  extension(path: string): Read<ResourceExtension> {
    const { root } = this.document;
    const item = isObject(root['paths']) ? root['paths'][path] : undefined;
    return readResourceExtension(this.document.resolve(item, toPointer('paths', path))?.node);
  }

  values(): IterableIterator<Place> {
    return this.#places.values();
  }

  answer(operation: DocumentOperation): Envelope | undefined {
    if (!this.#answers.has(operation))
      this.#answers.set(operation, readEnvelope(this.document, operation, this.outlineOf));
    return this.#answers.get(operation);
  }
}

export const toKey = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');
