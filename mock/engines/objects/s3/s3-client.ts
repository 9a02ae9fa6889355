import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { AwsClient } from 'aws4fetch';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';

/** The address of a bucket on an S3-compatible server, and the credentials. */
export interface S3Place {
  /** Base URL of the bucket: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default: `auto`. */
  readonly region?: string | undefined;
  /** Prefix of all names. Default: none. */
  readonly prefix?: string | undefined;
}

/** Thrown when an S3-compatible server refuses a request. */
export class S3Error extends TouchstoneError {}

interface S3Request {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
}

/** Sends a request for a name below the prefix, or for the bucket; throws unless it succeeds. */
export type S3Client = (name: string | undefined, request?: S3Request) => Promise<Response>;

const attempts = 3;

/** Sends requests to an S3-compatible server; the signing module is loaded lazily. */
export function s3Client(place: S3Place): S3Client {
  const { url, accessKeyId, secretAccessKey, region = 'auto', prefix = '' } = place;
  let loading: Promise<AwsClient> | undefined;
  const load = async () => {
    const { AwsClient } = await import('aws4fetch');
    return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: attempts });
  };
  return async (name, { method = 'GET', query = {}, headers = {}, body } = {}) => {
    loading ??= load();
    const target = new URL(`${url.replace(/\/+$/, '')}/${name === undefined ? '' : prefix + name}`);
    for (const [member, value] of Object.entries(query)) target.searchParams.set(member, value);
    const signing = await loading;
    const response = await signing
      .fetch(target, { method, headers, ...(body !== undefined && { body }) })
      .catch((cause: unknown) => {
        throw new S3Error(
          's3',
          `${target.origin} can't be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
          { cause },
        );
      });
    if (response.ok) return response;
    const answer = (await response.text()).slice(0, 500);
    throw new S3Error('s3', `${method} ${target.pathname} is answered with ${response.status}: ${answer}`);
  };
}

/**
 * The texts of all elements with that name in a response, in order.
 *
 * @example
 * getTexts('<a><Key>b</Key></a>', 'Key'); // ['b']
 */
export function getTexts(xml: string, name: string): readonly string[] {
  const found: string[] = [];
  const visit = (element: XmlElement) => {
    if (element.name === name) found.push(element.text);
    for (const child of element.children) if (child instanceof XmlElement) visit(child);
  };
  const { root } = parseXml(xml);
  if (root) visit(root);
  return found;
}

/** All names with a prefix, without it, from any number of pages. */
export async function listNames(client: S3Client, prefix: string): Promise<string[]> {
  return (await listTexts(client, { prefix }, 'Key')).map((key) => key.slice(prefix.length));
}

/** The next path segment of all names with a prefix that ends in a slash, each once. */
export async function listFolders(client: S3Client, prefix: string): Promise<string[]> {
  const found = await listTexts(client, { prefix, delimiter: '/' }, 'Prefix');
  // Each page repeats the prefix that was asked for.
  return found.filter((name) => name !== prefix).map((name) => name.slice(prefix.length, -1));
}

/** The texts of an element in all pages of a list. */
async function listTexts(
  client: S3Client,
  query: Readonly<Record<string, string>>,
  element: string,
): Promise<string[]> {
  const texts: string[] = [];
  let token: string | undefined;
  do {
    const page = { 'list-type': '2', ...query, ...(token !== undefined && { 'continuation-token': token }) };
    const xml = await (await client(undefined, { query: page })).text();
    texts.push(...getTexts(xml, element));
    [token] = getTexts(xml, 'NextContinuationToken');
  } while (token !== undefined);
  return texts;
}

/** Deletes names. */
export async function removeNames(client: S3Client, names: readonly string[]): Promise<void> {
  await inTurn(names, async (name) => {
    await (await client(name, { method: 'DELETE' })).body?.cancel();
  });
}

/** Maximum number of concurrent requests. */
const requestsAtOnce = 16;

/** Does the same for each item, some at a time. */
export async function inTurn<T, U>(items: readonly T[], action: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let at = 0; at < items.length; at += requestsAtOnce)
    done.push(...(await Promise.all(items.slice(at, at + requestsAtOnce).map(action))));
  return done;
}
