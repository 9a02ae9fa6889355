import type { JwtRecipe } from '../../../spec/vectors/jwt.ts';
import type { Jwk } from './key-store.ts';

/** A token about to be signed, which a fault may take apart. */
export interface Draft {
  readonly jwk: Jwk;
  readonly alg: string;
  /** The encoded header and payload. */
  readonly header: string;
  readonly payload: string;
  /** The recipe, for faults that write the parts anew. */
  readonly recipe: JwtRecipe;
  /** Signs a text with the key and the algorithm of the recipe, or with another algorithm. */
  sign(input: string, alg?: string): Buffer;
}

/** Base64url of a text, of bytes, or of the JSON of an object. */
export function encodePart(value: JwtRecipe['payload']): string {
  if (typeof value === 'string') return Buffer.from(value).toString('base64url');
  if (isBytes(value)) return Buffer.from(value.bytes, 'hex').toString('base64url');
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Whether a payload is given as bytes in hexadecimal, because it is no text. */
export function isBytes(value: JwtRecipe['payload']): value is { bytes: string } {
  return typeof value === 'object' && Object.keys(value).join() === 'bytes';
}

/** A compact token of encoded parts and a signature. */
export function compact(header: string, payload: string, signature: Uint8Array): string {
  return `${header}.${payload}.${Buffer.from(signature).toString('base64url')}`;
}

/** What a sound signer makes of a draft. */
export function soundToken({ header, payload, sign }: Draft): string {
  return compact(header, payload, sign(`${header}.${payload}`));
}

/** One way to get a token wrong, or to write it another way. */
export type Fault = (draft: Draft) => string;
