import { execFile } from 'node:child_process';
import { isObject } from '../assertions.ts';
import { ConformanceFailure, HarnessError, SkipTest } from '../errors.ts';
import { inTime, noAnswer, readBody } from '../sending.ts';
import { allowMore } from '../time-limits.ts';
import { lackOfWay } from './routes.ts';

/** The repository and scope of a token. */
export interface MintRequest {
  readonly account_id: string;
  readonly namespace: string;
  readonly repo: string;
  readonly remote: string;
  readonly scope: 'read' | 'write';
}

export interface MintTools {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Credentials for the origin of the API; empty for other origins. */
  readonly headersFor: (url: string) => Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Mints a token for a repository with `mint` of the target file: sends the request to a URL as JSON, or passes it to a
 * command in its environment (`MINT_REPO`, `MINT_SCOPE`, ...), which prints the token.
 *
 * @throws SkipTest where it returns no token
 * @throws ConformanceFailure where the URL fails
 * @throws HarnessError where the token does not come in time
 */
export function mintToken(mint: string, wanted: MintRequest, tools: MintTools): Promise<string> {
  return /^https?:\/\//.test(mint)
    ? mintByUrl(mint, wanted, tools)
    : mintByCommand(mint, wanted, tools.timeout);
}

async function mintByUrl(
  url: string,
  wanted: MintRequest,
  { fetch, headersFor, timeout }: MintTools,
): Promise<string> {
  const headers = { ...headersFor(url), 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(wanted) };
  const { status, text } = await inTime(timeout, async (signal) => {
    const response = await fetch(new Request(url, { ...init, signal }));
    return { status: response.status, text: new TextDecoder().decode(await readBody(response.body)) };
  }).catch((cause: unknown) => {
    throw noAnswer('`mint`', cause, timeout);
  });
  if (status >= 500 && status !== 501) throw new ConformanceFailure(`\`mint\` answers with status ${status}`);
  const token = status < 300 ? tokenIn(text) : undefined;
  return token ?? noToken(`it answers with status ${status}`);
}

/** The token in an answer: its text, or a member of its JSON. */
function tokenIn(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text.trim() || undefined;
  }
  const record = isObject(body) && isObject(body['result']) ? body['result'] : body;
  const found = isObject(record) ? (record['token'] ?? record['plaintext']) : record;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

async function mintByCommand(command: string, wanted: MintRequest, timeout: number): Promise<string> {
  const named = Object.entries(wanted).map(([name, value]) => [`MINT_${name.toUpperCase()}`, value]);
  const env = { ...process.env, ...Object.fromEntries(named) };
  const [shell, option] = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  return new Promise((resolve, reject) => {
    execFile(shell, [option, command], { env, timeout }, (error, out) => {
      const token = out.trim();
      if (error?.killed) {
        const message = `\`mint\` printed no token within ${timeout / 1000} s: ${allowMore('request')}`;
        reject(new HarnessError('time-limit', message, { cause: error }));
      } else if (error) reject(lackOfToken(error.message.split('\n')[0] ?? ''));
      else if (token === '') reject(lackOfToken('it prints nothing'));
      else resolve(token);
    });
  });
}

const lackOfToken = (why: string) =>
  new SkipTest(`${lackOfWay('mint a token for a repository', 'mint')}: the given one fails, ${why}`);

function noToken(why: string): never {
  throw lackOfToken(why);
}
