const words = [
  'amber',
  'birch',
  'brook',
  'cedar',
  'cliff',
  'cloud',
  'coral',
  'dune',
  'ember',
  'fern',
  'field',
  'flint',
  'frost',
  'grove',
  'heath',
  'heron',
  'inlet',
  'ivory',
  'larch',
  'linen',
  'maple',
  'marsh',
  'meadow',
  'moss',
  'ocean',
  'olive',
  'pearl',
  'pine',
  'reed',
  'ridge',
  'slate',
  'willow',
] as const;

/** Characters of a name that stand in the label of a host: it holds 63, and a number follows. */
const longest = 40;

/**
 * The first label of a tenant's zone: what the tenant was called, as far as a host can say it, and its number.
 *
 * @example
 * tenantLabel(3, 'Shop with rules'); // 'shop-with-rules-3'
 */
export function tenantLabel(number: number, name: string | undefined): string {
  const slug = (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return `${slug === '' ? words[number % words.length] : slug}-${number}`;
}
