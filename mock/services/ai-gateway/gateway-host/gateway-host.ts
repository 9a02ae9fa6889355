import { basePath } from '../../../../spec/endpoint.ts';
import { ApiError } from '../../../../spec/errors.ts';
import {
  configHeaders,
  type GatewayPlace,
  getTarget,
  readGatewayPath,
  type UniversalStep,
  universalRequestSchema,
} from '../../../../spec/services/ai-gateway/gateway-host.ts';
import { gatewayError } from '../../../../spec/services/inference/error-body.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { splitUrl } from '../../../../spec/url.ts';
import { isObject } from '../../../../spec/value-kinds.ts';
import { failureBasis } from '../../../api/answer.ts';
import type { App } from '../../../api/app.ts';
import { readBytes } from '../../../api/body.ts';
import { checkBody } from '../../../api/validate.ts';
import { type ResponsePlane, respond, Trace } from '../../../exchange/exchange.ts';
import { inProcess, type Peer } from '../../../exchange/peer.ts';
import type { Actor } from '../../../world/credentials.ts';
import { NotedHeaders } from '../../../world/journal-entry.ts';
import type { World } from '../../../world/world.ts';
import { ensureGateway } from '../gateways/ensure-gateway.ts';
import { type AdmitParts, type Admitted, admit } from './admit.ts';

export interface GatewayHostParts extends AdmitParts {
  readonly world: World;
  /** Sends a request to the API: as the caller of its token, or as the given caller, whatever the token. */
  readonly api: (caller?: Actor) => App['fetch'];
}

/** One provider request. */
interface Step {
  readonly provider: string;
  readonly endpoint: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | string;
}

/**
 * The host of gateways: requests in the formats of providers, to one of them or to the first of several that answers.
 * Each runs as the matching operation of the API: Cloudflare docs, AI Gateway universal endpoint.
 *
 * @example
 * const host = createGatewayHost({ world, credentials, api: () => app.fetch });
 * await host(new Request('http://localhost/gateway/v1/…/default/openai/chat/completions', { method: 'POST', body }));
 */
export function createGatewayHost(parts: GatewayHostParts): App['fetch'] {
  const plane = createGatewayPlane(parts);
  return async (request, peer = inProcess) => {
    const { path } = splitUrl(request.url);
    const trace = { ...new Trace(request, path, 'inferred'), request, peer, place: readGatewayPath(path) };
    // The API certifies what its operations answer.
    return respond(plane, trace, { world: parts.world, basis: 'inferred' });
  };
}

/** What is known about a request of the host. */
interface GatewayTrace extends Trace {
  readonly request: Request;
  readonly peer: Peer;
  readonly place: GatewayPlace | undefined;
}

function createGatewayPlane(parts: GatewayHostParts): ResponsePlane<GatewayTrace, Response> {
  return {
    name: 'api',
    identify: ({ request, path, place }) => {
      if (!place || request.method !== 'POST')
        throw new ApiError('gateway-endpoint-unknown', { endpoint: path });
      return undefined;
    },
    work: (trace) => runSteps(trace, parts),
    refuse,
    // The API notes each step; only a refusal of the host itself is noted here.
    note: ({ request, error }, answer) =>
      error && {
        status: answer?.status ?? 0,
        url: request.url,
        requestHeaders: new NotedHeaders(request.headers),
        responseBody: getRefusalText(error),
      },
    explain:
      ({ error }) =>
      () =>
        error ? [`${error.failure}: ${error.message}`] : [],
    respond: (_, answer) => answer,
  };

  function refuse(trace: GatewayTrace, thrown: unknown): Response {
    if (!(thrown instanceof ApiError)) throw thrown;
    trace.error = thrown;
    trace.basis = failureBasis(thrown);
    trace.account = parts.world.accounts.get(trace.place?.account ?? '');
    return new Response(getRefusalText(thrown), {
      status: thrown.entry.status,
      headers: { 'content-type': 'application/json', 'touchstone-basis': trace.basis },
    });
  }
}

