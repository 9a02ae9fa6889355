/**
 * The cookies of a `Cookie` header. Names are percent-decoded and keep their case, values stay as they are,
 * and a repeated name collects its values: fact sheet token-validation, section 5.1.
 *
 * @example
 * parseCookies('session=a%20b; theme=dark').get('session') // ['a%20b']
 */
export function parseCookies(header: string): Map<string, string[]> {
  const cookies = new Map<string, string[]>();
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    const name = decodeName(pair.slice(0, equals).trim());
    if (name === '') continue;
    const value = unquote(pair.slice(equals + 1).trim());
    const values = cookies.get(name);
    if (values) values.push(value);
    else cookies.set(name, [value]);
  }
  return cookies;
}

/** RFC 6265 allows a value in double quotes, which are not part of it. */
function unquote(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
