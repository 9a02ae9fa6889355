import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { allRequirements } from '../../../spec/requirements.ts';
import {
  type JwtRecipe,
  type JwtVector,
  type JwtVectorConfiguration,
  jwtVectorSchema,
  requestHeaders,
} from '../../../spec/vectors/jwt.ts';
import { findSlot } from './configurations.ts';
import { forge, named } from './forge.ts';
import { type KeyStore, publicMembers } from './keys.ts';
import { askWitnesses } from './witnesses.ts';

/** The time at which templates are signed for the witnesses: any time gives the same answers. */
const RECORDED_AT = Date.UTC(2026, 0, 1) / 1000;

/** The claims of a valid token: it expires in the year 2100. */
const soundClaims = { sub: 'user-1', exp: 4_102_444_800 };

/**
 * Claims that don't affect validity. Each valid token gets those of its row, so that the vectors of a class differ in
 * their claims too.
 */
const furtherClaims: readonly Readonly<Record<string, z.core.util.JSONType>>[] = [
  {},
  { iat: 1_500_000_000 },
  { jti: 'a' },
  { aud: 'a' },
  { aud: ['a', 'b'] },
  { iss: 'https://issuer.example' },
  { nbf: 1_500_000_000 },
  { scope: 'read write' },
  { roles: ['reader'] },
  { email: 'user@a.example', email_verified: true },
  { azp: 'client' },
  { sid: 's', nonce: 'n' },
  { user: { id: 1 } },
  { tenant: null },
  { level: 3 },
  { region: { name: 'a', codes: [1, 2] } },
  { flags: [true, false] },
];

/**
 * The last column of a row in `vectors.tsv`: the changes to a valid token, which is signed with the row's key and sent
 * in `Authorization` after `Bearer`.
 */
interface Change extends Partial<Omit<JwtRecipe, 'header'>> {
  /** The whole header, or `params` to set in the header of the key. */
  readonly header?: JwtRecipe['header'];
  readonly params?: Readonly<Record<string, z.core.util.JSONType>>;
  /** Makes the token a template that is signed during the run. */
  readonly claims?: NonNullable<JwtVector['templates']>[string]['claims'];
  readonly leeway?: number;
  /** Headers of the request; `{{name}}` is replaced by a token. */
  readonly headers?: JwtVector['request']['headers'];
  readonly path?: string;
  /** Certainties that differ from the usual rule. */
  readonly present?: JwtVector['certainty']['present'];
  readonly valid?: JwtVector['certainty']['valid'];
}

/** A token that rows may refer to. */
interface NamedToken {
  readonly configuration: string;
  readonly slot: string;
  readonly change: Change;
}

/**
 * Makes the vectors of `vectors.tsv` and checks each with the witnesses. The file has three kinds of lines, with
 * tab-separated columns:
 *
 * - `# class: description` starts a class
 * - `=`, name, configuration, key, change: a token that the rows below may refer to
 * - id, title, requirement, verdict, configuration, key or names of tokens, change: a vector
 */
export async function buildVectors(
  keys: KeyStore,
  configurations: Readonly<Record<string, JwtVectorConfiguration>>,
): Promise<JwtVector[]> {
  const text = await readFile(join(import.meta.dirname, 'vectors.tsv'), 'utf8');
  const vectors: JwtVector[] = [];
  const tokens: Record<string, NamedToken> = {};
  let [name, place] = ['', 0];
  for (const line of text.split('\n').filter((each) => each !== '')) {
    if (line.startsWith('# ')) {
      [name, place] = [line.slice(2, line.indexOf(':')), 0];
      continue;
    }
    const columns = line.split('\t');
    if (columns[0] === '=') {
      const [, token = '', configuration = '', slot = '', change] = columns;
      tokens[token] = { configuration, slot, change: parseChange(change, keys) };
      continue;
    }
    const vector = buildVector(columns, name, place, tokens, keys);
    const configuration = named(configurations, vector.configuration);
    const headers = await requestHeaders(vector, keys, RECORDED_AT);
    const moment = { now: RECORDED_AT, leeway: vector.leeway ?? 0 };
    vectors.push({ ...vector, witnesses: await askWitnesses(configuration, headers, moment) });
    place += 1;
  }
  return vectors;
}