const getRefusalText = ({ entry: { status, code }, message }: ApiError) =>
  JSON.stringify(gatewayError(status, code, message));

/** Sends the steps of a request to the API, until one of them succeeds. @throws ApiError */
async function runSteps({ request, peer, place }: GatewayTrace, parts: GatewayHostParts): Promise<Response> {
  if (!place) throw new TypeError('Steps run once their gateway is identified');
  const account = parts.world.account(place.account);
  const gateway = account && ensureGateway(account, place.gateway);
  if (!gateway) throw new ApiError('gateway-unknown', { id: place.gateway });
  const [provider = '', ...rest] = place.rest.split('/');
  const admitted = admit(request.headers, { account, gateway }, parts);
  const bytes = await readBytes(request, { framed: peer !== inProcess, limit: inferenceLimits.bodyBytes });
  const steps: readonly Step[] =
    provider === ''
      ? getSteps(new TextDecoder().decode(bytes), request.headers)
      : [{ provider, endpoint: rest.join('/'), headers: request.headers, body: bytes }];
  for (const [index, step] of steps.entries()) {
    const asked = requestFor(step, request, place, admitted);
    const caller = step.provider === 'workers-ai' ? undefined : admitted.callerWith(step.headers);
    const response = await parts.api(caller)(asked, peer);
    if (!response.ok && index < steps.length - 1) {
      await response.body?.cancel();
      continue;
    }
    return atStep(response, index);
  }
  throw new ApiError('gateway-endpoint-unknown', { endpoint: place.rest });
}

/** The steps of a universal request. @throws ApiError */
function getSteps(text: string, outer: Headers): Step[] {
  return checkBody(universalRequestSchema, parsed(text)).map((step) => ({
    provider: step.provider,
    endpoint: step.endpoint,
    headers: getHeaders(step, outer),
    body: JSON.stringify(step.query ?? {}),
  }));
}

/** Headers of a step: the request's, then the step's own, then those from its `config`. */
function getHeaders({ headers = {}, config = {} }: UniversalStep, outer: Headers): Headers {
  const merged = new Headers(outer);
  for (const [name, value] of Object.entries(headers)) merged.set(name, String(value));
  for (const [member, name] of Object.entries(configHeaders)) {
    const value = config[member];
    if (value !== undefined) merged.set(name, String(value));
  }
  return merged;
}

/** The API request of a step. @throws ApiError `gateway-endpoint-unknown` */
function requestFor(
  { provider, endpoint, headers: sent, body }: Step,
  { url, signal }: Request,
  { account, gateway }: GatewayPlace,
  { token }: Admitted,
): Request {
  const [path = '', query] = endpoint.split('?');
  const target = getTarget(provider, path);
  if (!target) throw new ApiError('gateway-endpoint-unknown', { endpoint: `${provider}/${path}` });
  const headers = new Headers(sent);
  for (const name of ['authorization', 'content-length', 'cf-aig-authorization', 'x-api-key'])
    headers.delete(name);
  const bearer = provider === 'workers-ai' ? token : 'gateway';
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  headers.set('cf-aig-gateway-id', gateway);
  const to = new URL(`${basePath}/accounts/${account}/${target.path}`, url);
  to.search = query ?? new URL(url).search;
  return new Request(to, {
    method: 'POST',
    headers,
    signal,
    body: target.modelId ? renamed(body, target.modelId) : body,
  });
}

/** A body with the API's id of its model; the API refuses anything that is no JSON object. */
function renamed(body: Step['body'], modelId: (sent: string) => string): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const value = parsed(text);
  if (!isObject(value) || typeof value['model'] !== 'string') return text;
  return JSON.stringify({ ...value, model: modelId(value['model']) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function atStep(response: Response, index: number): Response {
  const headers = new Headers(response.headers);
  headers.set('cf-aig-step', String(index));
  return new Response(response.body, { status: response.status, headers });
}
