import type { Endpoint } from '../spec/endpoint.ts';

/** HTML standard, section 9.2.4; only streams look at it. */
export function lastEventIdOf(request: Request, { answer }: Endpoint): string | undefined {
  return answer === 'stream' ? (request.headers.get('last-event-id') ?? undefined) : undefined;
}

/** The headers that say who calls, where the operation reads an API token from one of its own too. */
export function credentialHeaders(headers: Headers, { tokenHeaders }: Endpoint): Headers {
  if (tokenHeaders === undefined || headers.has('authorization')) return headers;
  const token = tokenHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  return token === undefined || token === null ? headers : new Headers({ authorization: `Bearer ${token}` });
}