function buildVector(
  columns: readonly string[],
  name: string,
  place: number,
  tokens: Readonly<Record<string, NamedToken>>,
  keys: KeyStore,
): JwtVector {
  const [id, title, requirement = '', verdict, configuration = '', slot = '', changed] = columns;
  const change = parseChange(changed, keys);
  const made = change.claims
    ? {}
    : change.headers
      ? getTokens(slot)
      : { token: toRecipe(configuration, slot, change, place) };
  const forged = Object.entries(made).map(([token, recipe]) => [token, forge(recipe, keys)] as const);
  const fill = (text: string) =>
    forged.reduce((filled, [token, value]) => filled.replaceAll(`{{${token}}}`, value), text);
  const headers = change.headers ?? [['authorization', 'Bearer {{token}}']];
  const vector = jwtVectorSchema.parse({
    id,
    class: name,
    title,
    requirement,
    certainty: {
      present: change.present ?? certaintyOfPresence(verdict, headers.length),
      valid: change.valid ?? allRequirements.find((each) => each.id === requirement)?.certainty,
    },
    configuration,
    request: {
      method: 'GET',
      path: fill(change.path ?? `/vectors/${configuration}`),
      headers: headers.map(([header, value]) => [header, fill(value)]),
    },
    expected:
      verdict === 'valid'
        ? { present: true, valid: true, reason: null }
        : { present: verdict !== 'missing_token', valid: false, reason: verdict },
    ...(change.leeway === undefined ? {} : { leeway: change.leeway }),
    ...(change.claims ? { templates: { token: toTemplate(change.claims) } } : {}),
    ...(forged.length > 0 ? { made } : {}),
    witnesses: { jose: false, 'fast-jwt': false },
  });
  // Parsing sorts the members of recipes.
  return forged.length > 0 ? { ...vector, made } : vector;

  function getTokens(names: string): Record<string, JwtRecipe> {
    return Object.fromEntries(
      (names === '-' ? [] : names.split(' ')).map((token) => {
        const known = named(tokens, token);
        return [token, toRecipe(known.configuration, known.slot, known.change, place)];
      }),
    );
  }

  function toTemplate(claims: Change['claims']) {
    const { key, alg, kid } = findSlot(configuration, slot);
    return { key, header: { alg, kid }, claims };
  }
}

/** The recipe of a token by a configured key. */
function toRecipe(configuration: string, name: string, change: Change, place: number): JwtRecipe {
  const { key, alg, kid } = findSlot(configuration, name);
  const { secret, fault } = change;
  return {
    key: change.key ?? key,
    alg: change.alg ?? alg,
    header: change.header ?? { alg, kid, ...change.params },
    payload: change.payload ?? { ...soundClaims, ...furtherClaims[place % furtherClaims.length] },
    ...(secret === undefined ? {} : { secret }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/**
 * Parses a change. In it, `{ "$key": "p256" }` means the public members of a fixed key, and `{ "$times": 3, "text":
 * "a#" }` means `["a0", "a1", "a2"]`.
 */
function parseChange(text: string | undefined, keys: KeyStore): Change {
  return JSON.parse(text ?? '{}', (_, value) => {
    if (value?.$key !== undefined) {
      const { $key, ...more } = value;
      return { ...publicMembers(named(keys, $key)), ...more };
    }
    if (value?.$times === undefined) return value;
    return Array.from({ length: value.$times }, (_, index) => value.text.replace('#', String(index)));
  });
}

/**
 * The certainty that a token counts as present or absent: certain for a valid token or none, documented for an invalid
 * token, inferred for text that is not a token (Cloudflare docs, Configure JWT validation via the API).
 */
function certaintyOfPresence(verdict: string | undefined, headers: number): string {
  if (verdict === 'valid' || (verdict === 'missing_token' && headers === 0)) return 'seed';
  return verdict === 'missing_token' || verdict === 'malformed_token' ? 'inferred' : 'documented';
}
