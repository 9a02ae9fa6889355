import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CheckedBodies } from './checked-bodies.ts';

/** Asks for a body three times, and counts how often it is checked. */
function asked(schema: z.ZodType, text: string, bodies = new CheckedBodies()) {
  let checks = 0;
  const ask = () =>
    bodies.of(schema, text, () => {
      checks++;
      return schema.parse(JSON.parse(text));
    });
  const given = [ask(), ask(), ask()] as const;
  return { given, checks };
}

const text = '{"b":"x","a":[1,{"c":null}]}';

describe('CheckedBodies', () => {
  it.each([
    ['as it was sent', z.looseObject({ a: z.array(z.unknown()) })],
    ['with what the schema fills in', z.looseObject({ d: z.number().default(4) })],
    ['without what the schema strips', z.object({ b: z.string() })],
  ])('gives the third time what it gave the first, %s, unchecked', (_, schema) => {
    const { given, checks } = asked(schema, text);
    expect(checks).toBe(2);
    expect(given[2]).toStrictEqual(given[0]);
    expect(JSON.stringify(given[2])).toBe(JSON.stringify(given[0]));
  });

  it('gives all who ask again the same, which nobody can change', () => {
    const bodies = new CheckedBodies();
    const schema = z.looseObject({});
    const { given } = asked(schema, text, bodies);
    expect(given[2]).toBe(given[1]);
    const { a } = given[2] as { a: [number, { c: unknown }] }; // As the text says.
    for (const change of [
      () => Object.assign(given[2] as object, { b: 'changed' }),
      () => a.push(2 as never),
      () => Object.assign(a[1], { c: 1 }),
    ]) {
      expect(change).toThrow(TypeError);
    }
    expect(asked(schema, text, bodies).given[0]).toStrictEqual(given[0]);
  });

  it('leaves one that comes once to whoever is given it', () => {
    const { given } = asked(z.looseObject({}), text);
    expect(Object.isFrozen(given[0])).toBe(false);
  });

  it.each([
    ['members without a value', z.string().transform(() => ({ a: undefined }))],
    ['zero below zero', z.string().transform(() => [-0])],
    ['nothing', z.string().transform(() => undefined)],
  ])('gives the third time what JSON can not say: %s', (_, schema) => {
    const { given, checks } = asked(schema, '"text"');
    expect(checks).toBe(2);
    expect(given[2]).toStrictEqual(given[0]);
  });

  it.each([
    ['bytes', z.string().transform((value) => new TextEncoder().encode(value))],
    ['dates', z.string().transform((value) => [new Date(value.length)])],
    ['what has a class', z.string().transform((value) => ({ of: new URL(`https://example.com/${value}`) }))],
  ])('checks each time what can not be frozen: %s', (_, schema) => {
    const { given, checks } = asked(schema, '"text"');
    expect(checks).toBe(3);
    expect(given[2]).toStrictEqual(given[0]);
  });

  it('checks the same text by another schema', () => {
    const bodies = new CheckedBodies();
    asked(z.looseObject({}), text, bodies);
    expect(asked(z.object({ b: z.string() }), text, bodies).given).toStrictEqual(
      Array.from({ length: 3 }, () => ({ b: 'x' })),
    );
  });

  it('checks what is not fine each time', () => {
    const bodies = new CheckedBodies();
    for (let time = 0; time < 3; time++) expect(() => asked(z.string(), '1', bodies)).toThrow(z.ZodError);
  });

  it('checks very long ones each time', () => {
    expect(asked(z.string(), JSON.stringify('x'.repeat(5000))).checks).toBe(3);
  });
});
