import { clientSignal } from '../../edge/origin/forwarded-headers.ts';

/** What of a request is to be another. */
export interface Remade {
  readonly headers?: Headers;
  readonly body?: BodyInit | null;
}

/**
 * A request with other headers or another body. It is made of its parts: what a server hands us need not be a Request
 * that another one can be made of.
 */
export function remakeRequest(
  request: Request,
  { headers = request.headers, body = request.body }: Remade,
): Request {
  const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, redirect: 'manual' };
  const signal = clientSignal(request);
  if (signal) init.signal = signal;
  // A stream has to say that it is sent while answers may come; the DOM types lack that member.
  if (body !== null) Object.assign(init, { body, duplex: 'half' });
  return new Request(request.url, init);
}
