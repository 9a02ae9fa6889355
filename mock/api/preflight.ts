/** Whether a browser asks if a page may send a request to another origin: Fetch standard, section 3.3.2. */
export function isPreflight({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
}

/** Explains why a preflight request was not granted, which the browser shows only as an error of CORS. */
export function explainPreflight({ headers }: Pick<Request, 'headers'>): string {
  const origin = headers.get('origin');
  const method = headers.get('access-control-request-method');
  return `A browser asks if a page of ${origin} may send a ${method} request (CORS). It may not: start the server with --cors ${origin} (cors of listen).`;
}
