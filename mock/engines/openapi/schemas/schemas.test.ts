// Long: tables of schemas, each judged, filled and refused by the same few lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { readDocument } from '../read-document.ts';
import { Schemas } from './schemas.ts';

/** The schemas of a document with one of them, and others that it can refer to. */
function read(node: JsonObject, others: JsonObject = {}, openapi = '3.0.3') {
  const root = { openapi, paths: {}, components: { schemas: { It: node, ...others } } };
  const document = readDocument(root, 'shop.json');
  const schemas = new Schemas(document);
  const schema = { node, pointer: '/components/schemas/It' };
  return {
    schemas,
    schema,
    judge: (value: JsonValue, direction: 'request' | 'response' = 'request') =>
      schemas.judge(schema, value, direction).map(({ pointer, problem }) => `${pointer} ${problem}`.trim()),
    fill: (given?: JsonValue, options: object = {}) =>
      schemas.fill(schema, given, 'response', { seed: 'a', ...options }),
  };
}
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
/** An object with all of its members. */
const whole = (properties: JsonObject) => object(properties, { required: Object.keys(properties) });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const lamp = object({ id: { ...text, readOnly: true }, name: text }, { required: ['id', 'name'] });

/** Animals, told apart by `kind`. */
const animal = (more: JsonObject = {}) =>
  object({ kind: text, ...more }, { required: ['kind', ...Object.keys(more)] });
const told = (more: JsonObject = {}) => ({ discriminator: { propertyName: 'kind', ...more } });
const of = (...names: string[]) => ({ oneOf: names.map(ref) });
const mapping = { cat: '#/components/schemas/Cat', dog: 'Dog' };
const extending = (more: JsonObject) => ({
  allOf: [ref('Animal'), object(more, { required: Object.keys(more) })],
});
const meows = { meows: { type: 'boolean' } };
const barks = { barks: { type: 'integer' } };
const animals = { Cat: animal(meows), Dog: animal(barks) };

describe('a sample', () => {
  it.each<readonly [string, JsonObject, JsonObject, Readonly<Record<string, readonly string[]>>]>([
    ['by names of schemas', { ...of('Cat', 'Dog'), ...told() }, animals, { Cat: ['meows'], Dog: ['barks'] }],
    [
      'by a mapping',
      { ...of('Cat', 'Dog'), ...told({ mapping }) },
      animals,
      { cat: ['meows'], Cat: ['meows'], dog: ['barks'], Dog: ['barks'] },
    ],
    ['in anyOf', { anyOf: [ref('Cat'), ref('Dog')], ...told() }, animals, { Cat: ['meows'], Dog: ['barks'] }],
    [
      'by own values that no mapping names',
      { ...of('Cat', 'Dog'), ...told() },
      { Cat: animal({ ...meows, kind: { enum: ['c'] } }), Dog: animal({ ...barks, kind: { const: 'd' } }) },
      { c: ['meows'], d: ['barks'] },
    ],
    ['of branches without names', { oneOf: [animals.Cat, animals.Dog], ...told() }, {}, {}],
    [
      'in a member',
      object({ pet: { ...of('Cat', 'Dog'), ...told({ mapping }) } }, { required: ['pet'] }),
      animals,
      { cat: ['meows'], Cat: ['meows'], dog: ['barks'], Dog: ['barks'] },
    ],
    [
      'that extends what has it',
      ref('Cat'),
      { Animal: { ...animal(), ...told() }, Cat: extending(meows) },
      { Cat: ['meows'] },
    ],
    [
      'that extends what has it, by a mapping',
      ref('Cat'),
      { Animal: { ...animal(), ...told({ mapping }) }, Cat: extending(meows), Dog: extending(barks) },
      { cat: ['meows'] },
    ],
    [
      'of what others extend',
      ref('Animal'),
      { Animal: { ...animal(), ...told({ mapping }) }, Cat: extending(meows), Dog: extending(barks) },
      { cat: ['meows'], dog: ['barks'] },
    ],
  ])('keeps to its own discriminator %s', (_, node, others, expected) => {
    const { schemas, schema, judge } = read(node, others);
    const seen = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const value = schemas.sample(schema, 'response', `${seed}`) as Record<string, unknown>;
      const { kind, ...rest } = (value['pet'] ?? value) as Record<string, string>;
      expect(judge(value as JsonValue, 'response')).toEqual([]);
      if (Object.keys(expected).length > 0) expect(expected[kind ?? '']).toEqual(Object.keys(rest));
      seen.add(kind ?? '');
      expect(schemas.fill(schema, value as JsonValue, 'response', { seed: 'b' })).toEqual(value);
    }
    expect(schemas.problems).toEqual([]);
    expect(seen.size).toBeGreaterThan(0);
  });
});

