/**
 * What a body fails with that a fault ends. It has no stack: Bun prints the error of a body that it sends, and that of a
 * fault must not look like one of this server's own.
 */
export function errorOnPurpose(message: string): TypeError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new TypeError(message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
