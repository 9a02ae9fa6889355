import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type TargetFile, targetFileSchema } from '../../suites/harness/target.ts';

const planes = ['api', 'edge', 'objects', 'objects_open', 'interpreter', 'worker'] as const;
type Plane = (typeof planes)[number];

/** The planes in a target file, by their URLs. */
function getPlanes(file: unknown): ReadonlyMap<Plane, string> {
  const target = targetFileSchema.parse(file);
  return new Map(planes.flatMap((plane) => (target[plane] ? [[plane, target[plane]] as const] : [])));
}

/** One request, as sent. */
export interface RecordedRequest {
  readonly plane: Plane;
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as in Node. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** A proxy in front of a server that records its requests. */
export async function recordingProxy(file: TargetFile) {
  const requests: RecordedRequest[] = [];
  /** Only requests with a complete answer: an abandoned stream would not end by itself. */
  const answered = new Set<RecordedRequest>();
  const agent = new Agent({ keepAlive: true });
  const urls = new Map<Plane, string>();
  const servers: Server[] = [];
  for (const [plane, base] of getPlanes(file)) {
    const server = createServer(async (incoming, outgoing) => {
      const { method = 'GET', url = '/', rawHeaders } = incoming;
      const body = await buffer(incoming);
      const recorded = { plane, method, path: url, headers: rawHeaders, body };
      requests.push(recorded);
      send(recorded, base, agent).then(
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.on('error', () => outgoing.destroy()).pipe(outgoing);
          answer.once('end', () => answered.add(recorded));
          outgoing.once('close', () => answer.destroy());
        },
        () => outgoing.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { pathname } = new URL(base);
    urls.set(plane, `http://localhost:${port}${pathname === '/' ? '' : pathname}`);
  }
  return {
    target: { ...file, ...Object.fromEntries(urls) },
    requests: () => requests.filter((one) => answered.has(one)),
    async close() {
      agent.destroy();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

/** Sends requests again, a number of them at once, and reads the complete answers. */
export async function sendAgain(requests: readonly RecordedRequest[], file: TargetFile, jobs: number) {
  const urls = getPlanes(file);
  const agent = new Agent({ keepAlive: true, maxSockets: jobs });
  const left = requests.values();
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (const one of left) {
        // An earlier request may have injected a fault that drops the connection.
        await send(one, urls.get(one.plane) ?? '', agent)
          .then(buffer, () => undefined)
          .catch(() => undefined);
      }
    }),
  );
  agent.destroy();
}

function send({ method, path, headers, body }: RecordedRequest, base: string, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  const { port } = new URL(base);
  const sent = request({ host: '127.0.0.1', port, method, path, headers: [...headers], agent }, resolve);
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
