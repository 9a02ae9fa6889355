import type { JWK } from 'jose';

/** A zone, and how to call the platform about it. */
export interface Zone {
  /** Ends in `/client/v4`. */
  readonly apiBase: string;
  readonly id: string;
  readonly apiToken: string;
}

/** A host whose requests need a token, and the keys that verify it. */
export interface Gate {
  readonly host: string;
  readonly paths: readonly string[];
  readonly keys: readonly JWK[];
}

/** Thrown when the platform refuses a call, with its code and message. */
export class PlatformError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Blocks requests to some paths of a host unless they have a valid token.
 *
 * @returns the id of the token configuration
 * @throws PlatformError if the platform refuses
 */
export async function closeGate(zone: Zone, { host, paths, keys }: Gate): Promise<string> {
  const { id } = await post<{ id: string }>(zone, 'token_validation/config', {
    title: 'Tokens of the shop',
    description: `Made by the dashboard for ${host}`,
    token_type: 'jwt',
    token_sources: ['http.request.headers["authorization"][0]'],
    credentials: { keys },
  });
  const operations = paths.map((endpoint) => ({ method: 'GET', host, endpoint }));
  await post(zone, 'api_gateway/operations', operations);
  await post(zone, 'token_validation/rules', {
    title: 'Valid tokens only',
    description: `Made by the dashboard for ${host}`,
    action: 'block',
    enabled: true,
    expression: `is_jwt_valid("${id}")`,
    selector: { include: [{ host: [host] }], exclude: [] },
  });
  return id;
}

async function post<Result>({ apiBase, id, apiToken }: Zone, path: string, body: unknown): Promise<Result> {
  const answer = await fetch(`${apiBase}/zones/${id}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { result, errors } = await answer.json();
  if (!answer.ok) throw new PlatformError(errors[0].code, errors[0].message);
  return result;
}
