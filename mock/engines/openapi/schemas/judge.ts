import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { Located } from '../document.ts';
import { isObject, type JsonObject } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { findClosed } from './contradictions.ts';
import type { Discriminators } from './discriminators.ts';
import { addFormats } from './formats.ts';
import type { ProblemList } from './problem-list.ts';
import { isMultiple } from './scalar.ts';
import type { Choice } from './schema-nodes.ts';
import { nearer, type SchemaProblem, toProblem } from './schema-problem.ts';
import type { Direction, Shapes } from './shape.ts';
import { TagReader } from './tags.ts';
import {
  choicesKeyword,
  type JsonSchema,
  knownKeyword,
  schemaKeyword,
  toJsonSchema,
} from './to-json-schema.ts';
import type { Work } from './work.ts';

/** Judges a value, and says where it is in the value that is judged as a whole. */
type Validate = (value: unknown, at: string) => readonly SchemaProblem[];

/** Our keywords give problems that are already in words. */
interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: SchemaProblem;
}

interface OwnKeyword {
  (value: unknown, context?: { readonly instancePath: string }): boolean;
  errors?: Partial<ErrorObject>[];
}

interface JudgeParts {
  readonly shapes: Shapes;
  readonly discriminators: Discriminators;
  readonly problems: ProblemList;
  readonly work: Work;
}

/** Judges values by schemas of one document. Each schema is compiled when a value first gets there. */
export class Judge {
  readonly #shapes: Shapes;
  readonly #problems: ProblemList;
  readonly #ajv: Ajv2020;
  readonly #tags: TagReader;
  readonly #discriminators: Discriminators;
  readonly #validators = new WeakMap<JsonObject, Validate>();
  readonly #work: Work;
  /** Whether no value fits exactly one of some alternatives, so that a value may fit several. */
  readonly #loose = new WeakMap<Choice, boolean>();
  /** Alternatives of which several fitted, while it is not known yet whether they may. */
  #undecided = new Set<Choice>();
  readonly #isLoose: (choice: Choice) => boolean;
  /** What the schema that is being compiled refers to. */
  #compiling: Pick<JsonSchema, 'schemas' | 'choices'> = { schemas: [], choices: [] };
  /** Schemas that are being judged by, each inside the other. */
  #deep = 0;
  /** That of the value that is being judged. */
  #direction: Direction = 'request';

