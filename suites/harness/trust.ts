import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { getFileProblem } from '../../spec/file-problem.ts';
import { TargetError } from './errors.ts';

type Fetch = (request: Request) => Promise<Response>;

/** What Node has since 22.19. */
interface NewerTls extends Pick<typeof tls, 'rootCertificates'> {
  setDefaultCACertificates?(certificates: readonly string[]): void;
}

/** Deno's addition to `fetch`. */
interface DenoNetwork {
  createHttpClient(options: { caCerts: string[] }): object;
}

/**
 * Reads the certificates of a PEM file.
 *
 * @param file null for none
 * @throws TargetError in one line for a file that can't be read
 */
export function trustedCertificates(file: string | null): readonly string[] {
  if (file === null) return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch (cause) {
    const problem = `tls_certificate: ${file} ${getFileProblem(cause)}`;
    throw new TargetError('target-invalid', problem, { cause });
  }
}

/** The requests of the bodies that are read. */
const held = new WeakMap<ReadableStream, Request>();

/** A `fetch` that holds its request: Node collects one that nobody holds as garbage, and its signal ends nothing. */
async function fetchHeld(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.body) held.set(response.body, request);
  return response;
}

/**
 * Creates a `fetch` that also trusts the certificates of a file.
 *
 * @param file null for the unchanged global `fetch`
 * @throws TargetError in one line when the file can't be read, or when this runtime can't add certificates
 */
export function fetchTrusting(file: string | null): Fetch {
  const certificates = trustedCertificates(file);
  if (certificates.length === 0) return fetchHeld;
  const all = [...tls.rootCertificates, ...certificates];
  if ('Bun' in globalThis) {
    const withCertificates: RequestInit & { tls: object } = { tls: { ca: all } };
    return (request) => fetch(request, withCertificates);
  }
  if ('Deno' in globalThis) {
    const { Deno: deno } = globalThis as unknown as { Deno: DenoNetwork }; // seen in the line above
    const client = deno.createHttpClient({ caCerts: [...certificates] });
    const withClient: RequestInit & { client: object } = { client };
    return (request) => fetch(request, withClient);
  }
  // Node's `fetch` accepts no certificates; since 22.19, those of the whole process can be set.
  const { setDefaultCACertificates }: NewerTls = tls;
  if (!setDefaultCACertificates) {
    throw new TargetError(
      'target-invalid',
      `This version of Node only trusts other certificates with NODE_EXTRA_CA_CERTS=${file}`,
    );
  }
  setDefaultCACertificates([...tls.getCACertificates('default'), ...certificates]);
  return fetchHeld;
}
