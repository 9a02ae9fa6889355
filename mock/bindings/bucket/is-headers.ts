/** Whether these are headers, from whatever realm or library, and not an object of options. */
export function isHeaders(value: object): value is Headers {
  return (
    'get' in value && typeof value.get === 'function' && 'has' in value && typeof value.has === 'function'
  );
}
