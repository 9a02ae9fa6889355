import { objectLimits } from '../../spec/engine-limits.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { differ, equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getText, placeAt } from './place.ts';

/** Keys as they appear in a path. */
const keys: readonly (readonly [key: string, proves: KnownRequirementId])[] = [
  ['a%20b', 'OBJ-KEY-2'],
  ['%E2%9C%93', 'OBJ-KEY-2'],
  ['a%2Fb', 'OBJ-KEY-2'],
  ['%zz', 'OBJ-KEY-2'],
  ['%25', 'OBJ-KEY-2'],
  ['a%00b', 'OBJ-KEY-2'],
  ['a//b', 'OBJ-KEY-3'],
  ['a/b/', 'OBJ-KEY-3'],
  ['..%2f..%2fetc%2fpasswd', 'OBJ-KEY-2'],
  ['a+b&c=d;e:f@g!h$i', 'OBJ-KEY-1'],
  ['con', 'OBJ-KEY-1'],
  ['__proto__', 'OBJ-KEY-1'],
];

/** Pairs of distinct keys. */
const different: readonly (readonly [one: string, other: string, proves: KnownRequirementId])[] = [
  ['a/b', 'a%2Fb', 'OBJ-KEY-2'],
  ['%41', 'A', 'OBJ-KEY-2'],
  ['a%2Fb', 'a%2fb', 'OBJ-KEY-2'],
  ['a//b', 'a/b', 'OBJ-KEY-3'],
  ['a/', 'a', 'OBJ-KEY-3'],
  ['a', 'A', 'OBJ-KEY-1'],
];

/** Keys of any form, on a server without authorization. */
export const keysSuite = defineSuite({ name: 'object-storage/keys', features: ['object-storage-open'] }, [
  ...keys.map(([key, proves]) => ({
    title: `accepts ${key} as a key`,
    requirements: [proves],
    features: ['object-storage-open'],
    run: async (t: TestContext) => {
      const place = await placeAt(t, `touchstone-${t.run}/${key}`);
      equal(getText(await place.put(key)), `Put ${place.key} successfully!`, 'the answer of a PUT');
      equal(getText(await place.read()), key, 'the object');
    },
  })),
  ...different.map(([one, other, proves]) => ({
    title: `treats ${one} and ${other} as two keys`,
    requirements: [proves],
    features: ['object-storage-open'],
    run: async (t: TestContext) => {
      const left = await placeAt(t, `touchstone-${t.run}/${one}`);
      const right = await placeAt(t, `touchstone-${t.run}/${other}`);
      await left.put(one);
      equal((await right.send()).status, 404, `the status of a GET of ${other}`);
      await right.put(other);
      equal([getText(await left.read()), getText(await right.read())], [one, other], 'both objects');
    },
  })),
  test('OBJ-KEY-4', 'leaves the query out of the key', async (t) => {
    const name = `touchstone-${t.run}/query`;
    const place = await placeAt(t, name);
    const queried = await placeAt(t, `${name}?a=b`);
    equal(getText(await queried.put('abc')), `Put ${name} successfully!`, 'the answer of a PUT');
    equal(getText(await place.read()), 'abc', 'the object');
  }),
  test('OBJ-KEY-5', 'resolves dot segments before it forms the key', async (t) => {
    const name = `touchstone-${t.run}/dots`;
    const place = await placeAt(t, name);
    for (const path of [`x/../${name}`, `./${name}`, `x/%2e%2e/${name}`, `../../${name}`]) {
      const dotted = await placeAt(t, path);
      equal(getText(await dotted.put(path)), `Put ${name} successfully!`, `the answer of a PUT of ${path}`);
      equal(getText(await place.read()), path, 'the object');
    }
  }),
  test('OBJ-KEY-6', 'accepts the empty key', async (t) => {
    const place = await placeAt(t, '');
    equal(getText(await place.put('abc')), 'Put  successfully!', 'the answer of a PUT');
    equal(getText(await place.read()), 'abc', 'the object');
  }),
  {
    title: `accepts keys of ${objectLimits.keyBytes} bytes, and refuses longer ones`,
    requirements: ['OBJ-KEY-7', 'OBJ-KEY-8'],

    run: async (t) => {
      const prefix = `touchstone-${t.run}/`;
      const longest = `${prefix}${'k'.repeat(objectLimits.keyBytes - prefix.length)}`;
      const place = await placeAt(t, longest);
      await place.put('abc');
      equal(getText(await place.read()), 'abc', 'the object of the longest key');
      await t.check('OBJ-KEY-8', async () => {
        const { openUrl } = t.objects;
        const body = new TextEncoder().encode('abc');
        const reply = await t.application({ method: 'PUT', url: `${openUrl}/${longest}k`, body });
        differ(reply.status, 200, 'the status of a PUT of a longer key');
        equal(reply.status, 500, 'the status of a PUT of a longer key');
      });
    },
  },
]);
