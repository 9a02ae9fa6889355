import { createHash } from 'node:crypto';
import { array, differ, equal, isObject, json, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { models } from '../inference/asking.ts';
import { bytes, getBindings, getError, getObject, getResult, getText } from './calling.ts';

const binding = 'BUCKET';

/** A prefix for the keys of one test. The test's end deletes those keys. */
function place(t: TestContext): string {
  const prefix = `touchstone-${t.run}/${crypto.randomUUID()}/`;
  t.after(async () => {
    const { objects } = await getObject(t, binding, ['list', { prefix }]);
    const keys = array(objects, 'objects').map((one) => object(one, 'an object')['key']);
    if (keys.length > 0) await getResult(t, binding, ['delete', keys]);
  });
  return prefix;
}

const md5 = (given: string | Buffer) => createHash('md5').update(given);
const put = (t: TestContext, key: string, value: string, options = {}) =>
  getResult(t, binding, ['put', key, value, options]);
const get = (t: TestContext, key: string, options = {}) => getObject(t, binding, ['get', key, options]);

/** The named members of an object. */
const pick = (from: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

const getKeys = (list: Readonly<Record<string, unknown>>) =>
  array(list['objects'], 'objects').map((one) => object(one, 'an object')['key']);

/** What Worker code can do with an R2 bucket binding. */
export const bucketBindingSuite = defineSuite('bindings/buckets', [
  {
    title: 'binds the bucket under its configured name, and stores an object',
    requirements: ['OBJ-BIND-1', 'OBJ-BIND-2', 'OBJ-BIND-3'],
    run: async (t) => {
      ok(array(await getBindings(t), 'the bindings').includes(binding), `there is no binding ${binding}`);
      const key = `${place(t)}a`;
      const stored = object(await put(t, key, 'abc'), 'the result of a put');
      const found = await get(t, key);
      equal(getText(found['body']), 'abc', 'the bytes');
      await t.check('OBJ-BIND-2', () => {
        const etag = md5('abc').digest('hex');
        equal(
          pick(stored, 'key', 'size', 'etag', 'httpEtag'),
          { key, size: 3, etag, httpEtag: `"${etag}"` },
          'the members of a put',
        );
        match(stored['version'], /./, 'version');
        ok(isObject(stored['uploaded']), 'uploaded is not a date');
      });
      await t.check('OBJ-BIND-3', async () => {
        const names = ['key', 'size', 'etag', 'httpEtag', 'version', 'uploaded', 'checksums'];
        const head = await getObject(t, binding, ['head', key]);
        ok(!('body' in head), 'a head has a body');
        equal(pick(head, ...names), pick(stored, ...names), 'the members of a head');
        equal(pick(found, ...names), pick(stored, ...names), 'the members of a get');
        for (const call of ['head', 'get'])
          equal(await getResult(t, binding, [call, `${key}b`]), null, `the ${call} of a missing key`);
      });
    },
  },
  test('OBJ-BIND-2', 'stores text, bytes and null', async (t) => {
    const prefix = place(t);
    const rows = [
      ['Grüße', 'Grüße'],
      [bytes('ab\0c'), 'ab\0c'],
      [null, ''],
      ['', ''],
    ] as const;
    for (const [at, [value, text]] of rows.entries()) {
      await getResult(t, binding, ['put', `${prefix}${at}`, value]);
      equal(getText((await get(t, `${prefix}${at}`))['body']), text, `the bytes of ${JSON.stringify(value)}`);
    }
  }),
  test('OBJ-BIND-4', 'applies onlyIf to reads and writes', async (t) => {
    const key = `${place(t)}a`;
    const { etag } = object(await put(t, key, 'old'), 'the result of a put');
    const past = { $date: '2000-01-01T00:00:00.000Z' };
    const future = { $date: '2100-01-01T00:00:00.000Z' };
    const rows = [
      [{ etagMatches: etag }, true],
      [{ etagMatches: 'nope' }, false],
      [{ etagDoesNotMatch: 'nope' }, true],
      [{ etagDoesNotMatch: etag }, false],
      [{ uploadedAfter: past }, true],
      [{ uploadedAfter: future }, false],
      [{ uploadedBefore: future }, true],
      [{ uploadedBefore: past }, false],
      [{ $headers: { 'if-match': `"${etag}"` } }, true],
      [{ $headers: { 'if-none-match': '*' } }, false],
    ] as const;
    for (const [onlyIf, holds] of rows) {
      const found = await get(t, key, { onlyIf });
      equal('body' in found, holds, `whether there is a body with ${JSON.stringify(onlyIf)}`);
      equal(found['etag'], etag, 'the etag');
    }
    for (const [onlyIf, holds] of rows.filter(([, holds]) => !holds)) {
      equal(await put(t, key, 'new', { onlyIf }), null, `the put with ${JSON.stringify(onlyIf)}`);
      equal(getText((await get(t, key))['body']), holds ? 'new' : 'old', 'the object afterwards');
    }
    ok(isObject(await put(t, key, 'new', { onlyIf: { etagMatches: etag } })), 'a put stores nothing');
    equal(getText((await get(t, key))['body']), 'new', 'the object afterwards');
  }),
  test(['OBJ-BIND-5', 'OBJ-BIND-6'], 'reads ranges, and refuses a range without bytes', async (t) => {
    const key = `${place(t)}a`;
    await put(t, key, '0123456789');
    const rows = [
      [{ offset: 2, length: 3 }, '234', { offset: 2, length: 3 }],
      [{ offset: 7 }, '789', { offset: 7, length: 3 }],
      [{ length: 2 }, '01', { offset: 0, length: 2 }],
      [{ suffix: 4 }, '6789', { offset: 6, length: 4 }],
      [{ offset: 8, length: 90 }, '89', { offset: 8, length: 2 }],
      [{ $headers: { range: 'bytes=1-2' } }, '12', { offset: 1, length: 2 }],
    ] as const;
    for (const [range, text, selected] of rows) {
      const found = await get(t, key, { range });
      equal(getText(found['body']), text, `the bytes of ${JSON.stringify(range)}`);
      equal(found['range'], selected, 'the range in the object');
      equal(found['size'], 10, 'the size of the object');
    }
    await t.check('OBJ-BIND-6', async () => {
      for (const range of [{ offset: 11 }, { length: 0 }, { suffix: 0 }])
        match((await getError(t, binding, ['get', key, { range }])).message, /\(10039\)/, 'the error');
    });
  }),
  test('OBJ-BIND-7', 'stores metadata with the object', async (t) => {
    const key = `${place(t)}a`;
    const httpMetadata = {
      contentType: 'text/x',
      contentLanguage: 'de',
      cacheControl: 'no-store',
      cacheExpiry: { $date: '2030-01-01T00:00:00.000Z' },
    };
    const customMetadata = { colour: 'grün', empty: '' };
    await put(t, key, 'abc', { httpMetadata, customMetadata });
    for (const call of ['head', 'get']) {
      const found = await getObject(t, binding, [call, key]);
      equal(found['httpMetadata'], httpMetadata, `the HTTP metadata of a ${call}`);
      equal(found['customMetadata'], customMetadata, `the custom metadata of a ${call}`);
    }
    for (const include of [['httpMetadata'], ['customMetadata'], ['httpMetadata', 'customMetadata']]) {
      const list = await getObject(t, binding, ['list', { prefix: key, include }]);
      const [found] = array(list['objects'], 'objects').map((one) => object(one, 'an object'));
      const expected = pick({ httpMetadata, customMetadata }, ...include);
      equal(pick(found ?? {}, ...include), expected, `the list with ${include.join(' and ')}`);
    }
    await put(t, key, 'abc', {
      httpMetadata: { $headers: { 'content-type': 'text/y', 'x-other': 'a' } },
    });
    const found = await getObject(t, binding, ['head', key]);
    equal(found['httpMetadata'], { contentType: 'text/y' }, 'the HTTP metadata taken from headers');
    equal(found['customMetadata'] ?? {}, {}, 'the custom metadata afterwards');
  }),
  test('OBJ-BIND-8', 'deletes one key or several, missing ones too', async (t) => {
    const prefix = place(t);
    const keys = ['a', 'b', 'c'].map((name) => `${prefix}${name}`);
    for (const key of keys) await put(t, key, key);
    await getResult(t, binding, ['delete', keys[0]]);
    await getResult(t, binding, ['delete', keys[0]]);
    equal(getKeys(await getObject(t, binding, ['list', { prefix }])), keys.slice(1), 'the keys after one');
    await getResult(t, binding, ['delete', keys]);
    equal(getKeys(await getObject(t, binding, ['list', { prefix }])), [], 'the keys after deleting the rest');
  }),
  test('OBJ-BIND-9', 'lists keys in order, a page at a time', async (t) => {
    const prefix = place(t);
    const keys = ['a', 'B', 'b', 'a/c', 'ü', 'a0'].map((name) => `${prefix}${name}`);
    for (const key of keys) await put(t, key, '');
    const order = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const whole = await getObject(t, binding, ['list', { prefix }]);
    equal([getKeys(whole), whole['truncated']], [order, false], 'keys, and whether they are truncated');
    const seen: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < 6; page++) {
      const list = await getObject(t, binding, ['list', { prefix, limit: 2, ...(cursor ? { cursor } : {}) }]);
      seen.push(...getKeys(list));
      equal(list['truncated'], seen.length < order.length, 'whether the list is truncated');
      equal('cursor' in list, list['truncated'], 'whether there is a cursor');
      cursor = list['cursor'];
      if (!cursor) break;
    }
    equal(seen, order, 'the keys of all pages');
    const startAfter = order[2] ?? '';
    equal(
      getKeys(await getObject(t, binding, ['list', { prefix, startAfter }])),
      order.slice(3),
      'the keys after one',
    );
  }),
  test('OBJ-BIND-10', 'groups keys by a delimiter', async (t) => {
    const prefix = place(t);
    for (const name of ['a', 'x/1', 'x/2', 'y/z/3', 'z']) await put(t, `${prefix}${name}`, '');
    const list = await getObject(t, binding, ['list', { prefix, delimiter: '/' }]);
    equal(getKeys(list), [`${prefix}a`, `${prefix}z`], 'the keys');
    const groups = array(list['delimitedPrefixes'], 'delimitedPrefixes').map(String);
    // The documentation shows them without the delimiter.
    equal(
      groups.map((group) => group.replace(/\/$/, '')),
      [`${prefix}x`, `${prefix}y`],
      'delimitedPrefixes',
    );
  }),
  test(['OBJ-BIND-11', 'OBJ-BIND-14'], 'checks the bytes of a put against its checksum', async (t) => {
    const key = `${place(t)}a`;
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha384', 'sha512']) {
      const right = createHash(algorithm).update('abc').digest('hex');
      const wrong = createHash(algorithm).update('abd').digest('hex');
      const stored = object(await put(t, key, 'abc', { [algorithm]: right }), 'the result of a put');
      equal(object(stored['checksums'], 'checksums')[algorithm], right, `the checksum ${algorithm}`);
      const error = await getError(t, binding, ['put', key, 'abc', { [algorithm]: wrong }]);
      match(error.message, /\(10037\)/, `the error with another ${algorithm}`);
    }
    equal(getText((await get(t, key))['body']), 'abc', 'the object afterwards');
  }),
  test(['OBJ-BIND-12', 'OBJ-BIND-13'], 'assembles an object from parts', async (t) => {
    const key = `${place(t)}a`;
    const upload = await getObject(t, binding, [
      'createMultipartUpload',
      key,
      { customMetadata: { a: 'b' } },
    ]);
    const resume = ['resumeMultipartUpload', key, upload['uploadId']] as const;
    const text = 'one part is enough, where it is the last';
    const part = await getResult(t, binding, resume, ['uploadPart', 1, text]);
    equal(await getResult(t, binding, ['head', key]), null, 'the object before the upload is complete');
    const done = await getObject(t, binding, resume, ['complete', [part]]);
    equal([done['key'], done['size']], [key, text.length], 'key and size');
    equal(getText((await get(t, key))['body']), text, 'the bytes');
    await t.check('OBJ-BIND-13', () =>
      equal(done['etag'], `${md5(md5(text).digest()).digest('hex')}-1`, 'the etag'),
    );
    const other = await getObject(t, binding, ['createMultipartUpload', `${key}b`]);
    const given = ['resumeMultipartUpload', `${key}b`, other['uploadId']] as const;
    await getResult(t, binding, given, ['uploadPart', 1, text]);
    await getResult(t, binding, given, ['abort']);
    equal(await getResult(t, binding, ['head', `${key}b`]), null, 'the object of an aborted upload');
    match((await getError(t, binding, given, ['uploadPart', 2, text])).message, /\(10024\)/, 'the error');
  }),
  {
    title: 'accepts part numbers from 1 to 10,000',
    requirements: ['OBJ-BIND-12'],
    atMost: 'may',
    run: async (t) => {
      const key = `${place(t)}a`;
      const upload = await getObject(t, binding, ['createMultipartUpload', key]);
      const resume = ['resumeMultipartUpload', key, upload['uploadId']] as const;
      for (const number of [1, 10_000]) await getResult(t, binding, resume, ['uploadPart', number, 'a part']);
      for (const number of [0, 10_001]) await getError(t, binding, resume, ['uploadPart', number, 'a part']);
      await getResult(t, binding, resume, ['abort']);
    },
  },
  test('OBJ-BIND-14', 'throws errors that name the method and the error number', async (t) => {
    const key = 'k'.repeat(1_025);
    for (const call of [['put', key, 'abc'] as const, ['get', key] as const]) {
      const { message } = await getError(t, binding, call);
      match(message, new RegExp(`^${call[0]}: .+ \\(10020\\)$`, 's'), 'the message for too long a key');
    }
    const { message } = await getError(t, binding, ['list', { limit: 0 }]);
    match(message, /^list: .+\(10022\)$/s, 'the message for a list with limit 0');
    differ(message, '', 'the message');
  }),
]);

