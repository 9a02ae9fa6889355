import type { Door } from './door.ts';

/** Base URL of the platform in the code under test. */
export const base = 'https://api.cloudflare.com/client/v4';

/** Sends a request to the API as the tenant, through the network. */
export function ask(
  { platform, fetch }: Door,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${platform.apiToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The result of a successful request. @throws Error with the answer otherwise */
export async function call(
  door: Door,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await ask(door, method, path, body);
  const text = await response.text();
  const { success, result } = JSON.parse(text);
  if (success !== true) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return result;
}
