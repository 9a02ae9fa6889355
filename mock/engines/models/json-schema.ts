import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from './backend.ts';
import { ModelError } from './model-error.ts';

/**
 * Whether values fit a JSON schema of draft 2020-12 or an earlier one. Ajv compiles a schema to a function, so this
 * needs a runtime that lets text become code (`new Function`).
 *
 * @throws ModelError `bad-input` for a schema that is none, or refers to what it does not hold; `unavailable` where
 * the runtime forbids that
 *
 * @example
 * validatorOf({ type: 'integer' })(7) // true
 */
export function validatorOf(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, addUsedSchema: false });
  addFormats(ajv);
  try {
    if (typeof schema === 'boolean') return () => schema;
    // Other drafts are read as this one.
    const { $schema: _draft, $id: _id, ...rules } = schema;
    return ajv.compile(rules);
  } catch (cause) {
    if (cause instanceof EvalError)
      throw new ModelError('unavailable', 'This runtime lets no text become code, which schemas need.', {
        cause,
      });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError('bad-input', `The schema cannot be read: ${reason}`, { cause });
  }
}
