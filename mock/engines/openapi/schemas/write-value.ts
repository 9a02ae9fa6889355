import { openApiLimits } from '../../../../spec/engine-limits.ts';
import { hashText } from '../../seeded/random.ts';
import type { Located } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { readPointer, toPointer } from '../pointer.ts';
import { toAllowedForm } from './allowed-form.ts';
import type { Discriminators } from './discriminators.ts';
import { type Judge, namedBranch } from './judge.ts';
import { fitsScalar } from './scalar.ts';
import { type Choice, textsOf } from './schema-nodes.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { type Direction, isIgnored, type Member, type Shape, type Shapes } from './shape.ts';
import { hasType, limitOf, type Type, typesOf, valuesOf } from './types.ts';
import { defaultsOf, emptiesOf, isEmptiable, isOpen, smallest, suggestionsOf } from './usual-values.ts';
import type { Work } from './work.ts';
import { writeNumber, writeText } from './write-scalar.ts';

/** How a value is filled. */
export interface FillOptions {
  /** The same seed makes the same value. */
  readonly seed: string;
  /** Whether a new record gets what only the server knows: what is read-only or, if plain, has a default or hint. */
  readonly readOnly?: boolean;
  /** Whether lists and counts of the value itself are made, empty and zero: those that nothing has written to. */
  readonly empties?: boolean;
  /** Whether nothing is invented: what must be there is the default, or null, zero, false or empty if that fits. */
  readonly plain?: boolean;
  /** A value for a missing member, by its name; `at` is a JSON pointer to the member. */
  readonly hints?: (name: string, schema: Located, at: string) => JsonValue | undefined;
  /** A value that has what is missing and has no hint, at the same place. */
  readonly example?: JsonValue | undefined;
}

interface WriterParts {
  readonly shapes: Shapes;
  readonly discriminators: Discriminators;
  readonly judge: Judge;
  readonly work: Work;
}

interface Place {
  /** JSON pointer into the value that is written. */
  readonly at: string;
  readonly depth: number;
  /** How much is added to what must be there: nothing, a few members, or all. */
  readonly more: 'none' | 'few' | 'all';
  /** Whether the value here was given to the writer. */
  readonly isGiven: boolean;
}

/** Optional members that a made object gets. */
const fewMembers = 8;
/** Writes of one place, each with less of what was given, before the place around it is written again. */
const rewrites = 5;

/** Writes a value that fits a schema, from a given one. Each problem that is found with what was written changes what is written next. */
export class ValueWriter {
  readonly #shapes: Shapes;
  readonly #discriminators: Discriminators;
  readonly #judge: Judge;
  readonly #work: Work;
  readonly #direction: Direction;
  readonly #options: FillOptions;
  /** How often the value at a place did not fit. */
  readonly #failures = new Map<string, number>();
  readonly #needed = new Set<string>();
  readonly #unwanted = new Set<string>();
  #left: number = openApiLimits.madeValues;
  /** Schemas for which a value is being made, with how many of them are inside each other. */
  readonly #making = new Map<JsonObject, number>();
  /** Branches that are being tried, each inside the other. */
  #trying = 0;
  #isEndless = false;

  constructor(
    { shapes, discriminators, judge, work }: WriterParts,
    direction: Direction,
    options: FillOptions,
  ) {
    this.#shapes = shapes;
    this.#discriminators = discriminators;
    this.#judge = judge;
    this.#work = work;
    this.#direction = direction;
    this.#options = options;
  }

