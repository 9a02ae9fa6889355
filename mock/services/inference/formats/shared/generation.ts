import type { Generation } from '../../../../engines/models/backend.ts';

/** A {@link Generation} whose members may be undefined or null, as requests have them. */
export type LooseGeneration = {
  readonly [Name in keyof Generation]: Generation[Name] | null | undefined;
} & Pick<Generation, 'messages'>;

/** Leaves out what a request does not say. */
export function generation(loose: LooseGeneration): Generation {
  const said: Record<string, unknown> = {};
  for (const name in loose) {
    const value = loose[name as keyof Generation]; // The name comes from there.
    if (value !== undefined && value !== null) said[name] = value;
  }
  return said as unknown as Generation; // Messages are there, and all else may be left out.
}
