import { Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import tls, { type PeerCertificate } from 'node:tls';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { HarnessError, SkipTest } from './errors.ts';
import type { Exchange, Recorder } from './exchange.ts';
import type { Redactor } from './redact.ts';
import { inTime, noAnswer, openAgain, readBody, tooLong, unreachable } from './sending.ts';

// The whole module: importing `rootCertificates` by name would read all certificates even for targets that use HTTP.

/** A request for a zone. */
export interface EdgeRequest {
  readonly method?: string;
  /** Path with its query, sent as it is. */
  readonly path: string;
  /** Host of the request; by default `host()` of the test. */
  readonly host?: string;
  /** Sent with this order, case and repetition. */
  readonly headers?: readonly (readonly [string, string])[] | Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer of a zone. */
export interface EdgeReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The `user-agent` of this request, which identifies its events. */
  readonly agent: string;
  readonly request: EdgeRequest;
}

/** An edge request with all defaults filled in. */
export interface FilledEdgeRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

const decoder = new TextDecoder();

/** Milliseconds after which an idle connection is closed; servers close theirs after some seconds. */
const restMs = 1000;

/** Sends an edge request; a run in one process replaces it. */
export type EdgeFetch = (
  request: FilledEdgeRequest,
  signal: AbortSignal,
) => Promise<{ status: number; headers: readonly (readonly [string, string])[]; text: string }>;

/**
 * Sends edge requests over a socket with the zone as Host. Uses `node:http` because `fetch` replaces Host, joins
 * repeated headers and changes their case.
 *
 * @param edge base URL of the edge, for example `http://127.0.0.1:4801`
 * @param trusted certificates to trust in addition to the usual ones. With them, the edge only needs a certificate for
 * its own host, since a test server has none for the hosts of its zones.
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
  // Opening a connection takes as long as a request. With TLS each host needs its own connection in any case.
  const agent = isTls ? false : new Agent({ keepAlive: true, timeout: restMs });
  return ({ method, path, host, headers, body }, signal) =>
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
        signal,
        setHost: false,
        headers: [['Host', host] as const, ...headers, ...length].flat(),
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > suiteLimits.answerBytes) response.destroy(tooLong());
        });
        response.on('error', reject);
        response.on('end', () => {
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
 * Sends edge requests through a `fetch`, for a target in the same process: the URL contains the host. Also passes the
 * headers as a socket would deliver them.
 */
export function edgeThroughFetch(
  doFetch: (request: Request, headers: FilledEdgeRequest['headers']) => Promise<Response>,
): EdgeFetch {
  return async ({ method, path, host, headers, body }) => {
    const init: RequestInit = { method, headers: headers.map(([name, value]) => [name, value]) };
    if (body !== undefined) init.body = body;
    const response = await doFetch(new Request(`http://${host}${path}`, init), headers);
    return {
      status: response.status,
      headers: [...response.headers],
      text: decoder.decode(await readBody(response.body)),
    };
  };
}

/**
 * Sends one edge request and records the exchange.
 *
 * @throws ConformanceFailure when no answer comes.
 * @throws HarnessError when it does not come in time, or the connection is dropped.
 */
export async function sendEdge(
  request: EdgeRequest,
  context: {
    readonly fetch: EdgeFetch;
    /** The host of requests that name none. */
    readonly host: string;
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
    host: request.host ?? context.host,
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
    const { status, headers, text } = await inTime(timeout, (signal) =>
      openAgain(filled.method, () => context.fetch(filled, signal)),
    );
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
    record(null, unreachable(cause, timeout));
    throw noAnswer(`${filled.method} //${filled.host}${filled.path}`, cause, timeout);
  }
}

function isPairs(headers: EdgeRequest['headers']): headers is readonly (readonly [string, string])[] {
  return Array.isArray(headers);
}

/** Header that the fixture site sets on every answer. */
export const siteMarker = 'touchstone-site';

interface Baseline {
  readonly method: string;
  readonly host: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly marked: boolean;
}

/**
 * Distinguishes answers of the origin from answers of the edge, without knowing the origin: the answer of a path while
 * no rule covers it is its baseline. The fixture site also marks its answers.
 */
export interface Baselines {
  /** Records the answer of a path template while no rule applies to it. */
  learn(method: string, host: string, template: string, reply: EdgeReply): void;
  /**
   * Whether an answer came from the origin.
   *
   * @throws HarnessError when its path has no baseline.
   * @throws SkipTest when the origin itself answers with an error.
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
          `${method} ${host}${plain} has no baseline: save it with t.operation(), or call t.learn() before a rule covers it`,
        );
      }
      if (baseline.marked) return headers.has(siteMarker);
      if (baseline.status >= 400) {
        throw new SkipTest(
          `the origin itself answers ${method} ${host}${plain} with ${baseline.status}, so the test can't recognize a block: use the fixture site as origin`,
        );
      }
      return status === baseline.status;
    },
  };
}
