/** The same path for all ways to encode its segments. */
export const toUsualPath = (path: string): string =>
  /^[\w.~/-]*$/.test(path) ? path : path.split('/').map(toUsual).join('/');

function toUsual(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return encodeURIComponent(segment);
  }
}
