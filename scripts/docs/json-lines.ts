/**
 * Formats JSON as a person would: a value that fits stays on one line.
 *
 * @param width of a line in characters
 * @example
 * jsonLines({ a: [1, 2] }) // '{ "a": [1, 2] }'
 */
export function jsonLines(value: unknown, width = 100, indent = ''): string {
  const flat = flatJson(value);
  if (indent.length + flat.length <= width || typeof value !== 'object' || value === null) return flat;
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item: unknown) => jsonLines(item, width, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${jsonLines(item, width, deeper)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => deeper + item).join(',\n')}\n${indent}${close}`;
}

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${flatJson(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
