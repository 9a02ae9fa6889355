/**
 * Normalises a path: decodes unnecessary escapes, writes other escapes in upper case, and resolves dot segments (RFC
 * 3986, sections 6.2.2.1 to 6.2.2.3).
 *
 * @example
 * normalizePath('/a/./b/../%7euser/%2f') // '/a/~user/%2F'
 */
export function normalizePath(path: string): string {
  if (!/%|\/\./.test(path)) return path;
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : encoded.toUpperCase();
  });
  const kept: string[] = [];
  const segments = decoded.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    if (segment !== '.' && segment !== '..') {
      kept.push(segment);
      continue;
    }
    if (segment === '..') kept.pop();
    if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
}
