import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { Attributes } from './attributes.ts';

const metadataFields = ['title', 'description', 'image'] as const;
export type MetadataField = (typeof metadataFields)[number];

/** What a page says of one field, best first: where it was said, counted over the page, and what. */
type Candidates = readonly { readonly place: number; readonly value: string }[];

const named: Readonly<Record<string, MetadataField>> = { title: 'title', description: 'description' };
const ofGraph: Readonly<Record<string, MetadataField>> = {
  'og:title': 'title',
  'og:description': 'description',
  'og:image': 'image',
};

/**
 * Collects the meta tags that frontmatter is made of: the name `title`, or else the property `og:title`, and so
 * on (seed inference-and-conversion, Conversion response). The first of each that has a value counts.
 */
export class Metadata {
  readonly #byName = new Map<MetadataField, { place: number; value: string }>();
  readonly #byProperty = new Map<MetadataField, { place: number; value: string }>();
  #place = 0;

  note(attributes: Attributes): void {
    const name = named[(attributes.get('name') ?? '').trim().toLowerCase()];
    const property = ofGraph[(attributes.get('property') ?? '').trim().toLowerCase()];
    if (name === undefined && property === undefined) return;
    const value = attributes.get('content') ?? '';
    if (value.trim() === '') return;
    const place = this.#place++;
    if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, { place, value });
    if (property !== undefined && !this.#byProperty.has(property)) {
      this.#byProperty.set(property, { place, value });
    }
  }

  of(field: MetadataField): Candidates {
    return [this.#byName.get(field), this.#byProperty.get(field)].filter((said) => said !== undefined);
  }
}

export interface Frontmatter {
  /** The block with its fences and the blank line behind; empty when no field has a value. */
  readonly text: string;
  /** Whether a field was left out because it is too long. */
  readonly omitted: boolean;
}

const fences = '---\n---\n'.length;
const encoder = new TextEncoder();

/**
 * The YAML frontmatter of a page. Where not all fits, `title` comes before `description` and that before
 * `image`, and a standard value that does not fit gives way to the Open Graph one (Cloudflare docs, Markdown
 * for Agents); lines stand in the order of the page's tags.
 */
export function frontmatter(metadata: Metadata): Frontmatter {
  const lines: { readonly place: number; readonly line: string }[] = [];
  let room = markdownLimits.frontmatterBytes - fences;
  let omitted = false;
  for (const field of metadataFields) {
    for (const { place, value } of metadata.of(field)) {
      const line = `${field}: ${yamlString(value)}\n`;
      const size = encoder.encode(line).length;
      if (size > room) {
        omitted = true;
        continue;
      }
      room -= size;
      lines.push({ place, line });
      break;
    }
  }
  if (lines.length === 0) return { text: '', omitted };
  lines.sort((a, b) => a.place - b.place);
  return { text: `---\n${lines.map(({ line }) => line).join('')}---\n`, omitted };
}

/** What a plain scalar must not begin with (YAML 1.2, section 7.3.3). */
const indicator = /^[-?:,[\]{}#&*!|>'"%@`~=<]/;
/** What would end a plain scalar, or make it a mapping. */
const inner = /: | #|:$|^\s|\s$/;
/** What YAML 1.2 or 1.1 reads as another type than a string. */
const otherType =
  /^(?:null|true|false|yes|no|on|off|y|n|[-+.]?[\d.][\d_,.:eExXoOabcdefABCDEF+-]*|[-+]?\.(?:inf|nan)|\d{4}-\d.*|\.{3})$/i;
/** What is not printable, or a line end to some reader (YAML 1.2, sections 5.1 and 5.4). */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;
const escapes = /["\\\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** A string as YAML that is read back as the same string: plain where that is safe, else in double quotes. */
export function yamlString(value: string): string {
  const special = indicator.test(value) || inner.test(value) || otherType.test(value) || value === '';
  if (!special && !unprintable.test(value)) return value;
  return `"${value.replace(escapes, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
