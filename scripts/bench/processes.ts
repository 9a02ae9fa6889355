import { createServer } from 'node:net';
import { lastOffset } from '../../mock/serve/ports.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown when a process does not start, answer or end in time. */
export class BenchError extends TouchstoneError {}

/** Time limits for an answer, and for the end of a process. */
const startLimit = 30_000;
const stopLimit = 5_000;

/** Where the output of a server goes; what comes through a pipe or a terminal is read and dropped. */
export type Output = 'ignore' | 'pipe' | 'terminal' | Bun.BunFile;

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first answer with status 200. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

/** The processes of one run, which all end with it. */
export class Processes {
  readonly #running = new Set<Bun.Subprocess>();

  /**
   * Starts a server and polls it until it answers.
   *
   * @param command returns the command line that listens on a port
   * @param path to request, with the headers to send
   * @throws BenchError when it ends, or has not answered after 30 seconds
   */
  async serve(
    command: (port: number) => readonly string[],
    path: string,
    headers: Readonly<Record<string, string>> = {},
    output: Output = 'ignore',
  ): Promise<RunningServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const started = performance.now();
    const child = this.start(spawn([...command(port)], output));
    while (!(await answers(url + path, headers))) {
      if (child.exitCode !== null) throw new BenchError('bench', `${command(port).join(' ')}: ended early`);
      if (performance.now() - started > startLimit) {
        throw new BenchError('bench', `${command(port).join(' ')}: no answer from ${path}`);
      }
      await Bun.sleep(1);
    }
    return { url, pid: child.pid, startedIn: performance.now() - started, stop: () => this.stop(child) };
  }

  /** Adds a process that was started otherwise to those that end with the run. */
  start<Child extends Bun.Subprocess>(child: Child): Child {
    this.#running.add(child);
    return child;
  }

  /** Ends one process, by force if necessary. */
  async stop(child: Bun.Subprocess): Promise<void> {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimit);
    await child.exited;
    clearTimeout(force);
    this.#running.delete(child);
  }

  /** Ends all running processes. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }
}

function spawn(command: string[], output: Output): Bun.Subprocess {
  if (output === 'terminal') return Bun.spawn(command, { terminal: { data() {} } });
  const child = Bun.spawn(command, { stdio: ['ignore', output, 'inherit'] });
  if (child.stdout instanceof ReadableStream) void child.stdout.pipeTo(new WritableStream());
  return child;
}

async function answers(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(startLimit) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false; // Nobody listens yet.
  }
}

/** A free port with free ports after it, which the other planes of `serve` use. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = await bind(0);
    if (port === undefined || port > 65_000) continue;
    const others = Array.from({ length: lastOffset }, (_, at) => bind(port + at + 1));
    if ((await Promise.all(others)).every((other) => other !== undefined)) return port;
  }
  throw new BenchError('bench', `No ${lastOffset + 1} free ports in a row on 127.0.0.1`);
}

/** Binds a port and frees it again; undefined when it is in use. */
function bind(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
