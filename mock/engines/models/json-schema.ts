import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from './backend.ts';
import { isRecord } from './json.ts';
import { linearPattern } from './linear-pattern.ts';
import { ModelError } from './model-error.ts';

/**
 * Whether values fit a JSON schema of draft 2020-12 or an earlier one. Ajv compiles a schema to a function, so this
 * needs a runtime that lets text become code (`new Function`). Patterns take linear time; one that
 * `linearPattern` can't say is passed over.
 *
 * @throws ModelError `bad-input` for a schema that is none, or refers to what it does not hold; `unavailable` where
 * the runtime forbids that
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
      throw new ModelError('unavailable', 'This runtime lets no text become code, which schemas need.', {
        cause,
      });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError('bad-input', `The schema cannot be read: ${reason}`, { cause });
  }
}

/** Ajv's way to ask for a pattern, which it tells from others by its text; schemas hold linear ones alone by then. */
const linearEngine = Object.assign(
  (source: string) => ({
    ...(linearPattern(source) ?? { test: () => true }),
    toString: () => source,
  }),
  { code: 'linearPattern' },
);

/** Keywords whose value is data, and no schema. */
const ofData: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** A schema without the patterns that `linearPattern` can't say, which neither judge nor make a value. */
export function withLinearPatterns<T>(schema: T): T;
export function withLinearPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withLinearPatterns(part));
  if (!isRecord(schema)) return schema;
  const isLinear = (source: string) => linearPattern(source) !== undefined;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (ofData.has(key)) return [[key, value]];
      if (key === 'pattern' && typeof value === 'string' && !isLinear(value)) return [];
      if (key !== 'patternProperties' || !isRecord(value)) return [[key, withLinearPatterns(value)]];
      const kept = Object.entries(value).filter(([source]) => isLinear(source));
      return [[key, withLinearPatterns(Object.fromEntries(kept))]];
    }),
  );
}
