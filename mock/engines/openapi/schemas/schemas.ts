import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { DocumentProblem, Located, OpenApiDocument } from '../document.ts';
import type { JsonValue } from '../json.ts';
import { Judge } from './judge.ts';
import { ProblemList } from './problem-list.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { type Direction, type Member, Shapes } from './shape.ts';
import { type FillOptions, ValueWriter } from './write-value.ts';

export type { SchemaProblem } from './schema-problem.ts';
export type { Direction, Member } from './shape.ts';
export type { FillOptions } from './write-value.ts';

const tooLarge = {
  pointer: '',
  problem: `would have more than ${openApiLimits.madeValues} values`,
  keyword: '',
};

/** Writes of one value before the last one is taken, though it does not fit. */
const writes = 40;

/**
 * The schemas of a document: judges values by them and makes values that fit. A schema is read and compiled when it is
 * first used.
 */
export class Schemas {
  readonly #problems = new ProblemList();
  readonly #shapes: Shapes;
  readonly #judge: Judge;
  /** Schemas for which no value was found. */
  readonly #hopeless = new WeakSet<object>();

  constructor(document: OpenApiDocument) {
    this.#shapes = new Shapes(document, this.#problems);
    this.#judge = new Judge(this.#shapes, this.#problems);
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
    return this.#judge.judge(schema, value, direction);
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
      return this.#fill(schema, given, direction, options);
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
    const writer = new ValueWriter(this.#shapes, this.#judge, direction, options);
    const most = this.#hopeless.has(schema.node) ? 1 : writes;
    for (let count = 1; ; count++) {
      const value = writer.write(schema, given);
      const problems = writer.isCut ? [tooLarge] : this.judge(schema, value, direction);
      const [problem] = problems;
      if (!problem) return value;
      if (count < most && !writer.isCut) {
        writer.learn(problems);
        continue;
      }
      if (!this.#hopeless.has(schema.node)) {
        const reason = `${problem.pointer || 'it'} ${problem.problem}`;
        this.#problems.add(schema.pointer, `No value was found that fits the schema: ${reason}.`);
        this.#hopeless.add(schema.node);
      }
      return value;
    }
  }

  /** Members that a schema names, in `$ref` and `allOf` too. */
  members(schema: Located): ReadonlyMap<string, Member> {
    return this.#shapes.members(schema);
  }
}
