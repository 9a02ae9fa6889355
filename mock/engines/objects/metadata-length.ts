/** Length of custom metadata as it counts for its limit: fact sheet example-apps, section 1.7. */
export function metadataLength(metadata: Readonly<Record<string, string>>): number {
  return Object.entries(metadata)
    .flat()
    .reduce((sum, text) => sum + text.length * (isWide(text) ? 2 : 1), 0);
}

const wide = /[\u0100-\uffff]/;
const isWide = (text: string) => wide.test(text);
