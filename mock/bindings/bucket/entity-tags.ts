import type { EntityTag } from '../../engines/objects/index.ts';

/**
 * The tags of an `If-Match` or `If-None-Match` header as buckets read them: fact sheet example-apps, section 1.2. What
 * begins no tag ends the list, and `*` stands for all of it.
 *
 * @param header the value, and the lower-case name for what is said of it
 * @throws Error where it has no tag, or where a tag is not written as one
 * @example
 * parseEntityTags('W/"a", "b"', 'if-match'); // a weak one and a strong one
 */
export function parseEntityTags(value: string, header: string): readonly EntityTag[] {
  const tags: EntityTag[] = [];
  let rest = value;
  let isCommaDue = false;
  for (;;) {
    rest = rest.replace(/^[ \t]+/, '');
    const [first] = rest;
    if (first === ',') {
      rest = rest.slice(1);
      isCommaDue = false;
      continue;
    }
    if (first !== '*' && first !== '"' && first !== 'W') break;
    if (isCommaDue) throw new Error(`Comma was expected to separate etags. ${instead[first]}`);
    if (first === '*') return [{ type: 'any' }];
    const { tag, length } = readTag(rest);
    tags.push(tag);
    rest = rest.slice(length);
    isCommaDue = true;
  }
  if (tags.length === 0) throw new Error(`Invalid ETag in ${header} header`);
  return tags;
}

function readTag(text: string): { readonly tag: EntityTag; readonly length: number } {
  const isWeak = text.startsWith('W');
  if (isWeak && !text.startsWith('W/"'))
    throw new Error('Weak etags must start with W/ and their value must be quoted');
  const start = isWeak ? 3 : 1;
  const end = text.indexOf('"', start);
  if (end === -1) throw new Error('Unclosed double quote for Etag');
  return { tag: { type: isWeak ? 'weak' : 'strong', value: text.slice(start, end) }, length: end + 1 };
}

const instead = {
  '*': "Encountered a wildcard character '*' instead.",
  '"': `Encountered a double quote character '"' instead. This would otherwise indicate the start of a new strong etag.`,
  W: "Encountered a weak quotation character 'W' instead. This would otherwise indicate the start of a new weak etag.",
};