  /** @param isLoose finds out whether no value fits exactly one of some alternatives */
  constructor({ shapes, discriminators, problems, work }: JudgeParts, isLoose: (choice: Choice) => boolean) {
    this.#shapes = shapes;
    this.#problems = problems;
    this.#work = work;
    this.#isLoose = isLoose;
    this.#tags = new TagReader(shapes);
    this.#discriminators = discriminators;
    const regExp = Object.assign(
      (source: string) => ({
        test: (text: string) => shapes.patterns.get(source)?.test(text) ?? true,
        toString: () => source,
      }),
      { code: 'linearPattern' },
    );
    this.#ajv = new Ajv2020({
      strict: false,
      meta: false,
      validateSchema: false,
      logger: false,
      addUsedSchema: false,
      allErrors: true,
      ownProperties: true,
      messages: false,
      inlineRefs: false,
      code: { regExp, optimize: false },
    });
    addFormats(this.#ajv);
    // That of ajv divides, which refuses 19.99 as a multiple of 0.01.
    this.#ajv.removeKeyword('multipleOf');
    this.#addKeyword('multipleOf', (multipleOf: number) => (value, instancePath) => {
      if (typeof value !== 'number' || isMultiple(value, multipleOf)) return [];
      return [toProblem({ keyword: 'multipleOf', instancePath, params: { multipleOf } })];
    });
    this.#addKeyword(schemaKeyword, (position: number) => {
      const schema = this.#compiling.schemas[position];
      return (value, at) => (schema ? this.#judge(schema, value, at) : []);
    });
    this.#addKeyword(choicesKeyword, (positions: readonly number[]) => {
      const { choices } = this.#compiling;
      const found = positions.flatMap((position) => choices[position] ?? []);
      return (value, at) => found.flatMap((choice) => this.#judgeChoice(choice, value, at));
    });
    this.#addKeyword(knownKeyword, (position: number) => {
      const schema = this.#compiling.schemas[position];
      return (value, at) => (schema && isObject(value) ? this.#judgeNames(schema, value, at) : []);
    });
  }

  judge(schema: Located, value: unknown, direction: Direction): readonly SchemaProblem[] {
    const restore = this.#work.mark();
    for (;;) {
      const undecided = new Set<Choice>();
      this.#undecided = undecided;
      try {
        const problems = this.#judgeOnce(schema, value, direction);
        if (undecided.size === 0) return problems;
      } catch (cause) {
        if (undecided.size === 0) throw cause;
      }
      // The first value is judged like those that come after it, with the same number of looks.
      for (const choice of undecided) this.#decide(choice);
      restore();
    }
  }

  #judgeOnce(schema: Located, value: unknown, direction: Direction): readonly SchemaProblem[] {
    this.#direction = direction;
    try {
      return this.#withoutFree(this.#judge(schema, value, ''), value, '', schema);
    } catch (cause) {
      if (cause instanceof RangeError)
        return [{ pointer: '', keyword: 'type', problem: 'is nested too deep' }];
      throw cause;
    }
  }

  /** Whether a look at a value tells that it can't fit a schema. */
  isOther(schema: Located, value: unknown, direction: Direction): boolean {
    return this.#tags.isOther(schema, value, direction);
  }

  #decide(choice: Choice): void {
    if (this.#loose.has(choice)) return;
    this.#loose.set(choice, false);
    if (!this.#isLoose(choice)) return;
    this.#loose.set(choice, true);
    this.#problems.add(
      `${choice.owner.pointer}/oneOf`,
      'No value was found that fits only one of these schemas, so a value may fit several.',
    );
  }

  #judge(schema: Located, value: unknown, at: string): readonly SchemaProblem[] {
    this.#work.look(schema);
    let validate = this.#validators.get(schema.node);
    if (!validate) {
      validate = this.#compile(schema);
      this.#validators.set(schema.node, validate);
    }
    if (this.#deep > openApiLimits.lookups) {
      this.#problems.add(schema.pointer, 'The schema is too deep in others; any value fits here.');
      return [];
    }
    this.#deep += 1;
    try {
      return validate(value, at);
    } finally {
      this.#deep -= 1;
    }
  }

  /** Problems without those of members that the direction ignores, and with one schema only where several contradict each other. */
  #withoutFree(
    problems: readonly SchemaProblem[],
    value: unknown,
    at: string,
    ...schemas: readonly [Located, ...Located[]]
  ): readonly SchemaProblem[] {
    if (problems.length === 0) return problems;
    const kept = new Map<string, SchemaProblem>();
    const keep = (problem: SchemaProblem) => kept.set(`${problem.pointer} ${problem.problem}`, problem);
    const judged = new Set<string>();
    for (const problem of problems) {
      const free = schemas.map((schema) => this.#freePlace(schema, value, problem.pointer.slice(at.length)));
      const place = free.find((each) => each !== undefined);
      const said = place === undefined ? this.#inAllOf(schemas, problem, at) : undefined;
      if (said) keep(said);
      if (!place?.schema || judged.has(place.pointer)) continue;
      judged.add(place.pointer);
      for (const each of this.#judge(place.schema, place.value, `${at}${place.pointer}`)) keep(each);
    }
    return [...kept.values()];
  }

  /**
   * A problem with a member that one part of an `allOf` names and another one refuses. An answer may have it, as nobody
   * writes down a member that never comes. A request is refused, as servers do.
   */
  #inAllOf(schemas: readonly Located[], problem: SchemaProblem, at: string): SchemaProblem | undefined {
    if (problem.keyword !== 'additionalProperties') return problem;
    const way = problem.pointer.slice(at.length).split('/').slice(1).map(toName);
    const name = way.pop() ?? '';
    for (const schema of schemas) {
      const step = (outer: Located, part: string) => this.#shapes.step(outer, part, this.#direction).schema;
      const out = findClosed(this.#shapes.of(way.reduce(step, schema)), name);
      if (!out) continue;
      const { closed, naming } = out;
      if (this.#direction === 'response') {
        this.#problems.add(closed.pointer, `${naming.pointer} names a member that is not allowed here.`);
        return undefined;
      }
      const reason = `is not allowed by ${closed.pointer}, though ${naming.pointer} names it: no value with it can fit`;
      return { ...problem, problem: reason };
    }
    return problem;
  }

  /** The place on the way to another at which a schema does not count, and the schema that counts instead, if any. */
  #freePlace(start: Located, whole: unknown, pointer: string) {
    let [schema, value, way] = [start, whole, ''];
    for (const part of pointer.split('/').slice(1)) {
      const name = toName(part);
      const step = this.#shapes.step(schema, name, this.#direction);
      const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
      value = isThere ? (value as Record<string, unknown>)[name] : undefined;
      way += `/${part}`;
      if (step.isIgnored) return { pointer: way, value, schema: undefined };
      // A missing member has no value that could contradict.
      if (step.isFree && isThere) return { pointer: way, value, schema: step.schema };
      schema = step.schema;
    }
    return undefined;
  }

  #judgeNames(schema: Located, value: JsonObject, at: string): readonly SchemaProblem[] {
    const members = this.#shapes.members(schema);
    const { parts } = this.#shapes.of(schema);
    const isKnown = (name: string) =>
      members.has(name) ||
      parts.some(({ node: { additionalProperties: more, patternProperties: patterns } }) => {
        const sources = isObject(patterns) ? Object.keys(patterns) : [];
        return more !== undefined || sources.some((source) => this.#shapes.patterns.get(source)?.test(name));
      });
    return Object.keys(value)
      .filter((name) => !isKnown(name))
      .map((name) => ({
        pointer: `${at}${toPointer(name)}`,
        keyword: 'additionalProperties',
        problem: 'is not allowed',
      }));
  }

  #compile(schema: Located): Validate {
    const { rules, ...compiling } = toJsonSchema(this.#shapes, this.#problems, this.#shapes.judged(schema));
    const before = this.#compiling;
    this.#compiling = compiling;
    try {
      const validate = this.#ajv.compile(rules as AnySchemaObject);
      this.#ajv.removeSchema(rules as AnySchemaObject);
      /** Where in a value this schema is being judged: a second time at the same place is a circle. */
      const active = new Set<string>();
      return (value, at) => {
        if (active.has(at)) {
          this.#problems.add(
            schema.pointer,
            'The schema refers to itself in a circle; any value fits there.',
          );
          return [];
        }
        active.add(at);
        try {
          const context = {
            instancePath: at,
            parentData: {},
            parentDataProperty: '',
            rootData: {},
            dynamicAnchors: {},
          };
          if (validate(value, context)) return [];
          return (validate.errors ?? []).flatMap(toFinding);
        } finally {
          active.delete(at);
        }
      };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#problems.add(schema.pointer, `The schema can't be compiled, so any value fits: ${reason}.`);
      return () => [];
    } finally {
      this.#compiling = before;
    }
  }

  #addKeyword<Value>(keyword: string, compile: (value: Value) => Validate): void {
    this.#ajv.addKeyword({
      keyword,
      errors: 'full',
      compile: (given: Value) => {
        const judge = compile(given);
        const validate: OwnKeyword = (value, context) => {
          const problems = judge(value, context?.instancePath ?? '');
          validate.errors = problems.map(
            (params): Finding => ({ keyword, instancePath: params.pointer, schemaPath: '', params }),
          );
          return problems.length === 0;
        };
        return validate;
      },
    });
  }

  #judgeChoice(choice: Choice, value: unknown, at: string): readonly SchemaProblem[] {
    const named = namedBranch(choice, this.#discriminators.branchesByName(choice), value, at);
    if (named && 'problem' in named) return [named.problem];
    if (named) return this.#judge(named.branch, value, at);
    const likely = choice.branches.filter((branch) => !this.isOther(branch, value, this.#direction));
    const wrong =
      likely.length === 0 ? this.#tags.findWrong(choice.branches, value, this.#direction) : undefined;
    if (wrong) {
      const instancePath = `${at}${toPointer(wrong.name)}`;
      return [toProblem({ keyword: 'enum', instancePath, params: { allowedValues: wrong.values } })];
    }
    let fitting = 0;
    let nearest: readonly SchemaProblem[] | undefined;
    // A request may fit several: a server takes it by any of them.
    const isOne =
      choice.kind === 'oneOf' && this.#direction === 'response' && this.#loose.get(choice) !== true;
    for (const branch of likely.length > 0 ? likely : choice.branches) {
      const problems = this.#withoutFree(this.#judge(branch, value, at), value, at, branch, choice.owner);
      if (problems.length > 0) {
        nearest = nearest === undefined ? problems : nearer(nearest, problems, at);
        continue;
      }
      fitting += 1;
      if (!isOne) return [];
    }
    if (fitting === 1) return [];
    if (fitting === 0) return nearest ?? [];
    if (!this.#loose.has(choice)) this.#undecided.add(choice);
    const problem = `fits ${fitting} of the schemas of ${choice.owner.pointer}/oneOf, of which it may fit only one`;
    return [{ pointer: at, problem, keyword: 'oneOf' }];
  }
}

const toName = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The branch that the discriminator of a value names. */
export function namedBranch(
  { discriminator }: Choice,
  branches: ReadonlyMap<string, Located>,
  value: unknown,
  at: string,
): { readonly branch: Located } | { readonly problem: SchemaProblem } | undefined {
  if (!discriminator || !isObject(value) || !Object.hasOwn(value, discriminator.name)) return undefined;
  const name = value[discriminator.name];
  const branch = typeof name === 'string' ? branches.get(name) : undefined;
  if (branch) return { branch };
  const error = { instancePath: `${at}${toPointer(discriminator.name)}`, keyword: 'enum' };
  const allowedValues = [...branches.keys()];
  return { problem: toProblem({ ...error, params: { allowedValues } }) };
}

const ownKeywords: ReadonlySet<string> = new Set([schemaKeyword, choicesKeyword, knownKeyword, 'multipleOf']);

function toFinding(error: ErrorObject): SchemaProblem[] {
  if (ownKeywords.has(error.keyword)) return [(error as unknown as Finding).params];
  // Ajv says of these that a schema inside failed, which has its own error.
  if (error.keyword === 'if' || error.keyword === 'propertyNames') return [];
  const { propertyName } = error;
  if (propertyName === undefined) return [toProblem(error)];
  const pointer = `${error.instancePath}${toPointer(propertyName)}`;
  return [{ pointer, keyword: 'propertyNames', problem: 'has a name that is not allowed' }];
}
