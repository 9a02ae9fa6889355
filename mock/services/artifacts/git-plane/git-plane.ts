import type { Certainty } from '../../../../spec/certainty.ts';
import { ApiError } from '../../../../spec/errors.ts';
import { gitRefusals, type PlainRefusal } from '../../../../spec/services/artifacts/error-shape.ts';
import { type GitProfile, nameKey } from '../../../../spec/services/artifacts/limits.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import { decodeSegment, splitUrl } from '../../../../spec/url.ts';
import type { Faults } from '../../../control/faults/faults.ts';
import { plainRefusal } from '../../../control/faults/refusal.ts';
import { type GitRoute, readGitRoute } from '../../../engines/git/http/git-route.ts';
import { isLeftOut, type ResponsePlane, respond, Trace } from '../../../exchange/exchange.ts';
import { machineFailure } from '../../../exchange/machine-failure.ts';
import type { StoredRepository, StoredRepositoryToken } from '../../../world/artifacts-shelf.ts';
import { worldDefaults } from '../../../world/defaults.ts';
import { NotedHeaders } from '../../../world/journal-entry.ts';
import type { World } from '../../../world/world.ts';
import { type ArtifactsParts, tokenHash } from '../artifacts-parts.ts';
import { loadGit } from '../load-git.ts';
import { getState } from '../tokens/manage-tokens.ts';
import { GitProfiles } from './live-git.ts';

/** The remotes of repositories. */
export interface GitPlane {
  fetch(request: Request): Promise<Response>;
}

/** Parts of the mock that remotes use. */
export interface GitPlaneParts extends Pick<ArtifactsParts, 'world' | 'registry'> {
  /** The injected faults. */
  readonly faults: Faults;
  /** The lowest certainty that decisions may have. */
  readonly basis: Certainty;
  /** Which features of Git are offered. */
  readonly profile?: GitProfile | undefined;
}

/** State of a request of a Git client. */
interface GitTrace extends Trace {
  readonly request: Request;
  readonly host: string;
  readonly query: string;
  /** The action and its repository, once the token is known. */
  target:
    | { readonly route: GitRoute; readonly repository: StoredRepository; readonly accountId: string }
    | undefined;
  /** Why it was refused, one sentence each. */
  reasons: readonly string[];
}

/** A refusal of Git, as text. */
class GitRefusal extends TouchstoneError {
  readonly refusal: TextRefusal;
  readonly reasons: readonly string[];
  /** Certainty of the decision. */
  readonly certainty: Certainty;

  constructor(refusal: TextRefusal, reasons: readonly string[] = [], certainty: Certainty = 'seed') {
    super('git-refused', refusal.text);
    this.refusal = refusal;
    this.reasons = reasons;
    this.certainty = certainty;
  }
}

/** Serves repositories to Git clients that hold a token for them: dbrekelmans/gitflare. */
export function createGitPlane(parts: GitPlaneParts): GitPlane {
  const plane = createPlane(parts);
  return {
    fetch(request) {
      const { host, path, query } = splitUrl(request.url);
      const trace: GitTrace = {
        ...new Trace(request, path, 'seed'),
        request,
        host,
        query,
        target: undefined,
        reasons: [],
      };
      return respond(plane, trace, parts);
    },
  };
}