const bindingOfModels = 'AI';
const messages = [{ role: 'user', content: 'Say hello.' }];

/** What Worker code can do with an AI binding. */
export const modelBindingSuite = defineSuite('bindings/models', [
  {
    title: 'binds the models under the configured name, and runs one without a token',
    requirements: ['INF-BIND-1'],
    run: async (t) => {
      ok(
        array(await getBindings(t), 'the bindings').includes(bindingOfModels),
        `there is no binding ${bindingOfModels}`,
      );
      const output = await getObject(t, bindingOfModels, ['run', models.classic, { messages }]);
      ok(!('success' in output) && !('result' in output), 'the output is wrapped in an envelope');
      match(output['response'], /./, 'response');
    },
  },
  test('INF-BIND-2', 'streams events on request', async (t) => {
    const stream = getText(
      await getResult(t, bindingOfModels, ['run', models.classic, { messages, stream: true }]),
    );
    const events = stream.split('\n').filter((line) => line.startsWith('data: '));
    equal(events.at(-1), 'data: [DONE]', 'the last event');
    const pieces = events.slice(0, -1).map((line) => object(json(line.slice(6), 'an event'), 'an event'));
    match(pieces.map((piece) => piece['response'] ?? '').join(''), /./, 'the text of the pieces');
  }),
  test('INF-BIND-3', "throws the number and the text of a model's refusal", async (t) => {
    for (const [model, input] of [
      ['@cf/nobody/nothing', { messages }],
      [models.classic, { messages: 'not a list' }],
    ] as const)
      match(
        (await getError(t, bindingOfModels, ['run', model, input])).message,
        /^\d{3,5}: \S/,
        'the message',
      );
  }),
]);
