/**
 * How certain a fact is, strongest first.
 *
 * - `seed`: stated by one of the seed documents of this project.
 * - `documented`: stated by public documentation, an SDK or a published schema.
 * - `observed`: seen in a test, a recorded exchange, an issue or source code.
 * - `inferred`: a deduction; the platform may do otherwise.
 * - `schema`: made from the schemas of an OpenAPI document alone; nobody has looked at the operation.
 */
export const certainties = ['seed', 'documented', 'observed', 'inferred', 'schema'] as const;

export type Certainty = (typeof certainties)[number];

/**
 * Whether `actual` is at least as certain as `required`.
 *
 * @example
 * restsOnAtLeast('seed', 'documented') // true
 * restsOnAtLeast('inferred', 'documented') // false
 */
export function restsOnAtLeast(actual: Certainty, required: Certainty): boolean {
  return certainties.indexOf(actual) <= certainties.indexOf(required);
}

/** The weaker of two certainties: that of an answer that depends on both. */
export function weaker(a: Certainty, b: Certainty): Certainty {
  return certainties.indexOf(a) >= certainties.indexOf(b) ? a : b;
}
