import type { Exchange } from '../exchange.ts';

/** A command that sends a request again, and what a person has to do before. */
export interface CurlLine {
  readonly command: string;
  /** What stands for what the report leaves out, one sentence each. */
  readonly notes: readonly string[];
}

/** Headers that curl writes itself. */
const ownHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'accept-encoding']);

/** What the harness writes for a body that it does not keep whole, or that is no text. */
const partial = /\.\.\. \(\d+ (?:characters|bytes)\)$|^\(\d+ bytes of [^)]*\)$|^\(in chunks\)$/;

/** What a redactor leaves of a secret. */
const redacted = /<redacted>|<jwt[^>]*>/g;

/**
 * The request of an exchange as a line for a shell, with variables in place of its secrets.
 *
 * @param edge base URL of the edge, where the zone traffic goes
 *
 * @example
 * curlLine(exchange, null).command
 * // curl -i 'http://localhost:4800/client/v4/zones' -H "authorization: Bearer $TOKEN"
 */
export function curlLine({ plane, request }: Exchange, edge: string | null): CurlLine {
  const variables = new Map<string, string>();
  const filled = (text: string, name: string, where: string) =>
    quoted(text, (secret) => {
      const variable = secret === '<redacted>' ? name : 'JWT';
      variables.set(variable, variable === 'JWT' ? `a token such as ${secret.slice(1, -1)}` : where);
      return variable;
    });
  const { url, host } = addressOf(request.url, edge);
  const parts = [`curl -i ${filled(url, 'SECRET', 'the secret in the URL')}`];
  if (request.method === 'HEAD') parts.push('-I');
  else if (request.method !== (request.body === null ? 'GET' : 'POST')) parts.push(`-X ${request.method}`);
  if (host !== null) parts.push(`-H ${quoted(`host: ${host}`)}`);
  for (const [name, value] of request.headers) {
    if (ownHeaders.has(name.toLowerCase()) || (host !== null && name.toLowerCase() === 'host')) continue;
    parts.push(`-H ${filled(`${name}: ${value}`, variableOf(name), `the credential in ${name}`)}`);
  }
  const notes: string[] = [];
  if (request.body !== null) {
    if (partial.test(request.body) || plane === 'git') {
      parts.push('--data-binary @body');
      notes.push('The file body is what was sent; this report does not hold it whole.');
    } else parts.push(`--data-raw ${filled(request.body, 'SECRET', 'the secret in the body')}`);
  }
  for (const [name, what] of variables) notes.push(`$${name} stands for ${what}.`);
  return { command: parts.join(' \\\n  '), notes };
}

/** Requests to the edge name no server, but the zone's host. */
function addressOf(url: string, edge: string | null): { url: string; host: string | null } {
  const [, host, path = '/'] = /^\/\/([^/]*)(\/.*)?$/s.exec(url) ?? [];
  if (host === undefined) return { url, host: null };
  return edge === null
    ? { url: `http://${host}${path}`, host: null }
    : { url: `${edge.replace(/\/+$/, '')}${path}`, host };
}

function variableOf(header: string): string {
  if (header.toLowerCase() === 'authorization') return 'TOKEN';
  return header.replace(/^x-/i, '').replace(/\W+/g, '_').toUpperCase();
}

/** Text for a shell: in single quotes, variables outside of them; in double quotes where that reads better. */
function quoted(text: string, variable: (secret: string) => string = (secret) => secret): string {
  const secrets = text.match(redacted) ?? [];
  const plain = text.split(redacted);
  if (secrets.length > 0 && !/["$`\\!]/.test(plain.join(''))) {
    return `"${plain.map((part, index) => part + (secrets[index] ? `$${variable(secrets[index])}` : '')).join('')}"`;
  }
  const single = (part: string) => `'${part.replaceAll("'", "'\\''")}'`;
  return plain
    .map((part, index) => {
      const secret = secrets[index];
      return (part === '' && secret ? '' : single(part)) + (secret ? `"$${variable(secret)}"` : '');
    })
    .join('');
}
