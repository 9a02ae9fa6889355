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

/** Maximum characters of a name in the host label: a label has 63, and a number follows. */
const longest = 40;

/**
 * The first label of a tenant's zone: the tenant's name, as far as a host can contain it, and its number.
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
