import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Located } from '../document.ts';
import { isObject, type JsonObject } from '../json.ts';
import { toPointer } from '../pointer.ts';
import type { ProblemList } from './problem-list.ts';
import { type SchemaProblem, toProblem } from './schema-problem.ts';
import type { Choice, Direction, Shapes } from './shape.ts';
import { choicesKeyword, schemaKeyword, toJsonSchema } from './to-json-schema.ts';

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

/** Judges values by schemas of one document. Each schema is compiled when a value first gets there. */
export class Judge {
  readonly #shapes: Shapes;
  readonly #problems: ProblemList;
  readonly #ajv: Ajv2020;
  readonly #validators = {
    request: new WeakMap<JsonObject, Validate>(),
    response: new WeakMap<JsonObject, Validate>(),
  };
  /** Alternatives of which no value fits exactly one. */
  readonly #loose = new WeakSet<Choice>();
  /** What the schema that is being compiled refers to. */
  #compiling: {
    readonly schemas: readonly Located[];
    readonly choices: readonly Choice[];
    readonly direction: Direction;
  } = {
    schemas: [],
    choices: [],
    direction: 'request',
  };

  constructor(shapes: Shapes, problems: ProblemList) {
    this.#shapes = shapes;
    this.#problems = problems;
    const regExp = Object.assign(
      (source: string) => ({
        test: (text: string) => shapes.patterns.get(source)?.test(text) ?? true,
        toString: () => source,
      }),
      { code: 'linearPattern' },
    );
    this.#ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      logger: false,
      addUsedSchema: false,
      allErrors: true,
      ownProperties: true,
      messages: false,
      inlineRefs: false,
      code: { regExp },
    });
    addFormats(this.#ajv);
    this.#addKeyword(schemaKeyword, (position: number) => {
      const { schemas, direction } = this.#compiling;
      const schema = schemas[position];
      return (value, at) => (schema ? this.#judge(schema, value, direction, at) : []);
    });
    this.#addKeyword(choicesKeyword, (positions: readonly number[]) => {
      const { choices, direction } = this.#compiling;
      const found = positions.flatMap((position) => choices[position] ?? []);
      return (value, at) => found.flatMap((choice) => this.#judgeChoice(choice, value, direction, at));
    });
  }

  judge(schema: Located, value: unknown, direction: Direction): readonly SchemaProblem[] {
    return this.#judge(schema, value, direction, '');
  }

  /** From now on a value may fit several of these alternatives. */
  loosen(choice: Choice): void {
    this.#loose.add(choice);
  }

  #judge(schema: Located, value: unknown, direction: Direction, at: string): readonly SchemaProblem[] {
    const known = this.#validators[direction].get(schema.node);
    if (known) return known(value, at);
    const validate = this.#compile(schema, direction);
    this.#validators[direction].set(schema.node, validate);
    return validate(value, at);
  }

  #compile(schema: Located, direction: Direction): Validate {
    const { rules, schemas, choices } = toJsonSchema(this.#shapes, this.#problems, schema, direction);
    const before = this.#compiling;
    this.#compiling = { schemas, choices, direction };
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

  #judgeChoice(choice: Choice, value: unknown, direction: Direction, at: string): readonly SchemaProblem[] {
    const named = namedBranch(choice, value, at);
    if (named && 'problem' in named) return [named.problem];
    if (named) return this.#judge(named.branch, value, direction, at);
    let fitting = 0;
    let nearest: readonly SchemaProblem[] | undefined;
    // A request may fit several: a server takes it by any of them.
    const isOne = choice.kind === 'oneOf' && direction === 'response' && !this.#loose.has(choice);
    for (const branch of choice.branches) {
      const problems = this.#judge(branch, value, direction, at);
      if (problems.length > 0) {
        nearest = nearest === undefined ? problems : nearer(nearest, problems, at);
        continue;
      }
      fitting += 1;
      if (!isOne) return [];
    }
    if (fitting === 1) return [];
    if (fitting === 0) return nearest ?? [];
    const problem = `fits ${fitting} of the schemas of ${choice.pointer}, of which it may fit only one`;
    return [{ pointer: at, problem, keyword: 'oneOf' }];
  }
}

/** The branch that the discriminator of a value names. */
export function namedBranch(
  { discriminator }: Choice,
  value: unknown,
  at: string,
): { readonly branch: Located } | { readonly problem: SchemaProblem } | undefined {
  if (!discriminator || !isObject(value) || !Object.hasOwn(value, discriminator.name)) return undefined;
  const name = value[discriminator.name];
  const branch = typeof name === 'string' ? discriminator.branches.get(name) : undefined;
  if (branch) return { branch };
  const error = { instancePath: `${at}${toPointer(discriminator.name)}`, keyword: 'enum' };
  const allowedValues = [...discriminator.branches.keys()];
  return { problem: toProblem({ ...error, params: { allowedValues } }) };
}

/** Of the problems with two branches, those with the one that the value was more likely meant for. */
function nearer(
  one: readonly SchemaProblem[],
  other: readonly SchemaProblem[],
  at: string,
): readonly SchemaProblem[] {
  const isOfType = (problems: readonly SchemaProblem[]) =>
    problems.some(({ pointer, keyword }) => pointer === at && keyword === 'type');
  const [first, second] = [isOfType(one), isOfType(other)];
  if (first && second) {
    const [a, b] = [one[0]?.problem ?? '', other[0]?.problem ?? ''];
    const more = b.replace(/^must be /, '');
    return [{ pointer: at, keyword: 'type', problem: a === b || a.includes(more) ? a : `${a} or ${more}` }];
  }
  if (first !== second) return first ? other : one;
  const tags = (problems: readonly SchemaProblem[]) =>
    problems.filter(({ keyword }) => keyword === 'enum' || keyword === 'const').length;
  return tags(other) - tags(one) || other.length - one.length < 0 ? other : one;
}

function toFinding(error: ErrorObject): SchemaProblem[] {
  if (error.keyword === schemaKeyword || error.keyword === choicesKeyword)
    return [(error as unknown as Finding).params];
  // Ajv says of these that a schema inside failed, which has its own error.
  if (error.keyword === 'if' || error.keyword === 'propertyNames') return [];
  const { propertyName } = error;
  if (propertyName === undefined) return [toProblem(error)];
  const pointer = `${error.instancePath}${toPointer(propertyName)}`;
  return [{ pointer, keyword: 'propertyNames', problem: 'has a name that is not allowed' }];
}
