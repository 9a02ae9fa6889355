/** A whole answer, as it is kept. Headers are pairs, so that a name that comes twice stays two. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** An answer whose body may still be on its way. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The bytes an answer takes in the cache: its body and its headers, which are counted as ASCII. */
export function sizeOf({ headers, body }: WholeAnswer): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
}
