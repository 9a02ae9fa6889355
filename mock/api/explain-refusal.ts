import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError, type FailureName } from '../../spec/errors.ts';
import { anyGroup } from '../../spec/permissions.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { decodeSegment } from '../../spec/url.ts';
import { isObject } from '../../spec/value-kinds.ts';
import type { Actor } from '../world/credentials.ts';
import type { World } from '../world/world.ts';

/** The facts about a refused call. */
export interface RefusedCall {
  readonly error: ApiError;
  readonly endpoint: Endpoint | undefined;
  /** Path variables as sent, percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Pick<Headers, 'get'>;
  /** The owner of its credential, if the mock knows it. */
  readonly actor: Actor | undefined;
  readonly world: World;
  /** Requests in one window. */
  readonly quota: number;
}

/** Maximum number of names in a list. */
const mostNames = 8;

/**
 * Explains a refusal: the failure with its message, and its cause, which the platform's message often leaves out.
 *
 * @example
 * explainRefusal(call);
 * // ['permission-missing: Authentication error', 'It takes one of these permissions: Zone Edit. The token has: Zone Read.']
 */
export function explainRefusal(call: RefusedCall): string[] {
  const { error } = call;
  const first = getRoot(error);
  const lines = [formatFailure(error), ...(first === error ? [] : [formatFailure(first)])];
  return [...lines, ...(deciders[first.failure]?.(call) ?? [])];
}

/** The message of a refusal that an operation wrote itself, in any format. */
export function explainAnswer(status: number, text: string | null): string[] {
  if (status < 400 || text === null) return [];
  const message = getMessage(text);
  return message === undefined ? [] : [message];
}

/** The same, deferred: of a long text only the explanation is kept. */
export function explainAnswerLater(status: number, text: string | null): () => string[] {
  if (text === null || text.length <= touchstoneLimits.journalBodyCharacters)
    return () => explainAnswer(status, text);
  const lines = explainAnswer(status, text);
  return () => lines;
}

/** The original refusal, before it was reworded or replaced for its certainty. */
function getRoot(error: ApiError): ApiError {
  return error.cause instanceof ApiError ? getRoot(error.cause) : error;
}

function formatFailure({ failure, message, pointer }: ApiError): string {
  return `${failure}: ${message}${pointer ? ` (at ${pointer})` : ''}`;
}

const deciders: Partial<Record<FailureName, (call: RefusedCall) => readonly string[]>> = {
  'credentials-missing': ({ headers }) => {
    const address = headers.get('x-auth-email') !== null;
    const half = address !== (headers.get('x-auth-key') !== null);
    if (!half) return ['It came without Authorization: Bearer, and without X-Auth-Email and X-Auth-Key.'];
    return [`It has ${address ? 'X-Auth-Email and no X-Auth-Key' : 'X-Auth-Key and no X-Auth-Email'}.`];
  },
  'token-unknown': () => [
    'The token is unknown to this mock, or not active. Valid tokens are those of `defaults`, of the option `tokens`, and one for each tenant.',
  ],
  'verify-token-unknown': () => ['The token is unknown to this mock, or not active.'],
  'auth-key-unknown': () => ['E-mail address and key are not those of `defaults`.'],
  'permission-missing': ({ endpoint, actor }) => {
    if (endpoint?.access.kind !== 'api') return [];
    const stand: readonly string[] = Object.values(anyGroup);
    const has = [...(actor?.permissions ?? [])].filter((name) => !stand.includes(name));
    return [
      `It takes one of these permissions: ${listed(endpoint.access.permissions)}. The token has: ${listed(has)}.`,
    ];
  },
  'access-denied': ({ params, actor }) => [
    `It asks for ${asked(params)}. The token reaches ${reached('account', actor?.accounts)} and ${reached('zone', actor?.zones)}.`,
  ],
  'zone-unknown': ({ params, world }) => {
    const zones = [...world.zones.list()].map(({ id, zone }) => `${id} (${zone.name})`);
    return [`It asks for ${asked(params)}. There are: ${listed(zones)}.`, ...onDemand];
  },
  'account-unknown': ({ params, world }) => {
    const accounts = [...world.accounts.list()].map(({ id }) => id);
    return [`It asks for ${asked(params)}. There are: ${listed(accounts)}.`, ...onDemand];
  },
  'identifier-malformed': ({ endpoint, params }) => {
    const decoded = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeSegment(value)]),
    );
    const issues = endpoint?.params.safeParse(decoded).error?.issues ?? [];
    return issues.map(({ path, message }) => {
      const name = path.map(String).join('.');
      return `${name} is ${JSON.stringify(decoded[name] ?? params[name] ?? null)}: ${message}.`;
    });
  },
  // Each candidate was refused for a reason of its own; one of them names the packages to install.
  'render-no-browser': ({ error }) => String(error.detail['reason']).split('; '),
  'rate-limited': ({ quota }) => [`The token had ${quota} requests in this window.`],
};

const onDemand = [
  "createMock({ tenants: 'on-demand' }) makes one for any id, and mock.tenant() a fresh one.",
];

function asked(params: Readonly<Record<string, string>>): string {
  const { zone_id: zone, account_id: account } = params;
  return [zone && `zone ${zone}`, account && `account ${account}`].filter(Boolean).join(' and ') || 'nothing';
}

function reached(kind: string, ids: Actor['accounts'] | undefined): string {
  if (ids === undefined) return `no ${kind}`;
  return ids === 'all' ? `every ${kind}` : `${kind} ${listed([...ids])}`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const rest = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** The message of a refusal, in an envelope or in a format of models. */
function getMessage(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined; // It is no JSON.
  }
  if (!isObject(body)) return undefined;
  const { errors, error, message } = body;
  const [first] = Array.isArray(errors) ? errors : [error];
  const messageText = isObject(first) ? first['message'] : (first ?? message);
  return typeof messageText === 'string' ? messageText : undefined;
}
