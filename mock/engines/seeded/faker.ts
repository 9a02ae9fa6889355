import { faker as english } from '@faker-js/faker/locale/en';
import { createRandom } from './random.ts';

/** Generated words, names and addresses: deterministic by seed, if used synchronously. */
export const fakerFrom = createFaker();

/**
 * Our own faker: the library's exported instance may be seeded by anyone, and its class is exported only together with
 * all locales. It is seeded anew before each use, so it keeps no state.
 */
function createFaker(): (seed: number) => typeof english {
  let random = createRandom(0);
  // Seeding faker's own generator takes longer than a whole answer.
  const randomizer = { next: () => random.next() / 2 ** 32, seed: () => {} };
  const own: typeof english = Reflect.construct(english.constructor, [
    { locale: english.rawDefinitions, randomizer },
  ]);
  return (seed) => {
    random = createRandom(seed);
    return own;
  };
}
