/**
 * What the body of an answer fails with. Some servers print it, and where in our code it comes from helps nobody who
 * asked for it.
 */
export function breakOff(message: string): TypeError {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}`;
  return error;
}
