import { decodeSegment } from '../../../url.ts';

/**
 * The texts that a request may mean as a token of a repository: that of `Bearer`, or the password of `Basic`, whoever
 * the user is, as it stands and percent-decoded. Fact sheet artifacts, section 6.
 *
 * @returns undefined where there are no credentials of these two kinds
 */
export function tokensOf(authorization: string | null): readonly string[] | undefined {
  const [, scheme = '', value = ''] = /^(\S+)[ \t]+(\S+)[ \t]*$/.exec(authorization ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return [value];
    case 'basic': {
      const password = passwordOf(value);
      if (password === undefined) return [];
      const decoded = decodeSegment(password);
      return decoded === undefined || decoded === password ? [password] : [password, decoded];
    }
    default:
      return undefined;
  }
}

/** RFC 7617: what stands behind the first colon. */
function passwordOf(base64: string): string | undefined {
  try {
    const pair = atob(base64);
    const colon = pair.indexOf(':');
    return colon === -1 ? undefined : pair.slice(colon + 1);
  } catch {
    return undefined;
  }
}
