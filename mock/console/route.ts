import { useEffect, useState } from 'preact/hooks';

/** The place that the address bar names: `#/zones/{id}?tab=rules`. */
export interface Route {
  /** Decoded segments of the path; the first names the page. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads a hash. A segment that is no valid percent-encoding stays as it is. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    segments: path.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(query),
  };
}

/** Writes a hash for a link. */
export function hashTo(segments: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const path = segments.map(encodeURIComponent).join('/');
  const rest = new URLSearchParams(query).toString();
  return `#/${path}${rest === '' ? '' : `?${rest}`}`;
}

/** The current route. Renders again when it changes. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return readRoute(hash);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