describe('problems of a value', () => {
  it.each<readonly [string, JsonObject, JsonValue, readonly string[]]>([
    ['a member is missing', lamp, {}, ['/name is required']],
    ['a type is wrong', object({ a: text }), { a: 1 }, ['/a must be a string']],
    ['null is not allowed', text, null, ['must be a string']],
    ['null is allowed', { type: 'string', nullable: true }, null, []],
    ['a value is not listed', { enum: ['a', 'b'] }, 'c', ['must be one of "a", "b"']],
    [
      'a member is unknown',
      object({}, { additionalProperties: false }),
      { 'a/b': 1 },
      ['/a~1b is not allowed'],
    ],
    [
      'a limit is excluded',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      1,
      ['must be more than 1'],
    ],
    ['a number is low', { type: 'number', minimum: 1 }, 0, ['must be at least 1']],
    ['a number is no multiple', { type: 'number', multipleOf: 0.01 }, 19.995, ['must be a multiple of 0.01']],
    ['a large number is no multiple', { multipleOf: 0.1 }, 1234567890123.25, ['must be a multiple of 0.1']],
    ['a tiny number is no multiple', { multipleOf: 2e-10 }, 3e-10, ['must be a multiple of 2e-10']],
    ['a text is short', { type: 'string', minLength: 1 }, '', ['must have at least 1 character']],
    ['a list is long', { type: 'array', maxItems: 1, items: {} }, [1, 2], ['must have at most 1 item']],
    [
      'an item comes twice',
      { type: 'array', uniqueItems: true, items: {} },
      [1, 1],
      ['must not have the same item twice'],
    ],
    ['a pattern does not match', { type: 'string', pattern: '^a+$' }, 'b', ['must match ^a+$']],
    ['a format does not fit', { type: 'string', format: 'uuid' }, 'b', ['must have the format uuid']],
    [
      'no branch has the type',
      { oneOf: [text, { type: 'integer' }] },
      true,
      ['must be a string or an integer'],
    ],
    [
      'it is inside the nearest branch',
      { anyOf: [object({ kind: { enum: ['a'] } }), object({ kind: { enum: ['b'] }, n: text })] },
      { kind: 'b', n: 1 },
      ['/n must be a string'],
    ],
    [
      'it is deep in the nearest branch',
      {
        oneOf: [
          whole({ a: whole({ x: text }) }),
          whole({ b: { oneOf: [whole({ x: text }), whole({ y: text })] } }),
        ],
      },
      { b: { y: 1 } },
      ['/b/y must be a string'],
    ],
    [
      'it is what the nearest branch lacks',
      { anyOf: [whole({ a: text }), whole({ b: whole({ x: text }) }), text] },
      { b: {} },
      ['/b/x is required'],
    ],
    [
      'there are more of them in the branch that it was made for',
      { oneOf: [whole({ a: text }), whole({ b: whole({ x: text, y: text }) })] },
      { b: { x: 1, y: 1 } },
      ['/b/x must be a string', '/b/y must be a string'],
    ],
    [
      'it is of the kind that its tag says',
      {
        oneOf: [
          whole({ kind: { const: 'a' }, n: text }),
          whole({ kind: { const: 'b' }, o: whole({ p: text, q: text }) }),
        ],
      },
      { kind: 'b', n: 'x', o: { p: 1, q: 1 } },
      ['/o/p must be a string', '/o/q must be a string'],
    ],
    [
      'its tag names no branch',
      { oneOf: [whole({ n: text, kind: { const: 'a' } }), whole({ n: text, kind: { enum: ['b', 'c'] } })] },
      { kind: 'd' },
      ['/kind must be one of "a", "b", "c"'],
    ],
    ['it is in a list', { type: 'array', items: ref('Lamp') }, [{ name: 'x' }, {}], ['/1/name is required']],
    [
      'a name of prototypes is missing',
      object({}, { required: ['constructor', '__proto__'] }),
      {},
      ['/constructor is required', '/__proto__ is required'],
    ],
  ])('%s', (_, node, value, expected) => {
    expect(read(node, { Lamp: lamp }).judge(value)).toEqual(expected);
  });

  it('do not come from the way in which numbers are kept', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 1, max: 999 }),
        fc.nat(9),
        (count, step, places) => {
          const toNumber = (digits: number) => Number(`${digits}e-${places}`);
          const { judge, fill } = read({ type: 'number', multipleOf: toNumber(step) });
          expect(judge(toNumber(count * step))).toEqual([]);
          expect(judge(fill())).toEqual([]);
        },
      ),
    );
  });

  it('ignore read-only members of a request and write-only ones of an answer', () => {
    const account = object(
      { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true } },
      { required: ['id', 'secret'] },
    );
    const { judge } = read(account);
    expect(judge({})).toEqual(['/secret is required']);
    expect(judge({ id: 1, secret: 'x' })).toEqual([]);
    expect(judge({}, 'response')).toEqual(['/id is required']);
  });

  it('ignore members that another schema of an allOf, or a branch, makes read-only', () => {
    const id = object({ id: { ...text, readOnly: true } });
    const all = read({ allOf: [ref('Named'), ref('Id')] }, { Named: { required: ['id', 'name'] }, Id: id });
    expect(all.judge({})).toEqual(['/name is required']);
    const any = read({ required: ['id'], oneOf: [ref('Id')] }, { Id: id });
    expect(any.judge({})).toEqual([]);
    expect(any.judge({}, 'response')).toEqual(['/id is required']);
  });

  it('come from the branch that the discriminator names', () => {
    const { judge, fill } = read(
      {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'kind', mapping: { meow: '#/components/schemas/Cat' } },
      },
      { Cat: object({ lives: { type: 'integer' } }, { required: ['lives'] }), Dog: object({ kind: text }) },
    );
    expect(judge({ kind: 'meow' })).toEqual(['/lives is required']);
    expect(judge({ kind: 'Dog' })).toEqual([]);
    expect(judge({ kind: 'cow' })).toEqual(['/kind must be one of "Cat", "Dog", "meow"']);
    expect(judge(fill({ kind: 'meow' }), 'response')).toEqual([]);
  });

  it('name a value that fits several of oneOf in an answer, and not in a request', () => {
    const { judge } = read({ oneOf: [object({ a: text }), object({ b: text }, { required: ['b'] })] });
    expect(judge({ b: 'x' })).toEqual([]);
    expect(judge({ b: 'x' }, 'response')[0]).toContain(
      'fits 2 of the schemas of /components/schemas/It/oneOf',
    );
  });

  it('know unevaluated members of 3.1, and what stands beside a reference', () => {
    const { judge } = read(
      { ...ref('Lamp'), properties: { watts: { type: ['integer', 'null'] } }, unevaluatedProperties: false },
      { Lamp: lamp },
      '3.1.0',
    );
    expect(judge({ name: 'x', watts: null })).toEqual([]);
    expect(judge({ name: 'x', watts: 'y', size: 1 })).toEqual([
      '/size is not allowed',
      '/watts must be an integer or null',
    ]);
  });
});

