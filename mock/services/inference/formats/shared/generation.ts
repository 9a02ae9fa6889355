import type { Generation } from '../../../../engines/models/backend.ts';

/** A {@link Generation} whose members may be undefined or null, as requests have them. */
export type LooseGeneration = {
  readonly [Name in keyof Generation]: Generation[Name] | null | undefined;
} & Pick<Generation, 'messages'>;

/** Leaves out what a request does not say. */
export function generation(loose: LooseGeneration): Generation {
  const { messages, ...rest } = loose;
  const said = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
  return { messages, ...Object.fromEntries(said) };
}
