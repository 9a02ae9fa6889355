import { ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';

/** A request for an object. */
export interface ObjectRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A key that a test may write and read. */
export interface Place {
  readonly key: string;
  readonly url: string;
  send(request?: ObjectRequest): Promise<RemoteReply>;
  /** Stores an object. */
  put(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<RemoteReply>;
  /** Reads the object; fails if it is missing. */
  read(headers?: Readonly<Record<string, string>>): Promise<RemoteReply>;
}

export const getText = ({ bytes }: RemoteReply) => new TextDecoder().decode(bytes);

/** Fails unless the request succeeded. The seed names no status: 206 is as good as 200. */
export function served(reply: RemoteReply, what: string): RemoteReply {
  ok(reply.status >= 200 && reply.status < 300, `${what} got status ${reply.status}, expected success`);
  return reply;
}

/** The base URL of objects, without authorization if the target offers it. */
function getBase(t: TestContext): string {
  const { authorizing, openUrl } = t.objects;
  return openUrl ?? authorizing?.url ?? t.skip('the target has no object-storage example (objects)');
}

/** The headers that authorize a request to {@link getBase}. */
export function authorization(t: TestContext, method: string): Readonly<Record<string, string>> {
  const { authorizing, openUrl } = t.objects;
  return openUrl === null && authorizing && method !== 'GET'
    ? { 'x-custom-auth-key': authorizing.secret }
    : {};
}

/**
 * An empty place for one test: under its own key if the target needs no authorization, otherwise under the publicly
 * readable key.
 */
export async function emptyPlace(t: TestContext): Promise<Place> {
  const { authorizing, openUrl } = t.objects;
  return placeAt(
    t,
    openUrl === null && authorizing ? authorizing.allowedKey : `touchstone-${t.run}/${crypto.randomUUID()}`,
  );
}

/** An empty place for a test of what is not there. Skips it where only a DELETE that does not work could empty one. */
export async function missingPlace(t: TestContext): Promise<Place> {
  const place = await emptyPlace(t);
  if (t.objects.openUrl !== null) return place;
  await t.step('empty', async () => {
    const mark = `deleted by ${t.run}`;
    await place.put(mark);
    await place.send({ method: 'DELETE' });
    if (getText(await place.send()) === mark)
      t.skip('the target keeps what is deleted, and has no other key for a test (objects_open)');
  });
  return place;
}

/** A place under that key, empty now and after the test. */
export async function placeAt(t: TestContext, key: string): Promise<Place> {
  const url = `${getBase(t)}/${key}`;
  const send: Place['send'] = ({ method = 'GET', headers = {}, body } = {}) =>
    t.application({
      method,
      url,
      // Keeps intermediaries from compressing the answer.
      headers: { 'accept-encoding': 'identity', ...authorization(t, method), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
    });
  const remove = () => send({ method: 'DELETE' });
  await t.step('empty', remove);
  t.after(remove);
  return {
    key,
    url,
    send,
    async put(body, headers = {}) {
      return served(await send({ method: 'PUT', body, headers }), `a PUT of ${key}`);
    },
    async read(headers = {}) {
      return served(await send({ headers }), `a GET of ${key}`);
    },
  };
}

/** A place with an object in it. */
export async function filledPlace(t: TestContext, body: string, headers?: Readonly<Record<string, string>>) {
  const place = await emptyPlace(t);
  await place.put(body, headers);
  const etag = (await place.read()).headers.get('etag') ?? '';
  return { ...place, etag };
}

/** Skips a test whose precondition can't hold: a server may use weak etags, which never satisfy `If-Match` or `If-Range`. */
export function needsStrong(t: TestContext, etag: string, headers: Readonly<Record<string, string>>): void {
  if (etag.startsWith('W/') && ['if-match', 'if-range'].some((name) => headers[name]?.includes(etag)))
    t.skip('the etags of the target are weak');
}
