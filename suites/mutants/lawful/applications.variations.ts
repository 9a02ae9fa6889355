import { heads, texts } from './answers.ts';
import { defineVariations } from './variation.ts';

const objects = ['object-storage'];
const status = 'No status of a success is shown.';
const header = 'Headers that no seed names are allowed.';
const failure = 'Errors of the code-interpreter example are not shown.';
const isText = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/plain') === true;

/** The object-storage example. */
export const objectStorageVariations = defineVariations([
  {
    id: 'stores-objects-with-201',
    because: status,
    suites: objects,
    ...heads('objects', (answer, _, { method }) =>
      answer.status === 200 && method === 'PUT' ? 201 : undefined,
    ),
  },
  {
    id: 'deletes-objects-with-202',
    because: status,
    suites: objects,
    ...heads('objects', (answer, _, { method }) =>
      answer.status === 200 && method === 'DELETE' ? 202 : undefined,
    ),
  },
  {
    id: 'sends-parts-with-206',
    because: 'rendering-repositories-examples.md: headers drive byte ranges; RFC 9110 has 206 for them.',
    suites: [...objects, 'bindings/buckets'],
    file: 'mock/apps/object-storage/worker.ts',
    replace: '? new Response(object.body, { headers })',
    by: "? new Response(object.body, { headers, status: wish.has('range') && object.range ? 206 : 200 })",
  },
  {
    id: 'names-no-charset-of-texts',
    because: 'No media type of a text is shown.',
    suites: objects,
    ...heads('objects', (answer, headers) => {
      if (isText(answer)) headers.set('content-type', 'text/plain');
      return undefined;
    }),
  },
  {
    id: 'sends-texts-as-pages',
    because: 'No media type of a text is shown.',
    suites: objects,
    ...heads('objects', (answer, headers, { method }) => {
      if (isText(answer) && (method !== 'GET' || answer.status >= 400))
        headers.set('content-type', 'text/html');
      return undefined;
    }),
  },
  {
    id: 'adds-headers-to-objects',
    because: header,
    suites: objects,
    ...heads('objects', (_, headers) => {
      headers.set('accept-ranges', 'bytes');
      headers.set('last-modified', new Date(0).toUTCString());
      headers.set('x-content-type-options', 'nosniff');
      return undefined;
    }),
  },
  {
    id: 'sends-weak-etags',
    because: 'rendering-repositories-examples.md: an object has an `etag`, of no kind that is shown.',
    suites: objects,
    ...heads('objects', (_, headers) => {
      const etag = headers.get('etag');
      if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`);
      return undefined;
    }),
  },
  {
    id: 'says-nothing-of-objects-that-are-not-sent',
    because: 'rendering-repositories-examples.md: 412 with no body; its headers are not shown.',
    suites: objects,
    ...heads('objects', (answer, headers) => {
      if (answer.status === 412) for (const name of [...headers.keys()]) headers.delete(name);
      return undefined;
    }),
  },
]);

/** The code-interpreter example. */
export const codeInterpreterVariations = defineVariations([
  {
    id: 'answers-prompts-with-201',
    because: status,
    suites: ['code-interpreter/requests'],
    ...heads('interpreter', (answer) => (answer.status === 200 ? 201 : undefined)),
  },
  {
    id: 'answers-prompts-in-markdown',
    because: 'rendering-repositories-examples.md: the response is text, of no type that is shown.',
    suites: ['code-interpreter/requests'],
    ...heads('interpreter', (answer, headers) => {
      if (isText(answer)) headers.set('content-type', 'text/markdown; charset=utf-8');
      return undefined;
    }),
  },
  {
    id: 'has-a-model-that-writes-no-programs',
    because:
      'rendering-repositories-examples.md: a model runs Python; what it knows of numbers is not shown.',
    suites: ['code-interpreter'],
    foreign: true,
    file: 'mock/engines/models/scripted/python.ts',
    replace: ' ?? fibonacci(prompt) ?? calculation(prompt);',
    by: ';',
  },
  {
    id: 'refuses-prompts-with-422',
    because: failure,
    suites: ['code-interpreter/requests'],
    ...heads('interpreter', (answer) => ([400, 500].includes(answer.status) ? 422 : undefined)),
  },
  {
    id: 'refuses-prompts-in-other-words',
    because: failure,
    suites: ['code-interpreter/requests'],
    ...texts(
      'interpreter',
      ({ status }) => status >= 400,
      () => 'No.',
    ),
  },
]);
