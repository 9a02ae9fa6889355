/** What a client gets: all at once, or a pack while it is made. */
export type UploadPackAnswer = Uint8Array | ReadableStream<Uint8Array>;
