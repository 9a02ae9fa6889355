import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';
import { defineSuite, test } from '../harness/suite.ts';
import type { AuthorizingObjects } from '../harness/target.ts';
import { getText, served } from './place.ts';

/** The example application with authorization. */
function authorizing(t: TestContext): AuthorizingObjects {
  return (
    t.objects.authorizing ?? t.skip('the target has no object-storage example that authorizes (objects)')
  );
}

interface AuthorizingRequest {
  readonly method: string;
  readonly key: string;
  readonly secret?: string | undefined;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to the application with authorization. */
function send(
  t: TestContext,
  { method, key, secret, body, headers = {} }: AuthorizingRequest,
): Promise<RemoteReply> {
  return t.application({
    method,
    url: `${authorizing(t).url}/${key}`,
    headers: { ...headers, ...(secret !== undefined && { 'x-custom-auth-key': secret }) },
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  });
}

/** The publicly readable key, which holds an object until the test ends. */
async function filled(t: TestContext): Promise<string> {
  const { allowedKey: key, secret } = authorizing(t);
  t.after(() => send(t, { method: 'DELETE', key, secret }));
  served(await send(t, { method: 'PUT', key, secret, body: 'old' }), 'a PUT with the secret');
  return key;
}

type Denial = 'OBJ-AUTH-2' | 'OBJ-AUTH-3' | 'OBJ-AUTH-5' | 'OBJ-AUTH-6' | 'OBJ-AUTH-8' | 'OBJ-AUTH-9';

/** Judges the status of a denial by one requirement, and its text by another. */
async function judgeDenied(t: TestContext, id: Denial, reply: RemoteReply, what: string): Promise<void> {
  await t.check(id, () => equal(reply.status, 403, `the status of ${what}`));
  await t.check('OBJ-AUTH-10', () => equal(getText(reply), 'Forbidden', `the text of ${what}`));
}

function isDenied(reply: RemoteReply, what: string): void {
  equal([reply.status, getText(reply)], [403, 'Forbidden'], what);
}

/** Header values that differ from the secret. */
const wrong = (secret: string) => [
  '',
  'wrong',
  `${secret}x`,
  secret.slice(0, -1),
  secret.toUpperCase() === secret ? secret.toLowerCase() : secret.toUpperCase(),
  `Bearer ${secret}`,
];

/** A key with its first letter percent-encoded. */
const encoded = (key: string) => key.replace(/\w/, (first) => `%${first.charCodeAt(0).toString(16)}`);

/** Who may read, store and delete objects. */
export const objectAuthorizationSuite = defineSuite('object-storage/authorization', [
  {
    title: 'lets a client with the secret store and delete, and any client read the allowed key',
    requirements: ['OBJ-AUTH-1', 'OBJ-AUTH-4', 'OBJ-AUTH-7'],
    run: async (t) => {
      const key = await filled(t);
      await t.check('OBJ-AUTH-7', async () => {
        const read = served(await send(t, { method: 'GET', key }), 'a GET without the secret');
        equal(getText(read), 'old', 'the object');
      });
      await t.check('OBJ-AUTH-4', async () => {
        const { secret } = authorizing(t);
        served(await send(t, { method: 'DELETE', key, secret }), 'a DELETE with the secret');
        equal((await send(t, { method: 'GET', key })).status, 404, 'the status of a GET afterwards');
      });
    },
  },
  ...(
    [
      ['PUT', 'OBJ-AUTH-2', 'OBJ-AUTH-3'],
      ['DELETE', 'OBJ-AUTH-5', 'OBJ-AUTH-6'],
    ] as const
  ).map(([method, withAnother, withNone]) => ({
    title: `denies a ${method} without the secret`,
    requirements: [withAnother, withNone, 'OBJ-AUTH-10', 'OBJ-AUTH-11'] as const,
    run: async (t: TestContext) => {
      const key = await filled(t);
      const body = method === 'PUT' ? { body: 'new' } : {};
      const none = await send(t, { method, key, ...body });
      await judgeDenied(t, withNone, none, `a ${method} without the header`);
      for (const secret of wrong(authorizing(t).secret)) {
        const another = await send(t, { method, key, secret, ...body });
        await judgeDenied(t, withAnother, another, `a ${method} with another secret`);
      }
      await t.check('OBJ-AUTH-11', async () => {
        const read = await send(t, { method: 'GET', key });
        equal([read.status, getText(read)], [200, 'old'], 'the answer of a GET afterwards');
      });
    },
  })),
  {
    title: 'denies a GET of any other key, with or without the secret',
    requirements: ['OBJ-AUTH-8', 'OBJ-AUTH-10', 'OBJ-KEY-2'],
    run: async (t) => {
      const { allowedKey, secret } = authorizing(t);
      const key = `touchstone-${t.run}/hidden`;
      t.after(() => send(t, { method: 'DELETE', key, secret }));
      await send(t, { method: 'PUT', key, secret, body: 'abc' });
      const around = ['', `${allowedKey}x`, `x/${allowedKey}`, `${allowedKey}/`, `${allowedKey}%20`];
      const cases = [allowedKey.toUpperCase(), allowedKey.toLowerCase()].filter((one) => one !== allowedKey);
      for (const given of [undefined, secret]) {
        for (const other of [key, ...around, ...cases]) {
          const reply = await send(t, { method: 'GET', key: other, secret: given });
          await judgeDenied(t, 'OBJ-AUTH-8', reply, `a GET of ${other}`);
        }
        // An application that decodes keys treats this one as the allowed key. The seed doesn't forbid that.
        const reply = await send(t, { method: 'GET', key: encoded(allowedKey), secret: given });
        await t.check('OBJ-KEY-2', () => isDenied(reply, 'a GET of the percent-encoded key'));
      }
    },
  },
  {
    title: 'serves the allowed key with any query, and no other key because of a query',
    requirements: ['OBJ-AUTH-13'],
    run: async (t) => {
      const key = await filled(t);
      const read = await send(t, { method: 'GET', key: `${key}?a=b` });
      equal([read.status, getText(read)], [200, 'old'], 'the answer of a GET with a query');
      isDenied(await send(t, { method: 'GET', key: `other?${key}` }), 'a GET of another key');
    },
  },
  test('OBJ-AUTH-12', 'denies before it evaluates preconditions and ranges', async (t) => {
    const key = await filled(t);
    for (const headers of [{ 'if-match': 'broken' }, { 'if-none-match': '*' }, { range: 'bytes=99-' }]) {
      const named = JSON.stringify(headers);
      isDenied(await send(t, { method: 'GET', key: 'other', headers }), `a GET with ${named}`);
      isDenied(await send(t, { method: 'PUT', key, body: 'new', headers }), `a PUT with ${named}`);
    }
  }),
  test(['OBJ-AUTH-9', 'OBJ-AUTH-10'], 'denies any other method, with or without the secret', async (t) => {
    const key = await filled(t);
    for (const method of ['POST', 'PATCH', 'OPTIONS'])
      for (const secret of [undefined, authorizing(t).secret])
        await judgeDenied(t, 'OBJ-AUTH-9', await send(t, { method, key, secret }), `a ${method}`);
    await t.check('OBJ-AUTH-9', async () =>
      equal((await send(t, { method: 'HEAD', key })).status, 403, 'the status of a HEAD'),
    );
  }),
]);
