import type { Failure } from '../../failure.ts';

/**
 * The layer that produces an error of inference, which decides its shape on the run endpoints: Cloudflare OpenAPI
 * document.
 *
 * - `edge`: access, routing and method; the envelope with `result` null
 * - `runtime`: the runtime of hosted models; the envelope with `result` an object without members
 * - `gateway`: the layer before providers; `error` next to `errors`, and `result` an empty list
 */
const errorLayers = ['edge', 'runtime', 'gateway'] as const;

export type ErrorLayer = (typeof errorLayers)[number];

/** A failure with its layer. */
export interface LayeredFailure extends Failure {
  readonly layer: ErrorLayer;
}

/** Checks the shape of a catalogue at compile time, assigns a layer to every entry and keeps the names. */
export function getFailures<const T extends Readonly<Record<string, Failure>>>(
  layer: ErrorLayer,
  entries: T,
): { readonly [Name in keyof T]: LayeredFailure } {
  const layered = Object.entries(entries).map(([name, entry]) => [name, { ...entry, layer }]);
  return Object.fromEntries(layered); // Object.entries forgets the names, which stay as they were
}
