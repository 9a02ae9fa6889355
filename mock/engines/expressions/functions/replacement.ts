import type { ByteString } from '../bytes.ts';

/** A replacement string in parts: bytes, or the number of a capture group. */
export type Replacement = readonly (ByteString | number)[];

const MAX_REFERENCES = 8;

/**
 * Reads a replacement string: `${1}` to `${8}` stand for capture groups, `$$` for a dollar sign.
 *
 * @returns the parts, or what is wrong with it
 */
export function parseReplacement(text: ByteString): Replacement | string {
  const parts: (ByteString | number)[] = [];
  let references = 0;
  for (const part of text.split(/(\$\$|\$\{[0-9]+\})/)) {
    const reference = /^\$\{([0-9]+)\}$/.exec(part)?.[1];
    if (reference === undefined) {
      parts.push(part === '$$' ? '$' : part);
    } else {
      const group = Number(reference);
      if (group < 1 || group > MAX_REFERENCES) return `\${${reference}} is not between \${1} and \${8}`;
      if (++references > MAX_REFERENCES) return 'there can be no more than eight replacement references';
      parts.push(group);
    }
  }
  return parts;
}

/** Fills in the capture groups; one that does not exist or took no part is empty. */
export function fillReplacement(
  parts: Replacement,
  group: (number: number) => ByteString | undefined,
): ByteString {
  return parts.map((part) => (typeof part === 'number' ? (group(part) ?? '') : part)).join('');
}

/** Judges a replacement string as an argument. */
export function checkReplacement(literal: unknown): string | undefined {
  const parts = parseReplacement(String(literal));
  return typeof parts === 'string' ? parts : undefined;
}
