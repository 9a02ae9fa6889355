import type { Exchange } from '../exchange.ts';
import { twinSteps } from '../refusals.ts';
import type { TestResult } from '../results.ts';
import { type Html, html } from './html.ts';
import { keepTelling, reportLimits } from './kept-results.ts';

/** The relation of an exchange to its twin. */
export type TwinMark = 'valid' | 'faulty' | null;

const titles = { valid: 'Valid request', faulty: 'Faulty request' } as const;

/** Renders one exchange, and marks the lines of its request that its twin does not have. */
export function exchangeView(exchange: Exchange, mark: TwinMark = null, twin?: Exchange): Html {
  const { request, response, error, step } = exchange;
  const name = mark === null ? (step ?? 'Request') : titles[mark];
  const about = mark === 'faulty' && step !== null && step !== twinSteps.faulty ? step : null;
  return html`<section class="exchange ${mark ?? 'single'}">
<h4>${name}${about && html` <span class="step">${about}</span>`}</h4>
<p class="line"><b>${request.method}</b> ${request.url}</p>
${headersView(request.headers, 'request')}
${request.body !== null && bodyView(request.body, twin?.request.body ?? undefined)}
${
  response
    ? html`<p class="line answer"><b class="status s${Math.floor(response.status / 100)}">${response.status}</b> in ${exchange.duration_ms.toFixed(0)} ms</p>
${headersView(response.headers, 'answer')}
${response.body !== '' && bodyView(response.body)}`
    : html`<p class="line answer"><b class="status s5">No answer</b> ${error}</p>`
}
</section>`;
}

/** The command that repeats a request. */
export function curlView(exchange: Exchange, edge: string | null): Html {
  const { command, notes } = curlLine(exchange, edge);
  return html`<section class="curl"><h4>Run it yourself</h4><pre data-copy>${command}</pre>${notes.map(
    (note) => html`<p class="note">${note}</p>`,
  )}</section>`;
}

/** The exchanges of a test, collapsed. */
export function allExchanges(test: TestResult): Html | null {
  const shown = keepTelling(test, reportLimits.exchangesOfTest);
  const more = test.exchanges.length - shown.length;
  if (shown.length < 2) return null;
  return html`<details class="all"><summary>${more > 0 ? `${shown.length} of ${test.exchanges.length}` : `All ${shown.length}`} exchanges of the test</summary>
<ol>${shown.map((exchange) => html`<li>${exchangeView(exchange)}</li>`)}</ol>
${more > 0 && html`<p class="note">${more} more are in results.json.</p>`}</details>`;
}

function headersView(headers: readonly (readonly [string, string])[], whose: string): Html | null {
  if (headers.length === 0) return null;
  return html`<details class="headers"><summary>${headers.length === 1 ? '1 header' : `${headers.length} headers`}<span class="sr"> of the ${whose}</span></summary><pre>${headers
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}</pre></details>`;
}

function bodyView(body: string, twin?: string): Html {
  const lines = bodyLines(body, reportLimits.bodyCharacters);
  const own =
    twin === undefined ? new Set<number>() : getOwnLines(lines, bodyLines(twin, reportLimits.bodyCharacters));
  const shown = lines.map((line, index) => [
    own.has(index) ? html`<mark>${line}</mark>` : line,
    index < lines.length - 1 ? '\n' : '',
  ]);
  return html`<pre class="body">${shown}</pre>`;
}

/** A command that repeats a request, and what to do first. */
export interface CurlLine {
  readonly command: string;
  /** What its variables and files contain, one sentence each. */
  readonly notes: readonly string[];
}

/** Headers that curl adds itself. */
const ownHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'accept-encoding']);

/** The harness's placeholder for a truncated body, or one that is not text. */
const partial = /\.\.\. \(\d+ (?:characters|bytes)\)$|^\(\d+ bytes of [^)]*\)$|^\(in chunks\)$/;

/** A redactor's placeholder for a secret. */
const redacted = /<redacted>|<jwt[^>]*>/g;

/**
 * The request of an exchange as a shell command, with variables for its secrets.
 *
 * @param edge base URL of the edge, for zone traffic
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
  const { url, host } = getAddress(request.url, edge);
  const parts = [`curl -i ${filled(url, 'SECRET', 'the secret in the URL')}`];
  if (request.method === 'HEAD') parts.push('-I');
  else if (request.method !== (request.body === null ? 'GET' : 'POST')) parts.push(`-X ${request.method}`);
  if (host !== null) parts.push(`-H ${quoted(`host: ${host}`)}`);
  for (const [name, value] of request.headers) {
    if (ownHeaders.has(name.toLowerCase()) || (host !== null && name.toLowerCase() === 'host')) continue;
    parts.push(`-H ${filled(`${name}: ${value}`, getVariable(name), `the credential in ${name}`)}`);
  }
  const notes: string[] = [];
  if (request.body !== null) {
    if (partial.test(request.body) || plane === 'git') {
      parts.push('--data-binary @body');
      notes.push('The file body contains the sent bytes; this report only has part of them.');
    } else parts.push(`--data-raw ${filled(request.body, 'SECRET', 'the secret in the body')}`);
  }
  for (const [name, what] of variables) notes.push(`$${name} is ${what}.`);
  return { command: parts.join(' \\\n  '), notes };
}

/** Requests to the edge name the zone's host instead of a server. */
function getAddress(url: string, edge: string | null): { url: string; host: string | null } {
  const [, host, path = '/'] = /^\/\/([^/]*)(\/.*)?$/s.exec(url) ?? [];
  if (host === undefined) return { url, host: null };
  return edge === null
    ? { url: `http://${host}${path}`, host: null }
    : { url: `${edge.replace(/\/+$/, '')}${path}`, host };
}

function getVariable(header: string): string {
  if (header.toLowerCase() === 'authorization') return 'TOKEN';
  return header.replace(/^x-/i, '').replace(/\W+/g, '_').toUpperCase();
}

/** Quotes text for a shell: single quotes with variables outside; double quotes where that reads better. */
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

/** Splits a body into lines: JSON formatted, anything else as it is. */
export function bodyLines(body: string, mostCharacters: number): string[] {
  const laidOut = layOut(body);
  const cut = laidOut.length > mostCharacters;
  const lines = laidOut.slice(0, mostCharacters).split('\n').map(shorten);
  return cut
    ? [...lines, `... and ${laidOut.length - mostCharacters} more characters, see results.json`]
    : lines;
}

/** Truncates a very long line. */
const shorten = (line: string) =>
  line.length > 480 ? `${line.slice(0, 400)}... (${line.length} characters)` : line;

function layOut(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // no JSON, or cut off
  }
}

/**
 * The numbers of lines that another text does not have: what differs between two twins. Compares lines as a multiset,
 * which is exact for few changes and never slow.
 */
export function getOwnLines(lines: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const key = (line: string) => line.trim().replace(/,$/, '');
  const left = new Map<string, number>();
  for (const line of others) left.set(key(line), (left.get(key(line)) ?? 0) + 1);
  const own = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const count = left.get(key(line)) ?? 0;
    if (count > 0) left.set(key(line), count - 1);
    else own.add(index);
  }
  return own;
}
