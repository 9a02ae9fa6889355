import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { Attributes } from './attributes.ts';

const metadataFields = ['title', 'description', 'image'] as const;
export type MetadataField = (typeof metadataFields)[number];

/** A page's values for one field, best first, each with its order on the page. */
type Candidates = readonly { readonly place: number; readonly value: string }[];

const named: Readonly<Record<string, MetadataField>> = { title: 'title', description: 'description' };
const ofGraph: Readonly<Record<string, MetadataField>> = {
  'og:title': 'title',
  'og:description': 'description',
  'og:image': 'image',
};

/**
 * Collects the meta tags for the frontmatter: the name `title`, or else the property `og:title`, and so on (seed
 * inference-and-conversion, Conversion response). The first non-empty value of each counts.
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
    return [this.#byName.get(field), this.#byProperty.get(field)].filter((entry) => entry !== undefined);
  }
}

export interface Frontmatter {
  /** The block with its fences and the blank line after it; empty if no field has a value. */
  readonly text: string;
  /** Whether a field was omitted because it is too long. */
  readonly omitted: boolean;
}

const fences = '---\n---\n'.length;
const encoder = new TextEncoder();

/**
 * The YAML frontmatter of a page. If space is short, `title` takes precedence over `description`, and that over
 * `image`; a standard value that does not fit gives way to the Open Graph one (Cloudflare docs, Markdown for Agents).
 * Lines are in the order of the page's tags.
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

/** Characters that may not begin a plain scalar (YAML 1.2, section 7.3.3). */
const indicator = /^[-?:,[\]{}#&*!|>'"%@`~=<]/;
/** Sequences that would end a plain scalar, or make it a mapping. */
const inner = /: | #|:$|^\s|\s$/;
/** Values that YAML 1.2 or 1.1 reads as another type than a string. */
const otherType =
  /^(?:null|true|false|yes|no|on|off|y|n|[-+.]?[\d.][\d_,.:eExXoOabcdefABCDEF+-]*|[-+]?\.(?:inf|nan)|\d{4}-\d.*|\.{3})$/i;
/** Characters that are not printable, or a line end to some reader (YAML 1.2, sections 5.1 and 5.4). */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;
const escapes = /["\\\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** A string as YAML that reads back as the same string: plain if safe, else in double quotes. */
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
