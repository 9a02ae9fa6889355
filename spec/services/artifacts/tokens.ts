import type { Jurisdiction } from './schemas.ts';

/** What stands in a token for where its repository is kept: fact sheet artifacts, section 6 (`u` is inferred). */
export const jurisdictionMarks: Readonly<Record<Jurisdiction, string>> = {
  unrestricted: 'x',
  eu: 'e',
  us: 'u',
};

/**
 * The secret of a token: what stands before `?expires=`, which only informs. Documents show `v1`, live tokens are
 * `v2`.
 */
export const tokenSecretPattern = /^art_v(?:1|2_[xeuf])_[0-9a-f]{40}$/;

/** The text of a token as it is handed out, once. */
export function tokenPlaintext(jurisdiction: Jurisdiction, hex40: string, expiresAt: number): string {
  return `art_v2_${jurisdictionMarks[jurisdiction]}_${hex40}?expires=${expiresAt}`;
}

/** The secret in the text of a token, with whatever suffix; nothing where it is none. */
export function tokenSecret(text: string): string | undefined {
  const [secret = ''] = text.split('?');
  return tokenSecretPattern.test(secret) ? secret : undefined;
}
