import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { readDocument } from '../read-document.ts';
import { Schemas } from './schemas.ts';
import { anySchema, tree } from './testing/any-schema.ts';

/** Values without numbers that ajv rounds to 0. */
const startValue = fc
  .json({ maxDepth: 3 })
  .map(
    (text) =>
      JSON.parse(text, (_key, value: JsonValue) =>
        typeof value === 'number' && Math.abs(value) < 1e-8 ? 0 : value,
      ) as JsonValue,
  );

it('makes values that plain ajv accepts, from any schema and any given value', () => {
  let [made, said] = [0, 0];
  fc.assert(
    fc.property(anySchema, startValue, fc.string(), (given, start, seed) => {
      const node = given === true ? {} : (given as JsonObject);
      // ajv ignores the schema of such a member.
      fc.pre(!JSON.stringify(node).includes('"__proto__":'));
      const root = { openapi: '3.1.0', paths: {}, components: { schemas: { Tree: tree } } };
      const schemas = new Schemas(readDocument(root, 'shop.json'));
      const schema = { node, pointer: '/x' };
      const ajv = new Ajv2020({
        strict: false,
        validateSchema: false,
        logger: false,
        ownProperties: true,
        allErrors: true,
        // Without it, ajv takes -1e21 for no multiple of 1. With it, 5e-324 is one: see `startValue`.
        multipleOfPrecision: 9,
      });
      addFormats(ajv);
      const allows = ajv.compile({ ...node, components: root.components });
      const values = [
        schemas.sample(schema, 'response', seed),
        schemas.fill(schema, start, 'response', { seed }),
      ];
      // What a schema asks for can be impossible; then the document is said to be at fault.
      if (schemas.problems.length > 0) said += 1;
      else
        for (const value of values)
          if (allows(value)) made += 1;
          else throw new Error(JSON.stringify({ value, errors: allows.errors }));
      const isPossible = [start, ...values].some((value) => allows(value));
      if (isPossible) expect(schemas.findContradiction(schema, 'response')).toBeUndefined();
      if (!allows(start) || schemas.problems.length > 0) return;
      expect(schemas.judge(schema, start, 'response')).toEqual([]);
      expect(schemas.fill(schema, start, 'response', { seed })).toEqual(start);
    }),
    { numRuns: 400 },
  );
  expect(made).toBeGreaterThan(said * 4);
});
