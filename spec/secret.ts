import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { getMembers, inputSchema, type JsonSchema } from './member-schema.ts';

const mark = 'x-secret';

/**
 * Marks a value as a secret, in the contract and in its OpenAPI document (`x-secret`). Journals and reports mask it.
 *
 * @example
 * z.object({ alias: z.string(), secret: secret(z.string()) })
 */
export function secret<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), [mark]: true });
}

/** Where secrets are in a JSON value. */
export interface SecretPlaces {
  /** The whole value is a secret. */
  readonly whole?: true;
  /** In members, by name. */
  readonly members?: ReadonlyMap<string, SecretPlaces>;
  /** In every other member, and in every item. */
  readonly each?: SecretPlaces;
}

/**
 * The secrets of a schema; undefined if it has none.
 *
 * @example
 * secretPlaces(z.object({ k: secret(z.string()) })) // { members: Map { 'k' => { whole: true } } }
 */
export const secretPlaces = (schema: z.ZodType): SecretPlaces | undefined => placesIn(inputSchema(schema));

function placesIn(schema: JsonSchema): SecretPlaces | undefined {
  if (schema[mark] === true) return { whole: true };
  const { additionalProperties, items, prefixItems, anyOf, oneOf, allOf } = schema;
  const named = getMembers(schema).flatMap(([name, member]) => {
    const places = placesIn(member);
    return places ? [[name, places] as const] : [];
  });
  const each = inAny([additionalProperties, items, prefixItems]);
  const here = named.length > 0 || each ? { ...(each && { each }), members: new Map(named) } : undefined;
  return joined(here, inAny([anyOf, oneOf, allOf]));
}

/** The secrets of any of several schemas. */
const inAny = (schemas: readonly unknown[]): SecretPlaces | undefined =>
  schemas
    .flat()
    .filter((schema): schema is JsonSchema => typeof schema === 'object' && schema !== null)
    .reduce<SecretPlaces | undefined>((places, schema) => joined(places, placesIn(schema)), undefined);

function joined(one: SecretPlaces | undefined, other: SecretPlaces | undefined): SecretPlaces | undefined {
  if (!one || !other || one.whole || other.whole) return one?.whole ? one : (other ?? one);
  const members = new Map(one.members);
  for (const [name, places] of other.members ?? [])
    members.set(name, joined(members.get(name), places) ?? places);
  const each = joined(one.each, other.each);
  return { ...(each && { each }), members };
}

/** The secrets of an operation: in its JSON request body and in its answer. */
export interface OperationSecrets {
  readonly request: SecretPlaces | undefined;
  readonly answer: SecretPlaces | undefined;
}

const known = new WeakMap<Endpoint, OperationSecrets>();

/** The secrets of operations, by endpoint. */
export function operationSecrets(endpoint: Endpoint): OperationSecrets {
  const found = known.get(endpoint) ?? {
    request: endpoint.body && secretPlaces(endpoint.body),
    answer: inAnswer(endpoint),
  };
  known.set(endpoint, found);
  return found;
}

function inAnswer({ answer, result }: Endpoint): SecretPlaces | undefined {
  const places = secretPlaces(result);
  return !places || answer === 'plain' ? places : { members: new Map([['result', places]]) };
}

/**
 * Names of headers and query parameters with a credential, in any request: those of the platform, of its gateway and
 * its access control, of providers, and names with the same endings.
 */
const secretName =
  /^(?:cookie|set-cookie|auth|sig|jwt|key|token|session|cf-access-client-id|x-amz-credential)$|(?:authorization|secret|password|signature|assertion|credentials?)$|(?:^|[-_])(?:token|jwt|apikey)$|(?:api|auth|access|service|private|function)[-_]?key$/i;

/** Whether a header or query parameter with this name has a credential. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/**
 * Members that are secret in any JSON: the private parts of a JSON Web Key (RFC 7518, sections 6.2.2, 6.3.2 and 6.4),
 * and names used only for secrets.
 */
const secretMember =
  /^(?:k|d|p|q|dp|dq|qi|plaintext|cookie|set-cookie)$|(?:authorization|secret|password)$|(?:access|refresh|api|auth|bearer|session|read|gateway)_?token$|(?:api|auth|private|custom)[-_]?key$/i;

/** Whether a member with this name is a secret in any JSON object. */
export const isSecretMember = (name: string): boolean => secretMember.test(name);
