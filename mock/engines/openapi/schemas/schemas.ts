import { DocumentError, type DocumentProblem, type Located, type OpenApiDocument } from '../document.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { Contradictions, listClosed } from './contradictions.ts';
import { Discriminators } from './discriminators.ts';
import { Judge } from './judge.ts';
import { ProblemList } from './problem-list.ts';
import type { Choice } from './schema-nodes.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { type Direction, type Member, Shapes } from './shape.ts';
import { sayTooNested, Work } from './work.ts';
import { type FillOptions, ValueWriter } from './write-value.ts';

export type { SchemaProblem } from './schema-problem.ts';
export type { Direction, Member } from './shape.ts';
export type { FillOptions } from './write-value.ts';

/** Writes of one value before the last one is taken, though it does not fit. */
const writes = 40;

interface Written {
  readonly value: JsonValue;
  readonly problems: readonly SchemaProblem[];
  /** Why it does not fit; undefined if it does. */
  readonly problem: string | undefined;
}

/**
 * The schemas of a document: judges values by them and makes values that fit. A schema is read and compiled when it is
 * first used.
 */
export class Schemas {
  readonly #problems = new ProblemList();
  readonly #work: Work;
  readonly #shapes: Shapes;
  readonly #discriminators: Discriminators;
  readonly #judge: Judge;
  readonly #contradictions: Contradictions;
  /** Whether no value is found that fits a schema, for answers and for requests. */
  readonly #hopeless = {
    request: new WeakMap<JsonObject, boolean>(),
    response: new WeakMap<JsonObject, boolean>(),
  };

  /** @param refuse makes the error for a schema that takes too much work, from one sentence without a full stop */
  constructor(
    document: OpenApiDocument,
    refuse = (problem: string): Error => new DocumentError('openapi', `${document.name}: ${problem}.`),
  ) {
    this.#work = new Work(refuse);
    this.#shapes = new Shapes(document, this.#problems, this.#work);
    this.#discriminators = new Discriminators(this.#shapes);
    this.#contradictions = new Contradictions(this.#shapes);
    this.#judge = new Judge(
      {
        shapes: this.#shapes,
        discriminators: this.#discriminators,
        problems: this.#problems,
        work: this.#work,
      },
      (choice) => this.#isLoose(choice),
    );
  }

  /** What was wrong with the schemas that have been used. */
  get problems(): readonly DocumentProblem[] {
    return this.#problems.all;
  }

  /**
   * Why a value does not fit a schema; an empty list if it does. Read-only members are ignored in a request, write-only
   * ones in an answer. A request may fit several schemas of a `oneOf`.
   */
  judge(schema: Located, value: unknown, direction: Direction): readonly SchemaProblem[] {
    return this.#work.run(schema, value, () => this.#judge.judge(schema, value, direction));
  }

  /** A small value that fits a schema, the same for the same seed. */
  sample(schema: Located, direction: Direction, seed: string): JsonValue {
    return this.fill(schema, undefined, direction, { seed });
  }

  /**
   * A given value, changed where it does not fit a schema: what fits stays, what is missing is made, what does not fit
   * is replaced. Members that the direction ignores are left out.
   */
  fill(schema: Located, given: JsonValue | undefined, direction: Direction, options: FillOptions): JsonValue {
    try {
      return this.#work.run(schema, given, () => this.#fill(schema, given, direction, options));
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      this.#problems.add(schema.pointer, 'The schema, or a value for it, is nested too deep.');
      return given ?? null;
    }
  }

  #fill(
    schema: Located,
    given: JsonValue | undefined,
    direction: Direction,
    options: FillOptions,
  ): JsonValue {
    if (given !== undefined && options.readOnly !== true) {
      const isWhole = !this.#shapes.hasIgnored(schema, given, direction);
      if (isWhole && this.judge(schema, given, direction).length === 0) return given;
    }
    const writer = this.#writer(direction, options);
    const first = this.#write(writer, schema, given, direction);
    if (!first.problem) return first.value;
    // Where nothing fits, what was given stays.
    if (this.#isHopeless(schema, direction)) return first.value;
    const found = this.#search(writer, schema, given, direction);
    if (!found) this.#sayUnfit(schema, first.problem);
    return (found ?? first).value;
  }

  #writer(direction: Direction, options: FillOptions): ValueWriter {
    return new ValueWriter(
      {
        shapes: this.#shapes,
        discriminators: this.#discriminators,
        judge: this.#judge,
        work: this.#work,
      },
      direction,
      options,
    );
  }

  #write(writer: ValueWriter, schema: Located, given: JsonValue | undefined, direction: Direction): Written {
    const value = writer.write(schema, given);
    const problems = writer.cut === undefined ? this.#judge.judge(schema, value, direction) : [];
    writer.learn(problems);
    const [{ pointer, problem } = { pointer: '', problem: writer.cut }] = problems;
    return { value, problems, problem: problem === undefined ? undefined : `${pointer || 'it'} ${problem}` };
  }

  /** Writes until a value fits. */
  #search(writer: ValueWriter, schema: Located, given: JsonValue | undefined, direction: Direction) {
    for (let count = 1; count < writes && writer.cut === undefined; count++) {
      const written = this.#write(writer, schema, given, direction);
      if (written.problem === undefined) return written;
    }
    return undefined;
  }

  /** Finds out, before a value is made for an answer, whether there is any. */
  #isHopeless(schema: Located, direction: Direction): boolean {
    const known = this.#hopeless[direction].get(schema.node);
    if (known !== undefined) return known;
    const writer = this.#writer(direction, { seed: '' });
    const isHopeless = this.#work.ahead(schema, () => {
      const { problem } = this.#write(writer, schema, undefined, direction);
      if (problem === undefined || this.#search(writer, schema, undefined, direction)) return false;
      this.#sayUnfit(schema, problem);
      return true;
    });
    this.#hopeless[direction].set(schema.node, isHopeless ?? false);
    return isHopeless ?? false;
  }

  /** Finds out whether each value that fits some alternatives fits several. */
  #isLoose({ owner }: Choice): boolean {
    const writer = this.#writer('response', { seed: '' });
    const isLoose = this.#work.ahead(owner, () => {
      for (let count = 0; count < writes && writer.cut === undefined; count++) {
        const { problems, problem } = this.#write(writer, owner, undefined, 'response');
        if (problem === undefined) return false;
        if (
          problems.length > 0 &&
          problems.every(({ keyword, pointer }) => keyword === 'oneOf' && pointer === '')
        )
          return true;
      }
      return false;
    });
    return isLoose ?? true;
  }

  #sayUnfit({ pointer }: Located, problem: string): void {
    this.#problems.add(pointer, `No value was found that fits the schema: ${problem}.`);
  }

  /** Why no value fits a schema, by what it says, in a sentence without a full stop; undefined if one may. */
  findContradiction(schema: Located, direction: Direction): string | undefined {
    try {
      return this.#work.run(schema, undefined, () => this.#contradictions.find(schema, direction));
    } catch (cause) {
      if (this.#work.isOver) return sayTooNested(schema);
      throw cause;
    }
  }

  /** Members that one part of an `allOf` names and another one refuses. */
  listClosed(): readonly DocumentProblem[] {
    return listClosed(this.#shapes);
  }

  /** The schema of a member or of an item of answers. */
  inside(schema: Located, name: string): Located {
    return this.#work.run(schema, undefined, () => this.#shapes.step(schema, name, 'response').schema);
  }

  /** What a schema says under a keyword, itself or by `$ref` and `allOf`. */
  said(schema: Located, keyword: string): JsonValue | undefined {
    const { parts } = this.#work.run(schema, undefined, () => this.#shapes.of(schema));
    return parts.find(({ node }) => node[keyword] !== undefined)?.node[keyword];
  }

  /** Members that a schema names, in `$ref` and `allOf` too. */
  members(schema: Located): ReadonlyMap<string, Member> {
    return this.#work.run(schema, undefined, () => this.#shapes.members(schema));
  }
}