function createPlane({ world, registry, profile }: GitPlaneParts): ResponsePlane<GitTrace, Response> {
  const profiles = new GitProfiles(world, profile);
  const takesBasic = world.stances.get('artifacts.git.basic');
  const refusals = getRefusals(world);
  return {
    name: 'api',
    identify,
    work,
    answerFault: (_, matched) => plainRefusal(matched),
    refuse,
    note(trace, answer) {
      trace.basis = trace.operation === null ? 'observed' : 'seed';
      const { url, headers } = trace.request;
      if (isLeftOut(trace.request)) return undefined;
      return { status: answer?.status ?? 0, url, requestHeaders: new NotedHeaders(headers) };
    },
    explain:
      ({ reasons }) =>
      () =>
        reasons,
    respond: (_, answer) => answer,
  };

  /** path - route - token - rate - scope. @throws GitRefusal */
  async function identify(trace: GitTrace): Promise<string | undefined> {
    const { request, host, path, query } = trace;
    const place = readGitPath(host, path);
    if (!place)
      throw new GitRefusal(
        gitRefusals['unknown-path'],
        ['A remote is /git/{account_id}/{namespace}/{repo}.git.'],
        'observed',
      );
    trace.account = world.accounts.get(place.accountId);
    const route = readGitRoute(request.method, place.below, new URLSearchParams(query));
    if ('service' in route) trace.operation = getOperation(route);
    const texts = getTokens(request.headers.get('authorization'), takesBasic);
    if (!texts) throw new GitRefusal(refusals['no-credentials']);
    const opened = await findGitToken(world, place, texts);
    if (!opened) {
      const reason = `It is no token of ${place.namespace}/${place.repo}, or one that has expired.`;
      throw new GitRefusal(refusals['bad-token'], [reason]);
    }
    const { repository, token } = opened;
    const wait = profiles.count(place.accountId, repository.id);
    if (wait !== undefined) {
      const { headers, ...refusal } = gitRefusals['too-many-requests'];
      throw new GitRefusal({ ...refusal, headers: { ...headers, 'retry-after': String(wait) } });
    }
    if (!('service' in route)) throw new GitRefusal(route, [], 'observed');
    if (route.service === 'git-receive-pack' && token.scope !== 'write')
      throw new GitRefusal(refusals['read-only-token'], [`The scope of the token is ${token.scope}.`]);
    trace.target = { route, repository, accountId: place.accountId };
    return isLeftOut(request) ? undefined : getOperation(route);
  }

  async function work({ request, target }: GitTrace): Promise<Response> {
    if (!target) throw new TypeError('A repository is served once it is identified');
    const { route, accountId, repository: stored } = target;
    const isGone = () => world.accounts.get(accountId)?.artifacts.repositories.get(stored.id) === undefined;
    // The answer that the next request gets.
    const gone = () =>
      new GitRefusal(refusals['bad-token'], ['The repository was deleted during the request.']);
    if (isGone()) throw gone();
    const repository = await registry.open(stored).catch((error: unknown) => {
      if (machineFailure(error)) throw error;
    });
    if (repository === undefined) throw isGone() ? gone() : new GitRefusal(unreadable);
    const { serveGit } = await loadGit();
    const options = { ...profiles.options(repository), isGone };
    return serveGit(request, route, repository, options).catch((error: unknown) => {
      throw isGone() ? gone() : error;
    });
  }

  function refuse(trace: GitTrace, thrown: unknown): Response {
    if (thrown instanceof GitRefusal) {
      const { refusal, reasons, certainty } = thrown;
      trace.reasons = [refusal.text, ...reasons];
      trace.decided = certainty;
      return textResponse(refusal);
    }
    trace.decided = 'seed';
    const error = thrown instanceof ApiError ? thrown : machineFailure(thrown);
    if (error) {
      trace.reasons = [error.message, ...trace.reasons];
      return textResponse({ status: error.entry.status, text: error.message });
    }
    console.error('touchstone: a Git request failed unexpectedly', thrown);
    return new Response('Internal Server Error', { status: 500 });
  }
}

/** Refusals before the repository is served, with the statuses of the stances. */
const getRefusals = ({ stances }: World) => ({
  'no-credentials': {
    ...gitRefusals['no-credentials'],
    status: stances.get('artifacts.git.no-credentials.status'),
  },
  'bad-token': { ...gitRefusals['bad-token'], status: stances.get('artifacts.git.bad-token.status') },
  'read-only-token': {
    ...gitRefusals['read-only-token'],
    status: stances.get('artifacts.git.read-token.status'),
  },
});

const unreadable = { status: 500, text: "The repository can't be opened: the log of the server says why." };

/** `git.upload-pack`, or `git.upload-pack.advertise` for the request that precedes it. */
function getOperation({ service, step }: GitRoute): string {
  const name = service.replace('-', '.');
  return step === 'advertise' ? `${name}.advertise` : name;
}

