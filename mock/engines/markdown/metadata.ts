import type { Attributes } from './attributes.ts';

export const metadataFields = ['title', 'description', 'image'] as const;
export type MetadataField = (typeof metadataFields)[number];

/** What a page says of one field, best first: where it was said, counted over the page, and what. */
export type Candidates = readonly { readonly place: number; readonly value: string }[];

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
