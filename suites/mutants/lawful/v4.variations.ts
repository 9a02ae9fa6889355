import {
  answers,
  eachObject,
  heads,
  isObject,
  type JsonObject,
  refuses,
  refusesWith,
  says,
} from './answers.ts';
import { defineVariations } from './variation.ts';

const suites = ['v4', 'token-validation/credentials', 'token-validation/rules'];
const open = 'The seeds show no status and no code of a refusal.';
const more = 'Members that no seed names are allowed.';

/** Variations of every answer. */
export const v4Variations = defineVariations([
  {
    id: 'refuses-without-credentials-with-403',
    because: 'token-validation.md: header, scheme and permissions are not shown.',
    suites: ['v4', 'inference/access', 'browser-rendering/access', 'artifacts/permissions'],
    ...answers('*', ({ status }, { headers }) =>
      status === 401 && !headers.has('authorization') ? { status: 403 } : undefined,
    ),
  },
  {
    id: 'refuses-without-credentials-with-400',
    because: 'token-validation.md: header, scheme and permissions are not shown.',
    suites: ['v4', 'inference/access', 'browser-rendering/access', 'artifacts/permissions'],
    ...answers('*', ({ status }, { headers }) =>
      status === 401 && !headers.has('authorization') ? { status: 400 } : undefined,
    ),
  },
  { id: 'knows-no-path-with-400', because: open, suites, ...refusesWith('', 404, 400) },
  {
    id: 'has-no-method-with-404',
    because: open,
    suites,
    ...refusesWith('*', 405, 404),
  },
  {
    id: 'adds-members-to-envelopes',
    because: more,
    suites,
    ...says('*', (body) => ({ ...body, took_ms: 3 })),
  },
  {
    id: 'adds-members-to-refusals',
    because: more,
    suites,
    ...refuses('*', (body) => ({ ...body, request_id: 'r-17' })),
  },
  {
    id: 'explains-errors-further',
    because: more,
    suites: ['v4', 'token-validation', 'rulesets', 'custom-hostnames'],
    ...refuses('*', (body) =>
      eachObject(body, (one) =>
        'code' in one && 'message' in one
          ? { ...one, documentation_url: 'https://example.com/errors', error_chain: [] }
          : one,
      ),
    ),
  },
  {
    id: 'refuses-with-two-errors',
    because: 'token-validation.md, Errors: a non-empty array.',
    suites: ['v4', 'token-validation'],
    ...refuses('token-validation.', (body) => ({
      ...body,
      errors: [...list(body['errors']), { code: 1, message: 'See above.' }],
    })),
  },
  {
    id: 'refuses-with-an-object-for-a-result',
    because: 'The `result` of a refusal is not shown.',
    suites: ['v4', 'token-validation'],
    ...refuses('token-validation.', (body) => ({ ...body, result: {} })),
  },
  {
    id: 'refuses-with-notes-in-messages',
    because: 'token-validation.md, Errors: `messages` carries informational entries.',
    suites: ['v4', 'token-validation'],
    ...refuses('*', (body) => ('messages' in body ? { ...body, messages: [note] } : body)),
  },
  {
    id: 'notes-something-in-every-success',
    because: 'token-validation.md, Errors: `messages` carries informational entries such as 110003.',
    suites: ['v4', 'token-validation', 'inference/run', 'artifacts/repos'],
    ...says('*', (body) =>
      'messages' in body ? { ...body, messages: [...list(body['messages']), note] } : body,
    ),
  },
  {
    id: 'numbers-errors-otherwise',
    because: 'token-validation.md, Errors: error codes are not shown.',
    suites: ['v4', 'token-validation', 'rulesets', 'settings', 'custom-hostnames', 'artifacts'],
    ...refuses('token-validation.,rulesets.,settings.,custom-hostnames.,artifacts.,zones.', (body) =>
      withErrors(body, (error) => ({ ...error, code: Number(error['code']) + 400_000 })),
    ),
  },
  {
    id: 'words-errors-otherwise',
    because: 'No text of an error is shown.',
    suites: ['v4', 'token-validation', 'rulesets', 'settings', 'custom-hostnames', 'artifacts'],
    ...refuses('*', (body) => withErrors(body, (error) => ({ ...error, message: 'Nein.' }))),
  },
  {
    id: 'writes-json-on-many-lines-in-another-order',
    because: 'RFC 8259: the order of members and white space have no meaning.',
    suites: ['v4', 'token-validation', 'inference', 'artifacts/repos', 'browser-rendering/links'],
    tamper: {
      async response(response) {
        if (response.headers.get('content-type') !== 'application/json') return response;
        const body = JSON.parse(await response.text());
        const text = JSON.stringify(eachObject(body, backwards), null, 4);
        return written(`${text}\n`, response);
      },
    },
  },
  {
    id: 'escapes-json-beyond-need',
    because: 'RFC 8259: a character may be escaped.',
    suites: ['v4', 'token-validation/rules', 'token-validation/configurations', 'inference/run'],
    tamper: {
      async response(response) {
        if (response.headers.get('content-type') !== 'application/json') return response;
        const text = (await response.text()).replaceAll('/', '\\/').replaceAll('@', '\\u0040');
        return written(text, response);
      },
    },
  },
  {
    id: 'names-the-charset-of-json',
    because: 'No media type of an answer is shown but those of Markdown.',
    suites: ['v4', 'token-validation/rules', 'inference', 'artifacts/repos', 'browser-rendering/links'],
    ...heads('api', ({ headers: given }, headers) => {
      if (given.get('content-type') !== 'application/json') return;
      headers.set('content-type', 'Application/JSON; Charset=UTF-8');
    }),
  },
  {
    id: 'adds-headers-to-every-answer',
    because: 'Headers that no seed names are allowed.',
    suites: ['v4', 'token-validation/rules', 'inference', 'artifacts', 'browser-rendering/links'],
    ...heads('api', (_, headers) => {
      headers.set('server', 'other/1.0');
      headers.set('set-cookie', 'lb=1; Path=/');
      headers.set('strict-transport-security', 'max-age=1');
      headers.set('x-request-id', 'r-17');
    }),
  },
  {
    id: 'sends-none-of-our-headers',
    because: 'No header of an answer of the API is shown.',
    suites: ['v4', 'token-validation', 'inference', 'artifacts', 'browser-rendering/links'],
    foreign: true,
    ...heads('api', (_, headers) => {
      for (const name of [...headers.keys()]) if (ours.test(name)) headers.delete(name);
    }),
  },
  {
    id: 'compresses-answers',
    because: 'RFC 9110: a body may have a content coding that the client accepts.',
    suites: [
      'v4',
      'token-validation/rules',
      'inference/run',
      'inference/chat-completions',
      'artifacts/repos',
    ],
    tamper: {
      async response(response, request) {
        const accepts = request.headers.get('accept-encoding')?.includes('gzip');
        if (!accepts || response.headers.get('content-type') !== 'application/json') return response;
        const body = Bun.gzipSync(await response.bytes());
        const { status } = response;
        const headers = new Headers(response.headers);
        headers.delete('content-length');
        headers.set('content-encoding', 'gzip');
        return new Response(body, { status, headers });
      },
    },
  },
]);

const note = { code: 7, message: 'The interface changes next year.' };
const ours = /^(?:touchstone-|ratelimit|cf-ray|cf-auditlog-id|api-version)/;

const list = (value: unknown) => (Array.isArray(value) ? value : []);
const backwards = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).reverse());

const withErrors = (body: JsonObject, change: (error: JsonObject) => JsonObject): JsonObject =>
  Array.isArray(body['errors'])
    ? { ...body, errors: body['errors'].map((error) => (isObject(error) ? change(error) : error)) }
    : body;

function written(text: string, { status, headers: given }: Response): Response {
  const headers = new Headers(given);
  headers.delete('content-length');
  return new Response(text, { status, headers });
}
