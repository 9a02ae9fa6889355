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
  /** Stores something. */
  put(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<RemoteReply>;
  /** Reads it; fails unless it is there. */
  read(headers?: Readonly<Record<string, string>>): Promise<RemoteReply>;
}

export const getText = ({ bytes }: RemoteReply) => new TextDecoder().decode(bytes);

/** Fails unless a request was served. The seed says no status of that: 206 is as good as 200. */
export function served(reply: RemoteReply, what: string): RemoteReply {
  ok(reply.status >= 200 && reply.status < 300, `${what} got status ${reply.status}, expected success`);
  return reply;
}

/** Where objects are: where nobody has to be authorized, if there is such a place. */
function getBase(t: TestContext): string {
  const { authorizing, openUrl } = t.objects;
  return openUrl ?? authorizing?.url ?? t.skip('the target has no object-storage example (objects)');
}

/** What a request has to bring there. */
export function authorization(t: TestContext, method: string): Readonly<Record<string, string>> {
  const { authorizing, openUrl } = t.objects;
  return openUrl === null && authorizing && method !== 'GET'
    ? { 'x-custom-auth-key': authorizing.secret }
    : {};
}

/**
 * A key that a test has for itself, with nothing there: one of its own where nobody has to be authorized, else the one
 * that everybody may read.
 */
export async function emptyPlace(t: TestContext): Promise<Place> {
  const { authorizing, openUrl } = t.objects;
  return placeAt(
    t,
    openUrl === null && authorizing ? authorizing.allowedKey : `touchstone-${t.run}/${crypto.randomUUID()}`,
  );
}

/** A key of that name, with nothing there, and nothing once the test is over. */
export async function placeAt(t: TestContext, key: string): Promise<Place> {
  const url = `${getBase(t)}/${key}`;
  const send: Place['send'] = ({ method = 'GET', headers = {}, body } = {}) =>
    t.application({
      method,
      url,
      // Nobody packs the answer on its way.
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

/** A place with something there. */
export async function filledPlace(t: TestContext, body: string, headers?: Readonly<Record<string, string>>) {
  const place = await emptyPlace(t);
  await place.put(body, headers);
  const etag = (await place.read()).headers.get('etag') ?? '';
  return { ...place, etag };
}
