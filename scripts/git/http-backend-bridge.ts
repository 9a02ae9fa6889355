import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

/** What a bridge serves, and to whom. */
export interface BridgeOptions {
  /** The folder with the bare repositories; `/NAME.git/...` is the one called `NAME.git`. */
  readonly root: string;
  /** 0, the default, takes a port that is free. */
  readonly port?: number;
  /** Who does not show it, as a bearer or as the password of Basic, is sent away with 401. */
  readonly token?: string;
  /** Settings of Git for all repositories, `{ 'uploadpack.allowFilter': 'true' }`. */
  readonly config?: Readonly<Record<string, string>>;
}

/** A server that runs. */
export interface Bridge {
  /** `http://127.0.0.1:PORT`, to which `/NAME.git` is added. */
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
 * Serves bare repositories by `git http-backend`, Git's own program for web servers: what ours is compared with.
 * Bodies are streamed both ways. Takes pushes, filters, wants of any object and push options unless told otherwise.
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
  if (address === null || typeof address === 'string') throw new Error('the bridge listens on no port');
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
  // Git may have said no and gone before all was sent to it.
  child.stdin.on('error', () => request.resume());
  request.pipe(child.stdin);
  response.on('close', () => {
    if (!response.writableFinished) child.kill();
  });
}

/** What the Common Gateway Interface (RFC 3875) tells a program of a request. */
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

/** Settings as `git` takes them from its environment. */
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

/** Reads what a program of the Common Gateway Interface prints: the headers first, then the body (RFC 3875, 6). */
export class CgiReply {
  readonly #begin: (status: number, headers: Record<string, string>) => void;
  #waiting = Buffer.alloc(0);
  #begun = false;

  /** @param begin is told the status and the headers once they are there */
  constructor(begin: (status: number, headers: Record<string, string>) => void) {
    this.#begin = begin;
  }

  /** Whether the headers are there. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Takes what was printed next and gives what of it belongs to the body. */
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
