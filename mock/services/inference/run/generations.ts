import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Generation } from '../../../engines/models/backend.ts';

/**
 * What requests ask of the engine, made once for those that come again: a body that nobody can change asks for the
 * same each time, and whoever remembers answers knows what it asks for without reading it.
 *
 * @example
 * generations.of(model, input, () => toGeneration(input));
 */
export class Generations {
  readonly #known = new WeakMap<object, { readonly model: ModelEntry; readonly generation: Generation }>();

  /** @param make what is asked for, by the input and the model alone */
  of(model: ModelEntry, input: object, make: () => Generation): Generation {
    const known = this.#known.get(input);
    if (known?.model === model) return known.generation;
    const generation = make();
    if (Object.isFrozen(input)) this.#known.set(input, { model, generation });
    return generation;
  }
}
