import { Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import tls, { type PeerCertificate } from 'node:tls';
import { ConformanceFailure, HarnessError, SkipTest } from './errors.ts';
import type { Exchange, Recorder } from './exchange.ts';
import type { Redactor } from './redact.ts';
import { unreachable } from './transport.ts';

// Whole: to name `rootCertificates` here would read all of them for targets that speak HTTP too.

/** A request for a zone. */
export interface EdgeRequest {
  readonly method?: string;
  /** Path with its query, sent as it is. */
  readonly path: string;
  /** Host that is asked for; left out, `api.` of the zone. */
  readonly host?: string;
  /** Sent in this order, with this case and these repetitions. */
  readonly headers?: readonly (readonly [string, string])[] | Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a zone answered. */
export interface EdgeReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What this request carried as `user-agent`, so that its events can be told from others. */
  readonly agent: string;
  readonly request: EdgeRequest;
}

/** An edge request with everything filled in. */
export interface FilledEdgeRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

/** Milliseconds that a connection rests before it is ended, which servers do after some seconds. */
const restMs = 1000;

/** How edge requests are sent; a run in one process replaces it. */
export type EdgeFetch = (
  request: FilledEdgeRequest,
  timeout: number,
) => Promise<{ status: number; headers: readonly (readonly [string, string])[]; text: string }>;

/**
 * Sends edge requests over a socket with the zone as Host. `node:http` and not `fetch`, because `fetch`
 * replaces Host, joins repeated headers and changes their case.
 *
 * @param edge base URL of the edge, for example `http://127.0.0.1:4801`
 * @param trusted certificates to trust, beside the usual ones. With them it is enough that the edge has a certificate
 * for its own host, since a server of tests has none for each host that it answers for.
 */
export function edgeOverHttp(edge: string, trusted: readonly string[] = []): EdgeFetch {
  const base = new URL(edge);
  const own = base.hostname.replace(/^\[|\]$/g, '');
  const trust =
    trusted.length === 0
      ? {}
      : {
          ca: [...tls.rootCertificates, ...trusted],
          checkServerIdentity: (_: string, certificate: PeerCertificate) =>
            tls.checkServerIdentity(own, certificate),
        };
  const isTls = base.protocol === 'https:';
  const open = isTls ? httpsRequest : httpRequest;
  // To open a connection takes as long as to ask. With TLS there is one for each host in any case.
  const agent = isTls ? false : new Agent({ keepAlive: true, timeout: restMs });
  return ({ method, path, host, headers, body }, timeout) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
      const request = open({
        ...trust,
        hostname: own,
        port: base.port === '' ? undefined : Number(base.port),
        servername: host.replace(/:\d+$/, ''),
        method,
        path,
        agent,
        setHost: false,
        headers: [['Host', host] as const, ...headers, ...length].flat(),
      });
      const timer = setTimeout(() => {
        reject(new DOMException('The answer took too long', 'TimeoutError'));
        request.destroy();
      }, timeout);
      request.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => {
          clearTimeout(timer);
          reject(error);
        });
        response.on('end', () => {
          clearTimeout(timer);
          const raw = response.rawHeaders;
          const pairs = raw.flatMap((name, index): [string, string][] =>
            index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      request.end(body);
    });
}

/**
 * Sends edge requests through a `fetch`, for a target in the same process: the host stands in the URL. Beside the
 * request it gives the headers as a socket would bring them.
 */
export function edgeThroughFetch(
  doFetch: (request: Request, headers: FilledEdgeRequest['headers']) => Promise<Response>,
): EdgeFetch {
  return async ({ method, path, host, headers, body }) => {
    const init: RequestInit = { method, headers: headers.map(([name, value]) => [name, value]) };
    if (body !== undefined) init.body = body;
    const response = await doFetch(new Request(`http://${host}${path}`, init), headers);
    return { status: response.status, headers: [...response.headers], text: await response.text() };
  };
}

/**
 * Sends one edge request and puts it on record.
 *
 * @throws ConformanceFailure when no answer comes.
 */
export async function sendEdge(
  request: EdgeRequest,
  context: {
    readonly fetch: EdgeFetch;
    readonly zoneName: string;
    readonly agent: string;
    readonly timeout: number;
    readonly redactor: Redactor;
    readonly recorder: Recorder;
  },
): Promise<EdgeReply> {
  const { redactor, recorder, timeout } = context;
  const given: readonly (readonly [string, string])[] = isPairs(request.headers)
    ? request.headers
    : Object.entries(request.headers ?? {});
  const own = given.find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const agent = own ?? context.agent;
  const filled: FilledEdgeRequest = {
    method: request.method ?? 'GET',
    path: request.path,
    host: request.host ?? `api.${context.zoneName}`,
    headers: own === undefined ? [...given, ['user-agent', agent]] : given,
    body: request.body,
  };
  const started = performance.now();
  const record = (response: Exchange['response'], error: string | null) =>
    recorder.add({
      plane: 'edge',
      request: {
        method: filled.method,
        get url() {
          return redactor.text(`//${filled.host}${filled.path}`);
        },
        get headers() {
          return redactor.headers(filled.headers);
        },
        get body() {
          return filled.body === undefined ? null : redactor.text(filled.body);
        },
      },
      response,
      error,
      duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
    });
  try {
    const { status, headers, text } = await context.fetch(filled, timeout);
    record(
      {
        status,
        get headers() {
          return redactor.headers(headers);
        },
        get body() {
          return redactor.text(text.slice(0, 16_384));
        },
      },
      null,
    );
    return { status, headers: new Headers(headers.map(([n, v]) => [n, v])), text, agent, request };
  } catch (cause) {
    const reason = unreachable(cause, timeout);
    record(null, reason);
    throw new ConformanceFailure(`${filled.method} //${filled.host}${filled.path}: ${reason}`, { cause });
  }
}

function isPairs(headers: EdgeRequest['headers']): headers is readonly (readonly [string, string])[] {
  return Array.isArray(headers);
}

/** Header that the fixture site puts on every answer. */
export const siteMarker = 'touchstone-site';

interface Baseline {
  readonly method: string;
  readonly host: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly marked: boolean;
}

/**
 * Tells answers of the origin from answers of the edge, without knowing the origin: what a path answered
 * while no rule covered it is its baseline. The fixture site also marks its answers.
 */
export interface Baselines {
  /** Keeps what a path template answered while nothing applied to it. */
  learn(method: string, host: string, template: string, reply: EdgeReply): void;
  /**
   * Whether an answer came from the origin.
   *
   * @throws HarnessError when nothing was learnt about its path.
   * @throws SkipTest when the origin itself answers an error.
   */
  reached(reply: EdgeReply, host: string): boolean;
}

export function createBaselines(): Baselines {
  const known: Baseline[] = [];
  return {
    learn: (method, host, template, { status, headers }) => {
      const pattern = new RegExp(
        `^${template
          .split(/\{[^/}]+\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('[^/]+')}$`,
      );
      known.push({ method, host, pattern, status, marked: headers.has(siteMarker) });
    },
    reached: ({ request, status, headers }, host) => {
      const { method = 'GET', path } = request satisfies EdgeRequest;
      const plain = path.replace(/[?#].*$/, '');
      const matching = known.filter((one) => one.method === method && one.host === host);
      const baseline = matching.find(({ pattern }) => pattern.test(plain)) ?? known.find((one) => one.marked);
      if (!baseline) {
        throw new HarnessError(
          'edge-baseline',
          `Nothing is known about ${method} ${host}${plain}: save it with t.operation(), or call t.learn() before a rule covers it`,
        );
      }
      if (baseline.marked) return headers.has(siteMarker);
      if (baseline.status >= 400) {
        throw new SkipTest(
          `the origin itself answers ${method} ${host}${plain} with ${baseline.status}, so that a block can't be told: use the fixture site as origin`,
        );
      }
      return status === baseline.status;
    },
  };
}
