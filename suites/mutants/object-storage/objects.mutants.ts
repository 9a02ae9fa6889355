import { defineMutants } from '../mutant.ts';

const serve = 'mock/apps/object-storage/worker.ts';
const store = 'mock/engines/objects/object-store.ts';
const range = 'mock/engines/objects/byte-range.ts';
const headers = 'mock/bindings/bucket/put-options.ts';

const setEtag = "headers.set('etag', object.httpEtag);";
const answer = '? new Response(object.body, { headers })';
const notAllowed = "'Method Not Allowed', { status: 405, headers: { allow: 'PUT, GET, DELETE' } }";

/** Objects of the example, as they are put, read and deleted. */
export const objectMutants = defineMutants([
  {
    id: 'keeps-the-bytes-of-the-first-put',
    requirement: 'OBJ-PUT-1',
    does: 'It keeps the bytes that were there when a key is put again.',
    file: store,
    replace: 'etag: checksums.md5, uploaded, checksums, segments };',
    by: 'etag: checksums.md5, uploaded, checksums, segments, ...sameBytes(store.objects.get(key)) };',
    and: [
      {
        file: store,
        replace: 'const encoder = new TextEncoder();',
        by: `const encoder = new TextEncoder();
          const sameBytes = (old?: ObjectRecord) =>
            old && { size: old.size, segments: old.segments, etag: old.etag, checksums: old.checksums };`,
      },
    ],
  },
  {
    id: 'reads-the-key-aloud-with-its-slash',
    requirement: 'OBJ-PUT-2',
    does: 'It answers a PUT with the path of the object, not with its key.',
    file: serve,
    replace: 'textOf(`Put ',
    by: 'textOf(`Put /',
  },
  {
    id: 'stores-no-language',
    requirement: 'OBJ-PUT-3',
    does: 'It does not keep the language of what is put.',
    file: headers,
    replace: 'const texts = kept.map(',
    by: "const texts = kept.filter(([name]) => name !== 'contentLanguage').map(",
  },
  {
    id: 'stores-whatever-the-precondition',
    requirement: 'OBJ-PUT-4',
    does: 'It reads the preconditions of a GET alone.',
    file: serve,
    replace: '{ onlyIf: request.headers, httpMetadata: request.headers }',
    by: '{ httpMetadata: request.headers }',
  },
  {
    id: 'tells-of-a-failed-put',
    requirement: 'OBJ-PUT-5',
    does: 'It says of a PUT that stored nothing that it did not.',
    file: serve,
    replace: 'await env.MY_BUCKET.put(key, request.body, {',
    by: 'const put = await env.MY_BUCKET.put(key, request.body, {',
    and: [
      {
        file: serve,
        replace: 'return textOf(`Put ',
        by: "if (put === null) return textOf('Precondition Failed', { status: 412 }); return textOf(`Put ",
      },
    ],
  },
  {
    id: 'loses-the-last-byte',
    requirement: 'OBJ-GET-1',
    does: 'It reads all bytes of an object but the last.',
    file: store,
    replace: 'const extent = asked ?? everything;',
    by: 'const extent = asked ?? { offset: 0, length: Math.max(record.size - 1, 0) };',
  },
  {
    id: 'answers-without-metadata',
    requirement: 'OBJ-GET-2',
    does: 'It answers a GET without the metadata that are stored.',
    file: serve,
    replace: 'object.writeHttpMetadata(headers);',
    by: '',
  },
  {
    id: 'answers-without-etag',
    requirement: 'OBJ-GET-3',
    does: 'It answers the bytes of an object without an etag.',
    file: serve,
    replace: setEtag,
    by: "if (!('body' in object)) headers.set('etag', object.httpEtag);",
  },
  {
    id: 'takes-the-end-of-a-range-for-exclusive',
    requirement: 'OBJ-GET-4',
    does: 'It leaves out the last byte of a range that has an end.',
    file: range,
    replace: 'Math.min(Number(last), size - 1);',
    by: 'Math.max(Math.min(Number(last), size) - 1, offset);',
  },
  {
    id: 'has-empty-objects-for-missing-keys',
    requirement: 'OBJ-GET-5',
    does: 'It answers a GET of a missing key as one of an object without bytes.',
    file: serve,
    replace: "return textOf('Object Not Found', { status: 404 });",
    by: `return textOf('', { headers: { etag: '"d41d8cd98f00b204e9800998ecf8427e"' } });`,
  },
  {
    id: 'names-the-missing-key',
    requirement: 'OBJ-GET-6',
    does: 'It says which key is missing, in words of its own.',
    file: serve,
    replace: "textOf('Object Not Found',",
    by: "textOf('Object Not Found: ' + key,",
  },
  {
    id: 'answers-a-failed-precondition-as-nothing-new',
    requirement: 'OBJ-GET-7',
    does: 'It answers a precondition that fails with 304 and the etag alone.',
    file: serve,
    replace: ': new Response(null, { status: 412, headers });',
    by: ': new Response(null, { status: 304, headers: { etag: object.httpEtag } });',
  },
  {
    id: 'explains-a-failed-precondition',
    requirement: 'OBJ-GET-8',
    does: 'It answers a precondition that fails with a text.',
    file: serve,
    replace: ': new Response(null, { status: 412, headers });',
    by: ": new Response('Precondition Failed', { status: 412, headers });",
  },
  {
    id: 'answers-any-precondition-without-bytes',
    requirement: 'OBJ-GET-9',
    does: 'It answers a GET with a precondition as one that failed, where it is about etags that hold.',
    file: serve,
    replace: "return 'body' in object",
    by: "return 'body' in object && !wish.has('if-none-match') && !wish.has('if-match')",
  },
  {
    id: 'answers-a-failed-precondition-without-metadata',
    requirement: 'OBJ-GET-10',
    does: 'It answers a precondition that fails with the etag and no stored metadata.',
    file: serve,
    replace: 'object.writeHttpMetadata(headers);',
    by: "if ('body' in object) object.writeHttpMetadata(headers);",
  },
  {
    id: 'answers-a-range-with-206',
    requirement: 'OBJ-GET-11',
    does: 'It answers a range as HTTP has it, with status 206 and Content-Range.',
    file: serve,
    replace: answer,
    by: `? wish.has('range')
        ? new Response(object.body, { status: 206, headers: [...headers, ['content-range', 'bytes */*']] })
        : new Response(object.body, { headers })`,
  },
  {
    id: 'says-no-length-of-a-part',
    requirement: 'OBJ-GET-12',
    does: 'It sends the bytes of a range as they come, and says nothing of their number.',
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
  },
  {
    id: 'says-when-objects-were-stored',
    requirement: 'OBJ-GET-13',
    does: 'It answers a GET with Last-Modified.',
    file: serve,
    replace: setEtag,
    by: `${setEtag} headers.set('last-modified', object.uploaded.toUTCString());`,
  },
  {
    id: 'deletes-nothing',
    requirement: 'OBJ-DEL-1',
    does: 'It says that an object is deleted, and keeps it.',
    file: serve,
    replace: 'await env.MY_BUCKET.delete(key);',
    by: '',
  },
  {
    id: 'says-which-key-is-deleted',
    requirement: 'OBJ-DEL-2',
    does: 'It answers a DELETE as it answers a PUT, with the key.',
    file: serve,
    replace: "textOf('Deleted!')",
    by: "textOf('Deleted ' + key)",
  },
  {
    id: 'folds-the-case-of-keys',
    requirement: 'OBJ-KEY-1',
    does: 'It takes keys that differ in case for one.',
    file: serve,
    replace: 'new URL(request.url).pathname.slice(1)',
    by: 'new URL(request.url).pathname.slice(1).toLowerCase()',
  },
  {
    id: 'refuses-the-longest-key',
    requirement: 'OBJ-KEY-7',
    does: 'It refuses a key of as many bytes as a key may have.',
    file: store,
    replace: 'if (bytes > objectLimits.keyBytes)',
    by: 'if (bytes >= objectLimits.keyBytes)',
  },
  {
    id: 'reads-other-methods-as-get',
    requirement: 'OBJ-METHOD-1',
    does: 'It answers methods that it does not know with the object.',
    file: serve,
    replace: `return textOf(${notAllowed});`,
    by: 'return readObject(request, env, key);',
  },
  {
    id: 'names-the-method-that-is-not-allowed',
    requirement: 'OBJ-METHOD-2',
    does: 'It names the method that is not allowed.',
    file: serve,
    replace: "textOf('Method Not Allowed',",
    by: "textOf(request.method + ' Not Allowed',",
  },
  {
    id: 'allows-head',
    requirement: 'OBJ-METHOD-3',
    does: 'It says that HEAD is allowed where it is not.',
    file: serve,
    replace: "allow: 'PUT, GET, DELETE'",
    by: "allow: 'PUT, GET, HEAD, DELETE'",
  },
  {
    id: 'takes-the-first-of-many-ranges',
    requirement: 'OBJ-RANGE-1',
    does: 'It answers several ranges with the first of them.',
    file: range,
    replace: '= single.exec(header) ?? [];',
    by: "= single.exec(header.split(',')[0] ?? '') ?? [];",
  },
  {
    id: 'keeps-no-encoding',
    requirement: 'OBJ-META-1',
    does: 'It does not keep in which encoding the bytes of an object are.',
    file: headers,
    replace: 'const texts = kept.map(',
    by: "const texts = kept.filter(([name]) => name !== 'contentEncoding').map(",
  },
  {
    id: 'tells-a-version-for-an-etag',
    requirement: 'OBJ-META-2',
    does: 'It has the version of an object for its etag, another with each PUT.',
    file: store,
    replace: 'etag: checksums.md5,',
    by: 'etag: version,',
  },
]);