type TextRefusal = Omit<PlainRefusal, 'headers'> & Partial<PlainRefusal>;

function textResponse({ status, text, headers }: TextRefusal): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-cache', ...headers },
  });
}

/** A repository, and a token that opens it. */
export interface OpenedByToken {
  readonly repository: StoredRepository;
  readonly token: StoredRepositoryToken;
}

/**
 * Finds the repository of a path, if one of the texts is a valid token for it. A missing repository and a wrong token
 * look the same, so names can't be probed.
 */
export async function findGitToken(
  { accounts }: World,
  { accountId, namespace, repo }: GitPath,
  texts: readonly string[],
): Promise<OpenedByToken | undefined> {
  const hashes = await Promise.all(texts.map(tokenHash));
  // A request without a token creates no account on demand.
  const account = accounts.get(accountId);
  const shelf = account?.artifacts;
  const repository = shelf?.repository(nameKey(namespace), nameKey(repo));
  if (!account || !shelf || repository?.status !== 'ready') return undefined;
  for (const hash of hashes) {
    const token = hash === undefined ? undefined : shelf.tokens.byKey(hash);
    if (token?.repositoryId === repository.id && getState(token, account.clock.now()) === 'active')
      return { repository, token };
  }
  return undefined;
}

/**
 * Returns the possible repository tokens of a request: that of `Bearer`, or the password of `Basic`, with any user
 * name, both as sent and percent-decoded. dbrekelmans/gitflare.
 *
 * @param takesBasic whether `Basic` counts
 * @returns undefined without `Bearer` or `Basic` credentials
 */
export function getTokens(authorization: string | null, takesBasic: boolean): readonly string[] | undefined {
  const [, scheme = '', value = ''] = /^(\S+)[ \t]+(\S+)[ \t]*$/.exec(authorization ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return [value];
    case 'basic': {
      if (!takesBasic) return undefined;
      const password = getPassword(value);
      if (password === undefined) return [];
      const decoded = decodeSegment(password);
      return decoded === undefined || decoded === password ? [password] : [password, decoded];
    }
    default:
      return undefined;
  }
}

/** RFC 7617: everything after the first colon. */
function getPassword(base64: string): string | undefined {
  try {
    const pair = atob(base64);
    const colon = pair.indexOf(':');
    return colon === -1 ? undefined : pair.slice(colon + 1);
  } catch {
    return undefined;
  }
}

/** The names in the URL of a Git request. */
export interface GitPath {
  readonly accountId: string;
  readonly namespace: string;
  readonly repo: string;
  /** The path after the repository: `/info/refs`, or an empty string. */
  readonly below: string;
}

/** `.git` is optional before the paths of Git and Git LFS, because people leave it out when they type a URL. */
const repository = '([^/]+)/([^/]+?)(?:\\.git(/.*)?|(/info/(?:refs|lfs/.*)|/git-(?:upload|receive)-pack))$';
const withAccount = new RegExp(`^/git/([0-9a-f]{32})/${repository}`);
const withoutAccount = new RegExp(`^/git/${repository}`);
const accountHost = /^([0-9a-f]{32})\./;

/**
 * Reads the URL of a Git request. The account is in the path, as in remotes of this mock, or at the start of the host,
 * as on the live service; by default it is the seeded one.
 *
 * @returns undefined for other paths
 * @example
 * readGitPath('localhost', '/git/default/starter.git/info/refs')?.repo // 'starter'
 */
export function readGitPath(host: string, path: string): GitPath | undefined {
  const full = withAccount.exec(path);
  if (full) return gitPath(full[1], full[2], full[3], full[4] ?? full[5]);
  const short = withoutAccount.exec(path);
  const account = accountHost.exec(host)?.[1] ?? worldDefaults.accountId;
  return short ? gitPath(account, short[1], short[2], short[3] ?? short[4]) : undefined;
}

function gitPath(accountId = '', namespace = '', repo = '', below = ''): GitPath | undefined {
  const [space, name] = [decodeSegment(namespace), decodeSegment(repo)];
  return space === undefined || name === undefined
    ? undefined
    : { accountId, namespace: space, repo: name, below };
}