  write(schema: Located, given: JsonValue | undefined): JsonValue {
    this.#left = openApiLimits.madeValues;
    this.#isEndless = false;
    return this.#write(schema, given, {
      at: '',
      depth: 0,
      more: given === undefined && !this.#options.plain ? 'few' : 'none',
      isGiven: given !== undefined,
    });
  }

  /** Why the last value was left small, if it was. */
  get cut(): string | undefined {
    if (this.#left >= 0) return undefined;
    return this.#isEndless
      ? 'would contain itself without end'
      : `would have more than ${openApiLimits.madeValues} values`;
  }

  /** Takes in what was wrong with the last value. */
  learn(problems: readonly SchemaProblem[]): void {
    for (const { pointer, keyword } of problems) {
      if (keyword === 'required' && !this.#needed.has(pointer)) this.#needed.add(pointer);
      else if (isUnknown(keyword) && !this.#unwanted.has(pointer)) this.#unwanted.add(pointer);
      else this.#fail(pointer);
    }
  }

  #fail(at: string): void {
    const failures = (this.#failures.get(at) ?? 0) + 1;
    this.#failures.set(at, failures);
    if (failures >= rewrites && at !== '') this.#fail(at.slice(0, at.lastIndexOf('/')));
  }

  #write(schema: Located, value: JsonValue | undefined, place: Place): JsonValue {
    // What is made for each given value is limited, however many are given.
    if (!place.isGiven) this.#left -= 1;
    else if (this.#left >= 0) this.#left = openApiLimits.madeValues;
    const failures = this.#failures.get(place.at) ?? 0;
    const given = failures > 1 || place.depth > openApiLimits.givenDepth ? undefined : value;
    const isMade = given === undefined && place.depth < openApiLimits.madeDepth && !this.#options.plain;
    const more = [
      place.more === 'none' && isMade ? 'few' : place.more,
      'none',
      'none',
      'few',
      'all',
    ] as const;
    const here = {
      ...place,
      more: more[failures % more.length] ?? 'none',
      isGiven: place.isGiven && given !== undefined,
    };
    this.#work.look();
    const shape = this.#discriminators.tagged(this.#shapes.of(schema));
    const children = given === undefined && failures === 0 ? this.#discriminators.extending(shape) : [];
    const child = children[hashText(`${this.#options.seed} ${place.at}`) % children.length];
    if (child) return this.#write(child, undefined, place);
    const write = () =>
      shape.choices.length === 0
        ? this.#writeShape(shape, given, here)
        : this.#writeChoices(schema, shape, given, here);
    return given === undefined ? this.#make(schema, shape, write) : write();
  }

  /** Makes a value, unless it would be inside more and more others of its kind. */
  #make(schema: Located, shape: Shape, write: () => JsonValue): JsonValue {
    const around = this.#making.get(schema.node) ?? 0;
    if (around >= openApiLimits.madeInside) {
      this.#isEndless = this.#trying === 0;
      // Where there is a choice, another branch may have an end.
      if (this.#isEndless) this.#left = -1;
      return smallest(shape);
    }
    this.#making.set(schema.node, around + 1);
    try {
      return write();
    } finally {
      this.#making.set(schema.node, around);
    }
  }

  /** Tries branches until the value fits: those that the given value fits best come first. */
  #writeChoices(schema: Located, shape: Shape, given: JsonValue | undefined, place: Place): JsonValue {
    let first: JsonValue | undefined;
    for (const start of given === undefined ? [undefined] : [given, undefined]) {
      for (const more of new Set([place.more, 'none', 'all'] as const)) {
        let tries = 0;
        for (const parts of this.#selections(shape.parts, shape.choices, start, place.at)) {
          this.#work.look();
          const value = this.#tryShape({ parts, choices: [] }, start, { ...place, more });
          first ??= value;
          if (this.#judge.judge(schema, value, this.#direction).length === 0) return value;
          if (this.#left < 0 || ++tries === selections) break;
        }
      }
    }
    return first ?? null;
  }

  #tryShape(shape: Shape, given: JsonValue | undefined, place: Place): JsonValue {
    this.#trying += 1;
    try {
      return this.#writeShape(shape, given, place);
    } finally {
      this.#trying -= 1;
    }
  }

  /** Schemas without alternatives: one branch is taken of each. */
  *#selections(
    parts: readonly Located[],
    [choice, ...rest]: readonly Choice[],
    given: JsonValue | undefined,
    at: string,
    depth = 0,
  ): Generator<readonly Located[]> {
    if (!choice || depth > openApiLimits.choices) {
      yield parts;
      return;
    }
    for (const branch of this.#ordered(choice, given, at)) {
      const shape = this.#shapes.of(branch);
      const { choices } = shape;
      const tag = this.#discriminators.tagOf(choice, branch);
      const more = tag ? [...shape.parts, tag] : this.#discriminators.tagged(shape).parts;
      const known = new Set(parts.map(({ node }) => node));
      const added = more.filter(({ node }) => !known.has(node));
      // A branch that leads back here adds nothing, and has no further choices.
      const next = added.length > 0 ? [...choices, ...rest] : rest;
      yield* this.#selections([...parts, ...added], next, given, at, depth + 1);
    }
  }

  #ordered(choice: Choice, given: JsonValue | undefined, at: string): readonly Located[] {
    const named = namedBranch(choice, this.#discriminators.branchesByName(choice), given, at);
    const isNull = (branch: Located) => typesOf(this.#shapes.of(branch))[0] === 'null';
    const { plain, empties } = this.#options;
    const prefersNull = plain === true && !(empties === true && at === '');
    const distance = (branch: Located) => {
      if (named && 'branch' in named && named.branch === branch) return -1;
      if (given === undefined) return isNull(branch) === prefersNull ? 0 : 1;
      const problems = () => this.#judge.judge(branch, given, this.#direction).length;
      return this.#judge.isOther(branch, given, this.#direction) ? Number.MAX_SAFE_INTEGER : problems();
    };
    return choice.branches
      .map((branch) => ({ branch, distance: distance(branch) }))
      .sort((one, other) => one.distance - other.distance)
      .map(({ branch }) => branch);
  }

  #writeShape(shape: Shape, given: JsonValue | undefined, place: Place): JsonValue {
    const types = typesOf(shape);
    const values = valuesOf(shape);
    const seed = hashText(`${this.#options.seed} ${place.at} ${this.#failures.get(place.at) ?? 0}`);
    const failures = this.#failures.get(place.at) ?? 0;
    if (this.#left < 0 || place.depth > openApiLimits.givenDepth) return smallest(shape);
    const wanted = given === undefined ? undefined : this.#inAllowedForm(shape, types, given);
    const suggested = this.#options.plain ? defaultsOf(shape) : suggestionsOf(shape);
    for (const value of [wanted, ...(failures > 2 ? [] : suggested)]) {
      if (value === undefined || !hasType(types, value)) continue;
      const here = { ...place, isGiven: place.isGiven && value === given };
      if (isObject(value) && !values) return this.#writeObject(shape, value, here);
      if (Array.isArray(value) && !values)
        return this.#writeList(shape, value as readonly JsonValue[], here, seed);
      if (fitsScalar(shape, value, this.#shapes)) return value;
    }
    // Nothing is said, so nothing is made up.
    if (failures === 0 && place.at !== '' && isOpen(shape)) return null;
    if (this.#options.plain) {
      const empty = emptiesOf(shape, types, values).find((value) => fitsScalar(shape, value, this.#shapes));
      if (empty !== undefined) return empty;
    }
    if (values) {
      const usual = values.filter((value) => value !== null && fitsScalar(shape, value, this.#shapes));
      return usual[seed % usual.length] ?? values[0] ?? null;
    }
    const usual = types.filter((type) => type !== 'null');
    return this.#makeType(
      usual[failures % usual.length] ?? 'null',
      shape,
      { ...place, isGiven: false },
      seed,
    );
  }

  #inAllowedForm(shape: Shape, types: readonly Type[], given: JsonValue): JsonValue | undefined {
    return hasType(types, given) ? given : toAllowedForm(given, types, this.#shapes.membersOf(shape));
  }

  #makeType(type: Type, shape: Shape, place: Place, seed: number): JsonValue {
    if (type === 'object') return this.#writeObject(shape, undefined, place);
    if (type === 'array') return this.#writeList(shape, undefined, place, seed);
    if (type === 'string') {
      const text = writeText(shape, seed, this.#shapes);
      this.#left -= text.length / charactersOfValue;
      return text;
    }
    if (type === 'boolean') return seed % 2 === 0;
    if (type === 'null') return null;
    return writeNumber(shape, type === 'integer', seed);
  }

  #writeObject(shape: Shape, given: JsonObject | undefined, place: Place): JsonObject {
    const members = this.#shapes.membersOf(shape);
    const required = new Set(shape.parts.flatMap(({ node }) => textsOf(node['required'])));
    const written = new Map<string, JsonValue>();
    const optional: string[] = [];
    const at = (name: string) => `${place.at}${toPointer(name)}`;
    const write = (name: string, schema: Located) => {
      const isOwn = given !== undefined && Object.hasOwn(given, name);
      const value = isOwn
        ? given[name]
        : (this.#options.hints?.(name, schema, at(name)) ?? this.#exampleAt(at(name)));
      const isGiven = place.isGiven && isOwn;
      written.set(
        name,
        this.#write(schema, value, { at: at(name), depth: place.depth + 1, more: 'none', isGiven }),
      );
    };
    let added = 0;
    for (const [name, member] of members) {
      if (isIgnored(member, this.#direction)) continue;
      const isNeeded = required.has(name) || this.#needed.has(at(name));
      if (!isNeeded && (this.#unwanted.has(at(name)) || this.#shapes.isNever(member.schema))) continue;
      if (!isNeeded) optional.push(name);
      const isGiven = given !== undefined && Object.hasOwn(given, name);
      const isMore = place.more === 'all' || (place.more === 'few' && added < fewMembers);
      const isAdded = isMore && !isNeeded && !isGiven && !isOpen(this.#shapes.of(member.schema));
      if (isAdded) added += 1;
      if (isNeeded || isGiven || isAdded || this.#isServers(name, member, at(name)))
        write(name, member.schema);
    }
    for (const name of new Set([...Object.keys(given ?? {}), ...required])) {
      if (members.has(name) || (this.#unwanted.has(at(name)) && !required.has(name))) continue;
      const schema = this.#shapes.member(shape, name);
      if (this.#shapes.isNever(schema)) continue;
      if (!required.has(name)) optional.push(name);
      write(name, schema);
    }
    this.#count(shape, written, optional, (name) =>
      write(name, members.get(name)?.schema ?? this.#shapes.member(shape, name)),
    );
    return Object.fromEntries(written);
  }

  #exampleAt(at: string): JsonValue | undefined {
    const { example } = this.#options;
    return example === undefined ? undefined : readPointer(example, at);
  }

  /** Whether a value has a member although nobody gave it. */
  #isServers(name: string, { schema, readOnly }: Member, at: string): boolean {
    const { plain, readOnly: isNew, empties, hints } = this.#options;
    if (empties && at === toPointer(name) && isEmptiable(name, this.#shapes.of(schema))) return true;
    if (!plain || !isNew) return isNew === true && readOnly;
    return hints?.(name, schema, at) !== undefined || defaultsOf(this.#shapes.of(schema)).length > 0;
  }

  /** Brings the number of members between its limits. */
  #count(
    shape: Shape,
    written: Map<string, JsonValue>,
    optional: readonly string[],
    write: (name: string) => void,
  ): void {
    const least = limitOf(shape, 'minProperties', 'largest') ?? 0;
    if (least > this.#left) this.#left = -1;
    const most = limitOf(shape, 'maxProperties', 'smallest') ?? Number.POSITIVE_INFINITY;
    for (const name of optional) if (written.size < least && !written.has(name)) write(name);
    for (let index = 1; written.size < least && this.#left >= 0; index++) {
      if (!written.has(`member${index}`)) write(`member${index}`);
    }
    for (const name of optional.toReversed()) if (written.size > most) written.delete(name);
  }

  #writeList(shape: Shape, given: readonly JsonValue[] | undefined, place: Place, seed: number): JsonValue[] {
    const least = limitOf(shape, 'minItems', 'largest') ?? 0;
    const most = limitOf(shape, 'maxItems', 'smallest') ?? Number.POSITIVE_INFINITY;
    const isUnique = shape.parts.some(({ node }) => node['uniqueItems'] === true);
    const isShort = place.more === 'none' && place.depth >= openApiLimits.madeDepth;
    const isEmpty = isShort || this.#options.plain || isOpen(this.#shapes.of(this.#shapes.item(shape, 0)));
    const usual = isEmpty ? 0 : 1 + (seed % 2);
    if (least > this.#left) this.#left = -1;
    const wanted = Math.min(most, Math.max(least, given?.length ?? usual));
    const texts = new Set<string>();
    const items: JsonValue[] = [];
    for (let index = 0; items.length < wanted && index < wanted * 4 && this.#left >= 0; index++) {
      if (given && index >= given.length && items.length >= least) break;
      const schema = this.#shapes.item(shape, items.length);
      if (this.#shapes.isNever(schema)) break;
      const at = `${place.at}/${index}`;
      const isGiven = place.isGiven && given !== undefined && index < given.length;
      const item = this.#write(schema, given?.[index], { at, depth: place.depth + 1, more: 'none', isGiven });
      if (isUnique) {
        const text = JSON.stringify(item);
        if (texts.has(text)) continue;
        texts.add(text);
      }
      items.push(item);
    }
    return items;
  }
}

/** Characters that count as much as one value. */
const charactersOfValue = 100;
/** Selections of branches that are tried at one place. */
const selections = 60;

const isUnknown = (keyword: string) =>
  keyword === 'additionalProperties' || keyword === 'false schema' || keyword === 'propertyNames';
