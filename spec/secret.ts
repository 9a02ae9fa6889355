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
  /** The whole value is one. */
  readonly whole?: true;
  /** In members, by name. */
  readonly members?: ReadonlyMap<string, SecretPlaces>;
  /** In every other member, and in every item. */
  readonly each?: SecretPlaces;
}

/**
 * Where a schema has secrets; undefined where it has none.
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

/** Where any of several schemas has secrets. */
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

/** Where an operation has secrets: in the JSON body of its request, and in that of its answer. */
export interface OperationSecrets {
  readonly request: SecretPlaces | undefined;
  readonly answer: SecretPlaces | undefined;
}

const known = new WeakMap<Endpoint, OperationSecrets>();

/** Where an operation has secrets, by its endpoint. */
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
 * Names of headers and of parameters of a query whose value is a credential, in whatever request: those of the
 * platform, of its gateway and its access control, of providers, and those that end as they do.
 */
const secretName =
  /^(?:cookie|set-cookie|auth|sig|jwt|key|token|session|cf-access-client-id|x-amz-credential)$|(?:authorization|secret|password|signature|assertion|credentials?)$|(?:^|[-_])(?:token|jwt|apikey)$|(?:api|auth|access|service|private|function)[-_]?key$/i;

/** Whether a header or a parameter of a query has a credential for its value, by its name. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/**
 * Members whose text is a secret in whatever JSON they stand: the private parts of a JSON Web Key (RFC 7518, sections
 * 6.2.2, 6.3.2 and 6.4), and names that nothing else has.
 */
const secretMember =
  /^(?:k|d|p|q|dp|dq|qi|plaintext|cookie|set-cookie)$|(?:authorization|secret|password)$|(?:access|refresh|api|auth|bearer|session|read|gateway)_?token$|(?:api|auth|private|custom)[-_]?key$/i;

/** Whether a member of any JSON object is a secret, by its name. */
export const isSecretMember = (name: string): boolean => secretMember.test(name);