describe('schemas with faults', () => {
  it.each<readonly [string, JsonObject, string]>([
    ['a dangling reference', ref('Nowhere'), 'The reference #/components/schemas/Nowhere leads nowhere'],
    ['a remote reference', { $ref: 'https://example.com/a.json' }, 'leads out of the document'],
    ['a reference to itself', ref('A'), 'leads back to itself'],
    ['a circle of alternatives', { anyOf: [ref('A')] }, 'refers to itself in a circle'],
    ['a limit that is no number', { minimum: 'x' }, 'The keyword minimum has no value that it may have'],
    ['a type that does not exist', { type: 'file' }, 'The keyword type has no value that it may have'],
    ['a pattern with look-behind', { pattern: '(?<=a)b' }, "can't be matched in linear time"],
    ['a pattern that is none', { pattern: '(' }, "can't be matched in linear time"],
    ['a schema that is a list', { items: [] as JsonValue }, 'A schema must be an object'],
    [
      'members of the wrong kinds',
      { properties: [], required: 1, allOf: {}, enum: {}, items: 1 },
      'The keyword enum',
    ],
  ])('are named, and the rest counts: %s', (_, fault, problem) => {
    const { schemas, schema, judge, fill } = read(object({ a: ref('A'), b: text }), { A: fault });
    expect(judge({ a: 1, b: 1 })).toEqual(['/b must be a string']);
    expect(judge(fill({ a: 1 }), 'response')).toEqual([]);
    expect(() => schemas.members(schema)).not.toThrow();
    expect(schemas.problems.map((each) => each.problem).join()).toContain(problem);
  });

  it('that contradict each other count as the last of them', () => {
    const { schemas, judge, fill } = read(
      {
        allOf: [ref('Success'), ref('Failure')],
      },
      {
        Success: object({ success: { type: 'boolean', enum: [true] } }, { required: ['success'] }),
        Failure: object({ success: { type: 'boolean', enum: [false] } }, { required: ['success'] }),
      },
    );
    expect(fill()).toEqual({ success: false });
    expect(judge({ success: true })).toEqual(['/success must be false']);
    expect(schemas.problems).toMatchObject([{ pointer: '/components/schemas/Failure/properties/success' }]);
  });

  it.each(['uri-template', 'email', 'hostname', 'date-time'])(
    'judge a long text of format %s at once',
    (format) => {
      const { judge } = read({ type: 'string', format });
      expect(judge(`http://${'a'.repeat(2_000_000)} `)).toEqual([`must have the format ${format}`]);
    },
  );

  it('that match slowly elsewhere are judged at once', () => {
    const { judge } = read({ type: 'string', pattern: '^(a+)+$' });
    expect(judge(`${'a'.repeat(50_000)}!`)).toHaveLength(1);
  });

  it.each<readonly [string, (next: JsonObject) => JsonObject]>([
    ['references', (next) => next],
    ['allOf', (next) => ({ allOf: [next] })],
    ['anyOf', (next) => ({ anyOf: [next, text] })],
    ['members', (next) => object({ a: next }, { required: ['a'] })],
  ])('that lead on and on are left at some depth: %s', (_, link) => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (__, index) => [`S${index}`, link(ref(`S${index + 1}`))]),
    );
    const { schemas, schema, judge, fill } = read(ref('S0'), chain);
    judge(1);
    fill({ a: { a: 1 } });
    fill();
    schemas.members(schema);
    expect(schemas.problems.length).toBeGreaterThan(0);
  });

  it.each<readonly [string, JsonObject]>([
    ['a member', object({ a: ref('It'), b: ref('It') }, { required: ['a', 'b'] })],
    [
      'an item',
      object({ a: { type: 'array', items: ref('It'), minItems: 1 }, b: ref('It') }, { required: ['a', 'b'] }),
    ],
    ['an allOf', { allOf: [text, ref('A')].slice(1), required: ['c'] }],
    [
      'both branches',
      {
        oneOf: [
          object({ a: ref('It') }, { required: ['a'] }),
          { type: 'array', items: ref('It'), minItems: 2 },
        ],
      },
    ],
    [
      'ten members',
      object(Object.fromEntries([...'abcdefghij'].map((name) => [name, ref('It')])), {
        required: [...'abcdefghij'],
      }),
    ],
  ])('that no finite value fits end soon, through %s', (_, node) => {
    const { schemas, fill } = read(node, { A: object({ c: ref('It') }) });
    expect(JSON.stringify(fill()).length).toBeLessThan(2_000);
    expect(schemas.problems.at(-1)?.problem).toContain('No value was found');
  });

  it('that hold themselves have values where a branch has an end', () => {
    const { judge, fill } = read({
      oneOf: [object({ and: { type: 'array', items: ref('It'), minItems: 2 } }, { required: ['and'] }), text],
    });
    expect(judge(fill(), 'response')).toEqual([]);
  });

  it.each<readonly [string, number, number, boolean]>([
    ['allOf', 11, 6, false],
    ['allOf', 20, 2, false],
    ['anyOf', 11, 6, true],
    ['oneOf', 4, 8, true],
    ['oneOf', 7, 8, true],
    ['oneOf', 20, 2, true],
  ])(
    'that lead to too many others end with their name: %s, %i levels of %i',
    (keyword, levels, width, isFilled) => {
      const level = (index: number) => ({ [keyword]: Array.from({ length: width }, () => ref(`S${index}`)) });
      const others = Object.fromEntries(
        Array.from({ length: levels }, (_, index) => [`S${index + 1}`, level(index)]),
      );
      const leaf = object({ a: text, size: { type: 'integer' } }, { required: ['a'] });
      const { schemas, schema, judge, fill } = read(ref(`S${levels}`), { ...others, S0: leaf });
      const known = schemas.findContradiction(schema, 'request');
      expect(known).toEqual(
        keyword === 'allOf'
          ? expect.stringMatching(/^The schema \S+\/It takes more than 100000 looks/)
          : undefined,
      );
      const refusal = /^shop\.json: The schema \/components\/schemas\/It takes more than 100000 looks/;
      const ended = (work: () => unknown) => {
        try {
          return work();
        } catch (cause) {
          expect((cause as Error).message).toMatch(refusal);
          return 'refused';
        }
      };
      for (const _ of [1, 2, 3]) {
        const filled = ended(() => fill({ a: 'x' }));
        expect(filled).toEqual(isFilled ? { a: 'x' } : 'refused');
        expect(ended(() => judge({ a: 1 }))).toEqual(
          width ** levels > 100_000 ? 'refused' : ['/a must be a string'],
        );
        ended(() => schemas.members(schema));
      }
    },
  );

  it('that lead to too many others of their own end with their name, at first and later', () => {
    const level = (left: number): JsonObject =>
      left === 0
        ? { type: 'integer' }
        : { anyOf: Array.from({ length: 8 }, () => object({ k: level(left - 1) }, { required: ['k'] })) };
    const { judge } = read(level(4));
    const value = { k: { k: { k: { k: 'none' } } } };
    for (const _ of [1, 2, 3]) expect(() => judge(value)).toThrow('/components/schemas/It takes more than');
    expect(judge({ k: { k: { k: { k: 1 } } } })).toEqual([]);
  });

  it('that ask for too much end', () => {
    const { schemas, fill } = read({
      type: 'array',
      minItems: 1e9,
      items: { type: 'string', minLength: 1e9 },
    });
    fill();
    expect(schemas.problems[0]?.problem).toContain('No value was found');
  });

  it('that are nested deep are read', () => {
    let node: JsonObject = text;
    for (let depth = 0; depth < 400; depth++) node = object({ a: node }, { required: ['a'] });
    const { judge } = read(node);
    expect(judge({ a: { a: {} } })).toEqual(['/a/a/a is required']);
  });
});

