/** Words of a name in any spelling: `perPage`, `per_page` and `per-page` have the same. */
export function toWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** One spelling of a name, for comparison. */
export const toSnake = (name: string): string => (isSnake.test(name) ? name : toWords(name).join('_'));

const isSnake = /^[a-z\d]+(?:_[a-z\d]+)*$/;

/** A noun without the ending of its plural; good enough to compare two names. */
export function toSingular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}
