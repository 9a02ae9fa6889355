import worker from '../../fixtures/worker/worker.ts';
import { createMock, type Mock } from '../../mock/assembly/create-mock.ts';
import type { MockOptions } from '../../mock/assembly/options.ts';
import type { PythonEngine } from '../../mock/engines/python/index.ts';
import { bunOrigin } from '../../mock/serve/bun-origin.ts';
import { resolveHost, webhookConnect } from '../../mock/serve/webhook-connect.ts';
import { listen } from '../../mock/serve.ts';
import type { Info } from '../../spec/services/touchstone/schemas.ts';
import type { Setting, Tamper, WrongBound } from '../../suites/mutants/mutant.ts';
import { breakBound } from './break-bound.ts';

export interface MutatedOptions {
  /** Base URL of the fixture site. */
  readonly origin: string;
  /** Certificates to trust for webhook receivers, as PEM. */
  readonly ca: readonly string[];
  /** Running interpreters to reuse; the caller closes them. */
  readonly python?: PythonEngine | undefined;
  readonly setting?: Setting | undefined;
  readonly tamper?: Tamper | undefined;
  /** A limit of the contract that is wrong until the server closes; at most one such server per bundle. */
  readonly bound?: WrongBound | undefined;
  /** More options of the mock, besides those that the suites need. */
  readonly mock?: Partial<MockOptions> | undefined;
}

export interface MutatedServer {
  /** The server's description of itself, as a target. */
  readonly info: Info;
  /** Optional features that it has but does not report. */
  readonly features: readonly string[];
  /** Answers zone traffic without a socket, if set. */
  readonly edge: Mock['fetch'] | null;
  close(): Promise<void>;
}

/** The bindings of `fixtures/worker/wrangler.jsonc`, which a bundle can't read. */
const bindings = {
  artifacts: [{ binding: 'REPOS', namespace: 'touchstone-conformance' }],
  r2_buckets: [{ binding: 'BUCKET', bucket_name: 'touchstone-conformance' }],
  ai: { binding: 'AI' },
};

/**
 * Serves the mock as `serve` does for the suites. It is bundled with all its imports, with or without a fault, so it
 * must share nothing with its caller.
 */
export async function serveMutated(options: MutatedOptions): Promise<MutatedServer> {
  const { origin, ca, python, setting, tamper, bound } = options;
  const mend = bound ? breakBound(bound) : undefined;
  const mock = createMock({
    origin: bunOrigin(origin),
    python,
    browser: { privateNetwork: 'loopback' },
    imports: { plainHttp: true },
    leewaySeconds: setting === 'leeway' ? 60 : 0,
    webhooks: { allowHosts: ['127.0.0.1'], ca, resolve: resolveHost, connect: webhookConnect },
    ...options.mock,
  });
  mock.announce({ origin });
  const served = tamper ? tampered(mock, tamper) : mock;
  const planes = await listen(served, {
    port: 0,
    graceMs: 0,
    objectsAuth: 'both',
    worker: mock.worker(worker, bindings),
  });
  return {
    info: mock.info(),
    features: ['http-imports', ...(setting === 'leeway' ? [setting] : [])],
    edge: setting === 'unframed' ? served.edge : null,
    async close() {
      await planes.close();
      await mock.quit();
      mend?.();
    },
  };
}

function tampered(mock: Mock, { plane = 'api', request, response }: Tamper): Mock {
  const wrap =
    (inner: Mock['fetch']): Mock['fetch'] =>
    async (given, peer) => {
      const sent = request ? await request(given) : given;
      const answer = await inner(sent, peer);
      return response ? response(answer, given) : answer;
    };
  if (plane === 'api') return { ...mock, fetch: wrap(mock.fetch) };
  if (plane === 'edge') return { ...mock, edge: wrap(mock.edge) };
  return {
    ...mock,
    worker(code, config, how) {
      const served = mock.worker(code, config, how);
      return how?.plane === plane ? wrap(served) : served;
    },
  };
}