describe('a contradiction', () => {
  const closed = { additionalProperties: false };
  const never = whole({ a: { type: 'string', minLength: 2, maxLength: 1 } });
  it.each<readonly [JsonObject, string]>([
    [{ type: 'string', minLength: 5, maxLength: 2 }, 'minLength is 5 and maxLength is 2'],
    [{ type: 'array', minItems: 3, maxItems: 2 }, 'minItems is 3 and maxItems is 2'],
    [{ type: 'object', minProperties: 9, maxProperties: 3 }, 'minProperties is 9 and maxProperties is 3'],
    [{ type: 'integer', minimum: 5, maximum: 4 }, 'minimum is 5 and maximum is 4'],
    [{ allOf: [{ type: 'number', minimum: 5 }, { maximum: 4 }] }, 'minimum is 5 and maximum is 4'],
    [{ type: 'number', minimum: 4, maximum: 4, exclusiveMaximum: true }, 'no number from 4 to 4 fits'],
    [{ type: 'integer', minimum: 1.2, maximum: 1.8 }, 'no integer from 1.2 to 1.8 fits'],
    [{ type: 'integer', multipleOf: 7, minimum: 1, maximum: 6 }, 'no integer from 1 to 6 fits'],
    [{ type: 'integer', enum: [10, 20], maximum: 9 }, 'none that enum or const lists fits the rest of it'],
    [{ type: 'string', enum: [true, false] }, 'none that enum or const lists fits the rest of it'],
    [{ allOf: [{ enum: ['a'] }, { const: 'b' }] }, 'none that enum or const lists fits the rest of it'],
    [object({ a: text }, { required: ['b'], ...closed }), '"b" is required and not allowed'],
    [whole({ a: false }), 'properties/a has no value: it is false'],
    [
      object({ a: text, b: text }, { required: ['a', 'b'], maxProperties: 1 }),
      'maxProperties is 1 and it requires 2',
    ],
    [object({ a: text }, { minProperties: 2, ...closed }), 'minProperties is 2 and it allows 1'],
    [
      { type: 'array', minItems: 3, uniqueItems: true, items: { enum: ['a', 'b'] } },
      'minItems is 3 and its values are 2',
    ],
    [whole({ a: whole({ b: never }) }), '/a/properties/b/properties/a has no value: minLength is 2'],
    [{ type: 'array', minItems: 1, items: never }, '/items/properties/a has no value: minLength'],
    [
      { anyOf: [never, { type: 'string', minLength: 2, maxLength: 1 }] },
      '/anyOf/0/properties/a has no value',
    ],
    [{ allOf: [text, { type: 'integer' }] }, 'the types of its parts have nothing in common'],
    [whole({ a: { allOf: [text, ref('Numbers')] } }), '/a has no value: the types of its parts have'],
    [
      { anyOf: [{ allOf: [text, ref('Numbers')] }, { allOf: [{ type: 'null' }, text] }] },
      'nothing in common',
    ],
    ...[{}, true, { description: 'x' }, { type: ['string', 'null'] }].map((not): [JsonObject, string] => [
      { type: 'string', not },
      'its not refuses all that the rest of it allows',
    ]),
    [{ type: 'string', oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'have nothing in common'],
    [{ not: {} }, 'its not refuses'],
    [{ type: 'integer', not: { type: 'number' } }, 'its not refuses'],
    [{ enum: ['a'], not: text }, 'none that enum or const lists fits'],
    [whole({ a: { allOf: [text, { not: {} }] } }), 'its not refuses'],
    [
      { allOf: ['a', 'b'].map((name) => object({ [name]: text }, { required: [name], ...closed })) },
      '"a" is required and not allowed',
    ],
  ])('is found in %j', (node, reason) => {
    const { schemas, schema } = read(node, { Numbers: { type: ['integer', 'null'] } });
    for (const direction of ['request', 'response'] as const)
      expect(schemas.findContradiction(schema, direction)).toContain(reason);
    // No value was tried.
    expect(schemas.problems.filter(({ problem }) => problem.startsWith('No value'))).toEqual([]);
  });

  it.each<JsonObject>([
    {},
    { minLength: 5, maxLength: 2 },
    { type: ['string', 'null'], minLength: 5, maxLength: 2 },
    object({ a: never }),
    { type: 'array', items: never },
    { anyOf: [never, text] },
    { type: 'number', minimum: 0.3, maximum: 0.3, multipleOf: 0.1 },
    { type: 'integer', minimum: 9007199254740991, maximum: 9007199254740991 },
    { type: 'integer', minimum: 6, maximum: 8, multipleOf: 7 },
    { allOf: [{ type: 'number' }, { type: ['integer', 'string'] }] },
    { type: 'number', not: { type: 'integer' } },
    { type: 'string', not: { type: 'string', pattern: 'x' } },
    { not: { enum: [1] } },
    object({ a: { not: {} } }),
    { allOf: [object({ a: text }, closed), object({ b: text }, closed)] },
    whole({ a: ref('It') }),
  ])('is not found in %j', (node) => {
    const { schemas, schema } = read(node, {}, '3.1.0');
    for (const direction of ['request', 'response'] as const)
      expect(schemas.findContradiction(schema, direction)).toBeUndefined();
  });

  it('of an object and a value of another type is one for requests only', () => {
    const { schemas, schema } = read({ allOf: [whole({ a: text }), { type: 'string', enum: ['on'] }] });
    expect(schemas.findContradiction(schema, 'request')).toContain('nothing in common');
    expect(schemas.findContradiction(schema, 'response')).toBeUndefined();
  });

  it('of closed parts of an allOf is one for requests only, which say so', () => {
    const { schemas, schema, judge } = read({
      allOf: [object({ a: text }, { required: ['a'], ...closed }), whole({ b: text })],
    });
    const value = { a: 'x', b: 'y' };
    expect(schemas.findContradiction(schema, 'request')).toContain('"b" is required and not allowed');
    expect(schemas.findContradiction(schema, 'response')).toBeUndefined();
    expect(judge(value)).toEqual([
      '/b is not allowed by /components/schemas/It/allOf/0, though /components/schemas/It/allOf/1 names it: no value with it can fit',
    ]);
    expect(judge(value, 'response')).toEqual([]);
    expect(judge({ ...value, c: 'z' }, 'response')).toEqual(['/c is not allowed']);
  });
});

describe('a filled value', () => {
  it('keeps what fits, replaces what does not, and makes what is missing', () => {
    const { fill } = read(
      object(
        {
          name: text,
          size: { type: 'integer', minimum: 5, maximum: 5 },
          on: { type: 'boolean', default: true },
        },
        { required: ['name', 'size', 'on'] },
      ),
    );
    expect(fill({ name: 'x', size: 'big', extra: 1 })).toEqual({ name: 'x', size: 5, on: true, extra: 1 });
  });

  it('takes hints before defaults and examples, where they fit', () => {
    const { fill } = read(object({ id: { ...text, maxLength: 3, example: 'ex' } }, { required: ['id'] }));
    expect(fill({}, { hints: () => 'abc' })).toEqual({ id: 'abc' });
    expect(fill({}, { hints: () => 'abcd' })).toEqual({ id: 'ex' });
    expect(fill({})).toEqual({ id: 'ex' });
  });

  it('has no write-only members, and missing read-only ones only if it is asked for them', () => {
    const { fill } = read(
      object({ id: { ...text, readOnly: true, example: 'i' }, key: { ...text, writeOnly: true } }),
    );
    expect(fill({ key: 'x' })).toEqual({});
    expect(fill({ key: 'x' }, { readOnly: true })).toEqual({ id: 'i' });
  });

  it('can be a long list with much that is missing', () => {
    const item = object({ a: text, b: text, c: text }, { required: ['a', 'b', 'c'] });
    const { fill, judge } = read({ type: 'array', items: item });
    const filled = fill(Array.from({ length: 3_000 }, () => ({ a: 'x' })));
    expect(filled).toHaveLength(3_000);
    expect(judge(filled, 'response')).toEqual([]);
  });

  it('takes the branch that most of it fits', () => {
    const branch = (kind: string, more: string) =>
      object({ kind: { enum: [kind] }, [more]: text }, { required: ['kind', more] });
    const { fill } = read({ oneOf: [branch('a', 'x'), branch('b', 'y')] });
    expect(fill({ kind: 'b' })).toMatchObject({ kind: 'b', y: expect.any(String) });
  });

  it('fits one branch only, even if the smallest value fits several', () => {
    const { fill, judge } = read({
      oneOf: [object({ a: text }), object({ a: { type: 'integer' }, b: text })],
    });
    expect(judge(fill({ c: 1 }), 'response')).toEqual([]);
  });

  it('is small, the same for the same seed, and other for another', () => {
    const { schemas, schema } = read(
      { type: 'array', items: ref('Tree') },
      {
        Tree: object(
          { name: text, id: { ...text, format: 'uuid' }, children: { type: 'array', items: ref('Tree') } },
          { required: ['id'] },
        ),
      },
    );
    const sample = (seed: string) => JSON.stringify(schemas.sample(schema, 'response', seed));
    expect(sample('a')).toBe(sample('a'));
    expect(sample('a')).not.toBe(sample('b'));
    expect(sample('a').length).toBeLessThan(10_000);
  });

  it.each([
    '^[0-9a-f]{32}$',
    '^([a-zA-Z0-9][\\-a-zA-Z0-9]*\\.)+[\\-a-zA-Z0-9]{2,20}$',
    '^(?=.*\\d)[a-z0-9]{8,}$',
    'queued|build',
  ])('matches the pattern %s', (pattern) => {
    const { fill, judge } = read({ type: 'string', pattern, maxLength: 60 });
    expect(judge(fill(), 'response')).toEqual([]);
  });

  it('has names of prototypes as members of its own', () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"toString":{"type":"integer"}}',
    ) as JsonObject;
    const { fill } = read(object(properties, { required: ['__proto__', 'toString'] }));
    expect(Object.keys(fill({}) as object)).toEqual(['__proto__', 'toString']);
  });
});

describe('members of a schema', () => {
  it('come from references, allOf and alternatives', () => {
    const { schemas, schema } = read(
      {
        allOf: [ref('Lamp'), object({ name: { maxLength: 9 } })],
        oneOf: [object({ watts: text }, { required: ['watts'] }), ref('Lamp')],
      },
      { Lamp: lamp },
    );
    const members = [...schemas.members(schema)].map(([name, { readOnly, required }]) => [
      name,
      readOnly,
      required,
    ]);
    expect(members).toEqual([
      ['id', true, true],
      ['name', false, true],
      ['watts', false, false],
    ]);
  });
});
