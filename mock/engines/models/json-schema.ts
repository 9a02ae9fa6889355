import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '../../../spec/value-kinds.ts';
import { linearPattern } from '../patterns/linear-pattern.ts';
import type { JsonSchema } from './backend.ts';
import { ModelError } from './model-error.ts';

/**
 * Validates values against a JSON schema of draft 2020-12 or an earlier one. Ajv compiles a schema to a function, so
 * the runtime must allow `new Function`. Patterns take linear time; one that `linearPattern` can't express is ignored.
 *
 * @throws ModelError `bad-input` for an invalid schema, or one with unresolved references; `unavailable` if the runtime
 * forbids compiling
 *
 * @example
 * createValidator({ type: 'integer' })(7) // true
 */
export function createValidator(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    addUsedSchema: false,
    code: { regExp: linearEngine },
  });
  addFormats(ajv);
  try {
    if (typeof schema === 'boolean') return () => schema;
    // Other drafts are read as this one.
    const { $schema: _draft, $id: _id, ...rules } = schema;
    return ajv.compile(withLinearPatterns(rules));
  } catch (cause) {
    if (cause instanceof EvalError)
      throw new ModelError('unavailable', 'Schemas need a runtime that allows text to be compiled to code.', {
        cause,
      });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError('bad-input', `The schema cannot be read: ${reason}`, { cause });
  }
}

/** Ajv's hook for patterns, which it identifies by text; by now schemas have linear ones only. */
const linearEngine = Object.assign(
  (source: string) => ({
    ...(linearPattern(source) ?? { test: () => true }),
    toString: () => source,
  }),
  { code: 'linearPattern' },
);

/** Keywords whose value is data and not a schema. */
const ofData: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** A schema without the patterns that `linearPattern` can't express, which are ignored in validation and generation. */
export function withLinearPatterns<T>(schema: T): T;
export function withLinearPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withLinearPatterns(part));
  if (!isObject(schema)) return schema;
  const isLinear = (source: string) => linearPattern(source) !== undefined;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (ofData.has(key)) return [[key, value]];
      if (key === 'pattern' && typeof value === 'string' && !isLinear(value)) return [];
      if (key !== 'patternProperties' || !isObject(value)) return [[key, withLinearPatterns(value)]];
      const kept = Object.entries(value).filter(([source]) => isLinear(source));
      return [[key, withLinearPatterns(Object.fromEntries(kept))]];
    }),
  );
}
