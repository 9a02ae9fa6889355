import type { JwtVectorConfiguration } from '../../../spec/vectors/jwt.ts';

type Headers = readonly (readonly [string, string])[];

const SOURCE = /^http\.request\.(headers|cookies)\["([^"]+)"\]\[0\]$/;
const OTHER_SCHEME = /^(?:basic|digest|dpop|negotiate) /i;

/**
 * What each source of a configuration resolves to in a request, in order. Written for this folder alone
 * and apart from the mock, so that the two can disagree.
 */
export function readSources(
  { token_sources }: Pick<JwtVectorConfiguration, 'token_sources'>,
  headers: Headers,
): (string | undefined)[] {
  return token_sources.map((source) => {
    const [, field, name = ''] = SOURCE.exec(source) ?? [];
    if (!field) throw new TypeError(`${source} is not a source that the vectors use`);
    return field === 'headers' ? readHeader(headers, name) : readCookie(headers, name);
  });
}

/** The tokens among what the sources hold, without `Bearer` and without passwords. */
export function readTokens(
  configuration: Pick<JwtVectorConfiguration, 'token_sources'>,
  headers: Headers,
): string[] {
  return readSources(configuration, headers).flatMap((value) => {
    const token = value?.startsWith('Bearer ') ? value.slice('Bearer '.length) : value;
    return token && !OTHER_SCHEME.test(token) ? [token] : [];
  });
}

function readHeader(headers: Headers, name: string): string | undefined {
  return headers.find(([sent]) => sent.toLowerCase() === name)?.[1];
}

function readCookie(headers: Headers, name: string): string | undefined {
  const pairs = (readHeader(headers, 'cookie') ?? '').split('; ').map((pair) => {
    const equals = pair.indexOf('=');
    return [decodeURIComponent(pair.slice(0, equals)), pair.slice(equals + 1)] as const;
  });
  return pairs.find(([sent]) => sent === name)?.[1];
}
