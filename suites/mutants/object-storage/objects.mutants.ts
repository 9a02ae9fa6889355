import { defineMutants, mutant } from '../mutant.ts';

const serve = 'mock/apps/object-storage/worker.ts';
const store = 'mock/engines/objects/object-store.ts';
const range = 'mock/engines/objects/byte-range.ts';
const headers = 'mock/bindings/bucket/put-options.ts';

const setEtag = "headers.set('etag', object.httpEtag);";
const answer = '? new Response(object.body, { headers })';
const notAllowed = "'Method Not Allowed', { status: 405, headers: { allow: 'PUT, GET, DELETE' } }";

/** Storing, reading and deleting objects of the example. */
export const objectMutants = defineMutants([
  mutant('OBJ-PUT-1', 'keeps-the-first-put', {
    file: store,
    replace: 'await keep(store, record);\n      return record;',
    by: 'if (!store.objects.has(key)) await keep(store, record);\n      return record;',
  }),
  mutant('OBJ-PUT-2', 'reads-the-key-aloud-with-its-slash', {
    file: serve,
    replace: 'getText(`Put ',
    by: 'getText(`Put /',
  }),
  mutant('OBJ-PUT-3', 'stores-no-type', {
    file: headers,
    replace: 'const texts = kept.map(',
    by: "const texts = kept.filter(([name]) => name !== 'contentType').map(",
  }),
  mutant('OBJ-PUT-4', 'stores-whatever-the-precondition', {
    file: serve,
    replace: '{ onlyIf: request.headers, httpMetadata: request.headers }',
    by: '{ httpMetadata: request.headers }',
  }),
  mutant('OBJ-PUT-5', 'tells-of-a-failed-put', {
    file: serve,
    replace: 'await env.MY_BUCKET.put(key, request.body, {',
    by: 'const put = await env.MY_BUCKET.put(key, request.body, {',
    and: [
      {
        file: serve,
        replace: 'return getText(`Put ',
        by: "if (put === null) return getText('Precondition Failed', { status: 412 }); return getText(`Put ",
      },
    ],
  }),
  mutant('OBJ-GET-1', 'loses-the-last-byte', {
    file: store,
    replace: 'const extent = asked ?? everything;',
    by: 'const extent = asked ?? { offset: 0, length: Math.max(record.size - 1, 0) };',
  }),
  mutant('OBJ-GET-2', 'answers-without-metadata', {
    file: serve,
    replace: 'object.writeHttpMetadata(headers);',
    by: '',
  }),
  mutant('OBJ-GET-3', 'answers-without-etag', {
    file: serve,
    replace: setEtag,
    by: "if (!('body' in object)) headers.set('etag', object.httpEtag);",
  }),
  mutant('OBJ-GET-4', 'takes-the-end-of-a-range-for-exclusive', {
    file: range,
    replace: 'Math.min(Number(last), size - 1);',
    by: 'Math.max(Math.min(Number(last), size) - 1, offset);',
  }),
  mutant('OBJ-GET-5', 'has-empty-objects-for-missing-keys', {
    file: serve,
    replace: "return getText('Object Not Found', { status: 404 });",
    by: `return getText('', { headers: { etag: '"d41d8cd98f00b204e9800998ecf8427e"' } });`,
  }),
  mutant('OBJ-GET-6', 'names-the-missing-key', {
    file: serve,
    replace: "getText('Object Not Found',",
    by: "getText('Object Not Found: ' + key,",
  }),
  mutant('OBJ-GET-7', 'answers-a-failed-precondition-as-nothing-new', {
    file: serve,
    replace: ': new Response(null, { status: 412, headers });',
    by: ': new Response(null, { status: 304, headers: { etag: object.httpEtag } });',
  }),
  mutant('OBJ-GET-8', 'explains-a-failed-precondition', {
    file: serve,
    replace: ': new Response(null, { status: 412, headers });',
    by: ": new Response('Precondition Failed', { status: 412, headers });",
  }),
  mutant('OBJ-GET-9', 'answers-any-precondition-without-bytes', {
    file: serve,
    replace: "return 'body' in object",
    by: "return 'body' in object && !wish.has('if-none-match') && !wish.has('if-match')",
  }),
  mutant('OBJ-GET-10', 'answers-a-failed-precondition-without-metadata', {
    file: serve,
    replace: 'object.writeHttpMetadata(headers);',
    by: "if ('body' in object) object.writeHttpMetadata(headers);",
  }),
  mutant('OBJ-GET-11', 'answers-a-range-with-206', {
    file: serve,
    replace: answer,
    by: `? wish.has('range')
        ? new Response(object.body, { status: 206, headers: [...headers, ['content-range', 'bytes */*']] })
        : new Response(object.body, { headers })`,
  }),
  mutant('OBJ-GET-12', 'says-no-length-of-a-part', {
    file: serve,
    replace: answer,
    by: `? new Response(
          wish.has('range')
            ? object.body.pipeThrough(
                new TransformStream({ flush: () => new Promise((done) => setTimeout(done, 5)) }),
              )
            : object.body,
          { headers },
        )`,
  }),
  mutant('OBJ-GET-13', 'says-when-objects-were-stored', {
    file: serve,
    replace: setEtag,
    by: `${setEtag} headers.set('last-modified', object.uploaded.toUTCString());`,
  }),
  mutant('OBJ-DEL-1', 'deletes-nothing', {
    file: serve,
    replace: 'await env.MY_BUCKET.delete(key);',
    by: '',
  }),
  mutant('OBJ-DEL-2', 'says-which-key-is-deleted', {
    file: serve,
    replace: "getText('Deleted!')",
    by: "getText('Deleted ' + key)",
  }),
  mutant('OBJ-KEY-1', 'folds-the-case-of-keys', {
    file: serve,
    replace: 'new URL(request.url).pathname.slice(1)',
    by: 'new URL(request.url).pathname.slice(1).toLowerCase()',
  }),
  mutant('OBJ-KEY-7', 'refuses-the-longest-key', {
    file: store,
    replace: 'if (bytes > objectLimits.keyBytes)',
    by: 'if (bytes >= objectLimits.keyBytes)',
  }),
  mutant('OBJ-METHOD-1', 'reads-other-methods-as-get', {
    file: serve,
    replace: `return getText(${notAllowed});`,
    by: 'return readObject(request, env, key);',
  }),
  mutant('OBJ-METHOD-2', 'names-the-method-that-is-not-allowed', {
    file: serve,
    replace: "getText('Method Not Allowed',",
    by: "getText(request.method + ' Not Allowed',",
  }),
  mutant('OBJ-METHOD-3', 'allows-head', {
    file: serve,
    replace: "allow: 'PUT, GET, DELETE'",
    by: "allow: 'PUT, GET, HEAD, DELETE'",
  }),
  mutant('OBJ-RANGE-1', 'takes-the-first-of-many-ranges', {
    file: range,
    replace: '= single.exec(header) ?? [];',
    by: "= single.exec(header.split(',')[0] ?? '') ?? [];",
  }),
  mutant('OBJ-META-1', 'keeps-no-encoding', {
    file: headers,
    replace: 'const texts = kept.map(',
    by: "const texts = kept.filter(([name]) => name !== 'contentEncoding').map(",
  }),
  mutant('OBJ-META-2', 'tells-a-version-for-an-etag', {
    file: store,
    replace: 'etag: checksums.md5,',
    by: 'etag: version,',
  }),
]);
