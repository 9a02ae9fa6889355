/** Characters that are shown at either end. */
const shown = 4;

/**
 * What is shown of a secret: its ends, and nothing of one that these would give away (inferred).
 *
 * @example
 * previewSecret('sk-proj-0123456789abcdef') // 'sk-p...cdef'
 */
export function previewSecret(secret: string): string {
  return secret.length < shown * 4 ? '...' : `${secret.slice(0, shown)}...${secret.slice(-shown)}`;
}
