import type { Certainty } from '../../../../spec/certainty.ts';
import { failures } from '../../../../spec/errors.ts';
import { gitRefusals, type PlainRefusal } from '../../../../spec/services/artifacts/error-shape.ts';
import { artifactsLimits } from '../../../../spec/services/artifacts/limits.ts';
import { belowBasis } from '../../../below-basis.ts';
import { type GitRoute, readGitRoute } from '../../../engines/git/http/git-route.ts';
import type { Faults } from '../../../faults/faults.ts';
import { plainRefusal } from '../../../faults/refusal.ts';
import { underFault } from '../../../faults/under-fault.ts';
import { splitUrl } from '../../../url.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import { NotedHeaders } from '../../../world/journal-entry.ts';
import type { World } from '../../../world/world.ts';
import type { ArtifactsParts } from '../artifacts-parts.ts';
import { loadGit } from '../load-git.ts';
import { findGitToken } from './find-git-token.ts';
import { tokensOf } from './git-credentials.ts';
import { gitPrefix, readGitPath } from './git-path.ts';

/** The remotes of repositories. */
export interface GitPlane {
  /** Whether a URL is one of Git. */
  owns(url: string): boolean;
  fetch(request: Request): Promise<Response>;
}

/** What remotes work with. */
export interface GitPlaneParts extends Pick<ArtifactsParts, 'world' | 'registry'> {
  /** What goes wrong on purpose, with requests that a token lets in. */
  readonly faults: Faults;
  /** The least that what is decided may rest on. */
  readonly basis: Certainty;
}

/** What is found out about a request on its way, for the journal. */
interface Trace {
  operation: string | null;
  /** Whose repositories the path is about. */
  account: AccountTenant | undefined;
  /** Why it was refused, a line each. */
  reasons: readonly string[];
}

/**
 * Serves repositories to Git clients that hold a token for them: fact sheet artifacts, section 6.
 *
 * request - path - route - token - scope - Git
 */
export function createGitPlane({ world, registry, faults, basis }: GitPlaneParts): GitPlane {
  async function answer(request: Request, trace: Trace): Promise<Response> {
    const { host, path, query } = splitUrl(request.url);
    const refuse = (refusal: Parameters<typeof refused>[0], ...more: readonly string[]) => {
      trace.reasons = [refusal.text, ...more];
      return refused(refusal);
    };
    /** Who gets in is the seed's; that nothing else is there has only been seen. */
    const leadNowhere = (refusal: Parameters<typeof refused>[0], ...more: readonly string[]) => {
      const below = belowBasis('observed', basis);
      if (!below) return refuse(refusal, ...more);
      const { status } = failures[below.failure];
      return refuse({ status, text: below.message }, refusal.text, ...more);
    };
    const place = readGitPath(host, path);
    if (!place)
      return leadNowhere(
        gitRefusals['unknown-path'],
        'A remote is /git/{account_id}/{namespace}/{repo}.git.',
      );
    trace.account = world.accounts.get(place.accountId);
    const route = readGitRoute(request.method, place.below, new URLSearchParams(query));
    if ('service' in route) trace.operation = operationOf(route);
    const texts = tokensOf(request.headers.get('authorization'));
    if (!texts) return refuse(gitRefusals['no-credentials']);
    const opened = await findGitToken(world, place, texts);
    if (!opened)
      return refuse(
        gitRefusals['bad-token'],
        `It is no token of ${place.namespace}/${place.repo}, or one that has expired.`,
      );
    if (!('service' in route)) return leadNowhere(route);
    if (route.service === 'git-receive-pack' && opened.token.scope !== 'write')
      return refuse(gitRefusals['read-only-token'], `The scope of the token is ${opened.token.scope}.`);
    const work = async () => {
      const repository = await registry.open(opened.repository);
      const { serveGit } = await loadGit();
      return serveGit(request, route, repository, limitsOf(world));
    };
    const { method, signal } = request;
    const asked = { operation: operationOf(route), method, path, account: place.accountId };
    const strike = faults.strike(asked);
    if (!strike) return work();
    const { clock } = world.accounts.get(place.accountId) ?? world;
    return underFault(strike, { clock, signal, refuse: () => plainRefusal(strike), work });
  }

  return {
    owns: (url) => splitUrl(url).path.startsWith(gitPrefix),

    async fetch(request) {
      const started = performance.now();
      const trace: Trace = { operation: null, account: undefined, reasons: [] };
      let response: Response;
      try {
        response = await answer(request, trace);
      } catch (error) {
        console.error('touchstone: a Git request failed unexpectedly', error);
        response = new Response('Internal Server Error', { status: 500 });
      }
      world.journal.note({
        at: (trace.account ?? world).clock.now(),
        plane: 'api',
        method: request.method,
        url: request.url,
        operation: trace.operation,
        accountId: trace.account?.id,
        basis: trace.operation === null ? 'observed' : 'seed',
        status: response.status,
        durationMs: performance.now() - started,
        requestHeaders: new NotedHeaders(request.headers),
        // Packs are nothing to read.
        requestBody: null,
        responseBody: null,
        explain: () => trace.reasons,
      });
      return response;
    },
  };
}

/** `git.upload-pack`, or `git.upload-pack.advertise` for the question that comes before it. */
function operationOf({ service, step }: GitRoute): string {
  const name = service.replace('-', '.');
  return step === 'advertise' ? `${name}.advertise` : name;
}

/** The platform's own limits hold where the mock was told to enforce them all. */
function limitsOf({ gatewayConditions }: World): { readonly objectBytes?: number } {
  return gatewayConditions.limits === 'all' ? { objectBytes: artifactsLimits.blobBytes } : {};
}

function refused({ status, text, headers }: Omit<PlainRefusal, 'headers'> & Partial<PlainRefusal>): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-cache', ...headers },
  });
}
