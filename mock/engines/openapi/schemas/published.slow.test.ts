import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../seeded/random.ts';
import type { Located } from '../document.ts';
import type { JsonValue } from '../json.ts';
import { parseDocument } from '../parse-document.ts';
import { type Direction, Schemas } from './schemas.ts';

const platform =
  process.env['TOUCHSTONE_V4_OPENAPI'] ??
  join(import.meta.dirname, '../../../../../shared/reference/v4-openapi-2024-08.json');
const vendor = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');

/** Documents, with the number of their schemas for which no value is found because they contradict themselves. */
const documents = [
  [platform, 3],
  [vendor, 0],
] as const;
const whyNot = ' (skipped: it is missing; name it in TOUCHSTONE_V4_OPENAPI)';

/** Bodies of requests and answers, each with its direction. */
async function read(file: string) {
  const document = await parseDocument(readFileSync(file), file);
  const bodies = document.operations.flatMap((operation) => [
    ...(operation.body?.content ?? []).map(({ schema }) => [schema, 'request'] as const),
    ...operation.answers.flatMap(({ content }) => content.map(({ schema }) => [schema, 'response'] as const)),
  ]);
  const found = bodies.filter((body): body is readonly [Located, Direction] => body[0] !== undefined);
  return { schemas: new Schemas(document), bodies: found };
}

const others: readonly JsonValue[] = [null, true, -1, 3.5, 1e20, '', 'x'.repeat(300), '\ud800', [], {}, [1]];

/** A value of which parts are missing, replaced or added. */
function disturb(value: JsonValue, random: Random): JsonValue {
  const { whole, pick } = random;
  if (whole(0, 7) === 0) return pick(others);
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.filter(() => whole(0, 5) > 0).map((item) => disturb(item, random));
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(() => whole(0, 3) > 0)
    .map(([name, inside]) => [name, disturb(inside ?? null, random)] as const);
  return Object.fromEntries([...kept, ...(whole(0, 4) === 0 ? [['unknown', pick(others)] as const] : [])]);
}

for (const [file, hopeless] of documents) {
  const isThere = existsSync(file);
  describe.skipIf(!isThere)(`the bodies of ${file}${isThere ? '' : whyNot}`, () => {
    it('have samples and filled values that fit', { timeout: 300_000 }, async () => {
      const { schemas, bodies } = await read(file);
      const random = createRandom(1);
      const unfit = new Set<string>();
      let fitting = 0;
      for (const [schema, direction] of bodies) {
        const sample = schemas.sample(schema, direction, 'a');
        const given = disturb(sample, random);
        const filled = schemas.fill(schema, given, direction, {
          seed: 'b',
          readOnly: random.whole(0, 1) === 1,
        });
        for (const value of [sample, filled]) {
          if (schemas.judge(schema, value, direction).length === 0) fitting += 1;
          else unfit.add(schema.pointer);
        }
        expect(schemas.fill(schema, filled, direction, { seed: 'c' })).toEqual(filled);
      }
      const reported = schemas.problems.filter(({ problem }) =>
        problem.startsWith('No value was found that fits the'),
      );
      console.log(`${file}: ${fitting} of ${bodies.length * 2} values of ${bodies.length} bodies fit`);
      expect(reported.map(({ pointer }) => pointer)).toEqual([...unfit]);
      expect(unfit.size).toBe(hopeless);
      expect(bodies.length).toBeGreaterThan(3_000);
    });
  });
}
