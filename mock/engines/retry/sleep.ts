/** Waits, in milliseconds; rejects with the signal's reason when it is aborted before or while waiting. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;
