import type { Tamper } from '../mutant.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json | undefined;
}

/** An answer of the API that is about to be sent. */
export interface Answer {
  /** The operation that answers; null for a path without a route. */
  readonly operation: string | null;
  readonly status: number;
  readonly headers: Headers;
  /** Its JSON; undefined where it has none. */
  readonly body: Json | undefined;
}

type Changed = Partial<Pick<Answer, 'status' | 'headers' | 'body'>>;

/**
 * Changes answers of the API, but not those of the admin interface and of Git.
 *
 * @param of operations, or prefixes of their ids, separated by commas; `*` for all
 * @param change returns the changes; undefined leaves the answer as it is
 *
 * @example
 * answers('token-validation.config.create', ({ status }) => (status === 200 ? { status: 201 } : undefined));
 */
export function answers(
  of: string,
  change: (answer: Answer, request: Request) => Changed | undefined,
): Tampered {
  const wanted = of.split(',').map((one) => one.trim());
  const isSelected = (operation: string) => wanted.some((one) => one === '*' || operation.startsWith(one));
  return {
    tamper: {
      async response(response, request) {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith('/_touchstone') || pathname.startsWith('/git/')) return response;
        const operation = response.headers.get('touchstone-operation');
        if (!isSelected(operation ?? '')) return response;
        const text = isJson(response) ? await response.text() : null;
        const headers = new Headers(response.headers);
        const body: Json | undefined = text ? JSON.parse(text) : undefined;
        const changed = change({ operation, status: response.status, headers, body }, request);
        const { status = response.status } = changed ?? {};
        if (changed?.body !== undefined) {
          headers.delete('content-length');
          return Response.json(changed.body, { status, headers: changed.headers ?? headers });
        }
        if (!changed) return text === null ? response : new Response(text, response);
        return new Response(text ?? response.body, { status, headers: changed.headers ?? headers });
      },
    },
  };
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json');

const succeeds = (status: number) => status >= 200 && status <= 299;
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Successes with another status. */
export const succeedsWith = (of: string, status: number) =>
  answers(of, (answer) => (succeeds(answer.status) ? { status } : undefined));

/** Refusals of one status, or of several, with another. */
export const refusesWith = (of: string, from: number | readonly number[], status: number) =>
  answers(of, (answer) => ([from].flat().includes(answer.status) ? { status } : undefined));

/** Successes with other JSON. */
export const says = (of: string, change: (body: JsonObject, request: Request) => Json) =>
  answers(of, ({ status, body }, request) =>
    succeeds(status) && isObject(body) ? { body: change(body, request) } : undefined,
  );

/** Successes with another `result`. */
export const results = (of: string, change: (result: Json) => Json) =>
  says(of, (body) => (body['result'] === undefined ? body : { ...body, result: change(body['result']) }));

/** Refusals with other JSON. */
export const refuses = (of: string, change: (body: JsonObject) => Json) =>
  answers(of, ({ status, body }) => (status >= 400 && isObject(body) ? { body: change(body) } : undefined));

/** Changes every object within a value, innermost first. */
export function eachObject(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((one) => eachObject(one, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, one && eachObject(one, change)]);
  return change(Object.fromEntries(entries));
}

/** Changes every text within a value that matches a pattern as a whole. */
export function eachText(value: Json, pattern: RegExp, change: (text: string) => string): Json {
  if (typeof value === 'string') return pattern.test(value) ? change(value) : value;
  if (Array.isArray(value)) return value.map((one) => eachText(one, pattern, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, one && eachText(one, pattern, change)]);
  return Object.fromEntries(entries);
}

/** Operations that the server lacks: it answers as for any unknown path. */
export function lacks(of: string, status: 404 | 405 | 501 = 404): Tampered {
  const errors = [{ code: status, message: 'no such route' }];
  const body = { result: null, success: false, errors, messages: [] };
  const unknown = answers('', ({ operation, status: given }) =>
    operation === null && given === 404 ? { status, body } : undefined,
  );
  return both(
    unknown,
    answers(of, () => ({ status, body })),
  );
}

/** Applies two changes of answers one after the other. */
export const both = (first: Tampered, second: Tampered): Tampered => ({
  tamper: {
    async response(response, request) {
      const once = (await first.tamper.response?.(response, request)) ?? response;
      return second.tamper.response?.(once, request) ?? once;
    },
  },
});

interface Tampered {
  readonly tamper: Tamper;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * Replaces UUIDs by ids of another shape, and translates them back in requests.
 *
 * @param out returns the id to show
 * @param shown pattern of such ids, with a group for the UUID
 */
export function ids(out: (id: string) => string, shown: RegExp, back: (shown: string) => string): Tampered {
  const restored = (text: string) => text.replaceAll(shown, back);
  return {
    tamper: {
      async request(request) {
        if (new URL(request.url).pathname.startsWith('/_touchstone')) return request;
        const url = restored(decodeURI(request.url));
        const type = request.headers.get('content-type') ?? '';
        if (request.body === null || !type.startsWith('application/json'))
          return url === request.url ? request : new Request(url, request);
        const { method, headers, signal } = request;
        const sent = new Headers(headers);
        sent.delete('content-length');
        return new Request(url, { method, headers: sent, signal, body: restored(await request.text()) });
      },
      async response(response, request) {
        if (new URL(request.url).pathname.startsWith('/_touchstone') || !isJson(response)) return response;
        const headers = new Headers(response.headers);
        headers.delete('content-length');
        const text = await response.text();
        const { status } = response;
        return new Response(text.replaceAll(new RegExp(uuid, 'g'), out), { status, headers });
      },
    },
  };
}

/**
 * Answers of one plane with another text.
 *
 * @param isSelected selects the answers
 * @param status replaces their status
 */
export const texts = (
  plane: NonNullable<Tamper['plane']>,
  isSelected: (answer: Response, request: Request) => boolean,
  change: (text: string, headers: Headers) => string,
  status?: number,
): Tampered => ({
  tamper: {
    plane,
    async response(response, request) {
      if (!isSelected(response, request)) return response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const text = change(await response.text(), headers);
      return new Response(text, { status: status ?? response.status, headers });
    },
  },
});

/** Answers of one plane with another status, or other headers. */
export const heads = (
  plane: NonNullable<Tamper['plane']>,
  change: (answer: Response, headers: Headers, request: Request) => number | undefined,
): Tampered => ({
  tamper: {
    plane,
    response(response, request) {
      if (new URL(request.url).pathname.startsWith('/_touchstone')) return response;
      const headers = new Headers(response.headers);
      const before = JSON.stringify([...headers]);
      const status = change(response, headers, request) ?? response.status;
      const same = status === response.status && before === JSON.stringify([...headers]);
      return same ? response : new Response(response.body, { status, headers });
    },
  },
});
