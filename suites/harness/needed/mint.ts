import { execFile } from 'node:child_process';
import { isObject } from '../assertions.ts';
import { ConformanceFailure, SkipTest } from '../errors.ts';
import { lackOfWay } from './routes.ts';

/** What a token is to open. */
export interface MintWish {
  readonly account_id: string;
  readonly namespace: string;
  readonly repo: string;
  readonly remote: string;
  readonly scope: 'read' | 'write';
}

export interface MintTools {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Credentials for the origin of the API; no other place is sent them. */
  readonly headersFor: (url: string) => Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Has a token minted for a repository by what the target file names: a URL is sent the wish as JSON, a command finds it
 * in its environment (`MINT_REPO`, `MINT_SCOPE`, ...) and prints the token.
 *
 * @throws SkipTest where no token comes
 * @throws ConformanceFailure where the URL breaks
 */
export function mintToken(mint: string, wish: MintWish, tools: MintTools): Promise<string> {
  return /^https?:\/\//.test(mint) ? mintByUrl(mint, wish, tools) : mintByCommand(mint, wish, tools.timeout);
}

async function mintByUrl(
  url: string,
  wish: MintWish,
  { fetch, headersFor, timeout }: MintTools,
): Promise<string> {
  const request = new Request(url, {
    method: 'POST',
    headers: { ...headersFor(url), 'content-type': 'application/json' },
    body: JSON.stringify(wish),
    signal: AbortSignal.timeout(timeout),
  });
  const { status, text } = await fetch(request).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    (cause: unknown) => {
      throw new ConformanceFailure(`\`mint\` gives no answer: ${String(cause)}`, { cause });
    },
  );
  if (status >= 500 && status !== 501) throw new ConformanceFailure(`\`mint\` answers with status ${status}`);
  const token = status < 300 ? tokenIn(text) : undefined;
  return token ?? noToken(`it answers with status ${status}`);
}

/** The token of an answer: its text, or a member of its JSON. */
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

async function mintByCommand(command: string, wish: MintWish, timeout: number): Promise<string> {
  const named = Object.entries(wish).map(([name, value]) => [`MINT_${name.toUpperCase()}`, value]);
  const env = { ...process.env, ...Object.fromEntries(named) };
  const [shell, option] = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  return new Promise((resolve, reject) => {
    execFile(shell, [option, command], { env, timeout }, (error, out) => {
      const token = out.trim();
      if (error) reject(lackOfToken(error.message.split('\n')[0] ?? ''));
      else if (token === '') reject(lackOfToken('it prints nothing'));
      else resolve(token);
    });
  });
}

const lackOfToken = (why: string) =>
  new SkipTest(`${lackOfWay('mint a token for a repository', 'mint')}: what stands there fails, ${why}`);

function noToken(why: string): never {
  throw lackOfToken(why);
}
