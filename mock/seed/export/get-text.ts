/** Decodes bytes that are readable text. */
export function getText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /\p{Cc}/u.test(text.replaceAll(/[\t\n\r]/g, '')) ? undefined : text;
  } catch {
    return undefined; // It is no UTF-8.
  }
}
