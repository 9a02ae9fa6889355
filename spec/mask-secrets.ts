import { isSecretMember, isSecretName, type SecretPlaces } from './secret.ts';

/** Replaces a secret. */
export interface Mask {
  readonly text: string;
  /** Replaces a JWT, from its first part; by default the text. */
  readonly token?: (header: string) => string;
}

/** JSON text as tokens: strings, which may be cut off, and the characters between them. */
const jsonTokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** An open object or list. */
interface Open {
  readonly places: SecretPlaces | undefined;
  readonly list: boolean;
  /** The whole value is secret. */
  readonly whole: boolean;
  /** The name of the current member; undefined before it. */
  name: string | undefined;
}

/**
 * Masks the secrets of a text: members that are marked or named as secrets, if the text is or contains JSON, and
 * everything that looks like a credential, percent-encoded or not. The JSON may be cut off anywhere.
 *
 * @param places the secrets of the contract
 * @example
 * maskText('{"k":"c2VjcmV0"}', { text: '***' }) // '{"k":"***"}'
 */
export function maskText(text: string, mask: Mask, places?: SecretPlaces): string {
  return text.includes('"') || places ? maskJson(text, mask, places) : maskCredentials(text, mask);
}

function maskJson(text: string, mask: Mask, root: SecretPlaces | undefined): string {
  const open: Open[] = [];
  let masked = '';
  let end = 0;
  for (const { 0: token, index } of text.matchAll(jsonTokens)) {
    const last = open.at(-1);
    const isText = token.startsWith('"');
    if (token === '{' || token === '[') {
      const inner = last ? getPlaces(last) : root;
      const whole = last ? last.whole || isSecret(last) : root?.whole === true;
      open.push({ places: inner, list: token === '[', whole, name: undefined });
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (last && !last.list) last.name = undefined;
    } else if (isText && last && !last.list && last.name === undefined) {
      last.name = decoded(token) ?? token;
    } else if (token !== ':') {
      const shown = last?.whole || isSecret(last, isText) ? hidden(token, mask) : maskInside(token, mask);
      if (shown === token) continue;
      masked += maskCredentials(text.slice(end, index), mask) + shown;
      end = index + token.length;
    }
  }
  return masked + maskCredentials(text.slice(end), mask);
}

const getPlaces = ({ places, list, name }: Open): SecretPlaces | undefined =>
  (list || name === undefined ? undefined : places?.members?.get(name)) ?? places?.each;

/** @param byName whether a name alone can mark a secret, which applies to strings */
function isSecret(open: Open | undefined, byName = false): boolean {
  if (!open) return false;
  if (getPlaces(open)?.whole) return true;
  return byName && !open.list && open.name !== undefined && isSecretMember(open.name);
}

/** The replacement of a value; `null`, `true`, `false` and an empty string need none. */
function hidden(token: string, { text }: Mask): string {
  if (/^(?:null|true|false|"")$/.test(token)) return token;
  if (!token.startsWith('"') || (token.endsWith('"') && decoded(token) !== undefined)) return `"${text}"`;
  // The text was cut off, and a note about that may follow.
  return `"${text}${/(?:…|\.\.\.).*$/s.exec(token)?.[0] ?? ''}`;
}

/** A JSON string that contains JSON itself; any other stays as it is. */
function maskInside(token: string, mask: Mask): string {
  const inside = token.includes('\\"') ? decoded(token) : undefined;
  if (inside === undefined) return token;
  const shown = maskText(inside, mask);
  return shown === inside ? token : JSON.stringify(shown);
}

function decoded(token: string): string | undefined {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}

/** A character, or a percent-encoded one other than a dot. */
const character = '(?:[\\w-]|%(?:25)*(?!25|2[eE])[0-9a-fA-F]{2})';
const point = '(?:\\.|%(?:25)*2[eE])';
/** A compact JWS or JWE (RFC 7515, section 7.1), whole or cut off after its second part. */
const tokens = new RegExp(
  `(?<=^|[^\\w-]|%[0-9a-fA-F]{2})(?:e|%(?:25)*65)(?:y|%(?:25)*79)(?:J|%(?:25)*4[aA])${character}*${point}${character}+(?:${point}${character}*){0,3}`,
  'g',
);
/** Tokens of repositories. */
const repositoryTokens = /\bart_v\d(?:_[a-z])?_[0-9a-f]{40}/g;
/** A private key as PEM. */
const privateKeys = /(-----BEGIN (?:\w+ )*PRIVATE KEY-----)[\s\S]*?(?=-----END |\.\.\.|"|$)/g;
/** Name and password in a URL, and parameters of a query. */
const userInfo = /(\/\/)[^\s/?#@"'<>]+:[^\s/?#@"'<>]*(?=@)/g;
const parameters = /([?&;])([^\s=?&;"'<>#]{1,64})=[^\s&;"'<>#]+/g;

function maskCredentials(text: string, mask: Mask): string {
  if (text.length < leastCredential) return text;
  const token = mask.token ?? (() => mask.text);
  return text
    .replace(privateKeys, `$1${mask.text}`)
    .replace(tokens, (found) => token(found.split(/\.|%(?:25)*2e/i, 1).join()))
    .replace(userInfo, `$1${mask.text}`)
    .replace(parameters, (found, before: string, name: string) =>
      isSecretName(decodedName(name)) ? `${before}${name}=${mask.text}` : found,
    )
    .replace(repositoryTokens, mask.text);
}

/** Length of the shortest text with a credential: `?sig=1`. */
const leastCredential = 6;

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
