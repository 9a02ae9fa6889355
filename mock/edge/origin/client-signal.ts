/**
 * Aborts when the client of a request goes away. There is none on Deno, whose server aborts the signal of a
 * request that was answered well too, and complains on stderr about whoever listened.
 */
export function clientSignal(request: Request): AbortSignal | undefined {
  return 'Deno' in globalThis ? undefined : request.signal;
}
