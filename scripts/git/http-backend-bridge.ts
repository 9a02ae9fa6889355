import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

/** Options of a bridge. */
export interface BridgeOptions {
  /** Folder of the bare repositories; `/NAME.git/...` is the repository `NAME.git`. */
  readonly root: string;
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** A token to require, as bearer or as Basic password; other requests get 401. */
  readonly token?: string;
  /** Git settings for all repositories, `{ 'uploadpack.allowFilter': 'true' }`. */
  readonly config?: Readonly<Record<string, string>>;
}

/** A running server. */
export interface Bridge {
  /** `http://127.0.0.1:PORT`; add `/NAME.git`. */
  readonly url: string;
  close(): Promise<void>;
}

const openToAll: Readonly<Record<string, string>> = {
  'http.receivepack': 'true',
  'uploadpack.allowFilter': 'true',
  'uploadpack.allowAnySHA1InWant': 'true',
  'receive.advertisePushOptions': 'true',
};

/**
 * Serves bare repositories with `git http-backend`, Git's own CGI program, to compare our server with. Bodies are
 * streamed both ways. By default it accepts pushes, filters, wants of any object, and push options.
 *
 * @example
 * const bridge = await startBridge({ root: '/srv/git' });
 * // git clone `${bridge.url}/name.git`
 * await bridge.close();
 */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const settings = gitSettings({ ...openToAll, ...options.config });
  const server = createServer((request, response) => {
    if (options.token !== undefined && !shows(request.headers.authorization, options.token)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"', 'content-type': 'text/plain' });
      response.end('Authentication required');
      request.resume();
      return;
    }
    serve(request, response, { ...settings, GIT_PROJECT_ROOT: options.root });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the bridge is not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(request: IncomingMessage, response: ServerResponse, settings: NodeJS.ProcessEnv): void {
  const child = spawn('git', ['http-backend'], {
    env: { ...process.env, ...settings, ...cgiVariables(request) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const reply = new CgiReply((status, headers) => response.writeHead(status, headers));
  child.stdout.on('data', (piece: Buffer) => {
    const body = reply.read(piece);
    if (body.length > 0 && !response.write(body)) {
      child.stdout.pause();
      response.once('drain', () => child.stdout.resume());
    }
  });
  child.stdout.on('end', () => {
    if (!reply.begun) response.writeHead(500);
    response.end();
  });
  // Git may have refused and exited before it read everything.
  child.stdin.on('error', () => request.resume());
  request.pipe(child.stdin);
  response.on('close', () => {
    if (!response.writableFinished) child.kill();
  });
}

/** CGI variables of a request (RFC 3875). */
function cgiVariables(request: IncomingMessage): NodeJS.ProcessEnv {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const { headers } = request;
  const variables = {
    REQUEST_METHOD: request.method,
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REMOTE_ADDR: request.socket.remoteAddress,
    CONTENT_TYPE: headers['content-type'],
    CONTENT_LENGTH: headers['content-length'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    HTTP_GIT_PROTOCOL: headers['git-protocol']?.toString(),
    GIT_PROTOCOL: headers['git-protocol']?.toString(),
    GIT_HTTP_EXPORT_ALL: '1',
  };
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}

/** Settings in the form that `git` reads from its environment. */
function gitSettings(config: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const entries = Object.entries(config);
  return {
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], place) => [
        [`GIT_CONFIG_KEY_${place}`, key],
        [`GIT_CONFIG_VALUE_${place}`, value],
      ]),
    ),
  };
}

function shows(authorization: string | undefined, token: string): boolean {
  if (authorization === undefined) return false;
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value === token;
  return Buffer.from(value, 'base64').toString().split(':').slice(1).join(':') === token;
}

/** Parses the output of a CGI program: headers, then the body (RFC 3875, 6). */
export class CgiReply {
  readonly #begin: (status: number, headers: Record<string, string>) => void;
  #waiting = Buffer.alloc(0);
  #begun = false;

  /** @param begin called with status and headers once they are complete */
  constructor(begin: (status: number, headers: Record<string, string>) => void) {
    this.#begin = begin;
  }

  /** Whether the headers are complete. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Takes the next output and returns the part that belongs to the body. */
  read(piece: Buffer): Buffer {
    if (this.#begun) return piece;
    this.#waiting = Buffer.concat([this.#waiting, piece]);
    const end = this.#waiting.indexOf('\r\n\r\n');
    if (end < 0) return Buffer.alloc(0);
    const headers: Record<string, string> = {};
    for (const line of this.#waiting.subarray(0, end).toString('latin1').split('\r\n')) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const { status = '200', ...others } = headers;
    this.#begun = true;
    this.#begin(Number.parseInt(status, 10), others);
    return this.#waiting.subarray(end + 4);
  }
}
