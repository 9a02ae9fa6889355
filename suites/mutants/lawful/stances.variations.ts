import { z } from 'zod';
import { type Stance, type StanceId, stanceList } from '../../../spec/stances/index.ts';
import { defineVariations, type Variation } from './variation.ts';

/** Stances whose other value a seed rules out, with the seed's sentence. */
const unlawful: ReadonlySet<StanceId> = new Set([
  // Seed token-validation, Endpoints 2: normalized credentials in `result`.
  'token-validation.credentials.place',
  // Seed token-validation, Token source rules: the exact text `Bearer`, with a capital B.
  'edge.bearer.any-case',
]);

/** Suites that may notice a variation, by the first part of a stance. */
const suitesByService: Readonly<Record<string, readonly string[]>> = {
  v4: ['v4', 'inference/access', 'artifacts/repos'],
  edge: [
    'token-validation/edge',
    'token-validation/events',
    'rulesets',
    'custom-hostnames',
    'markdown/switching',
  ],
};

/** Every stance with a switch, with each other value, or one of many. */
export const stanceVariations = defineVariations(
  stanceList.flatMap(([id, stance]): Variation[] => {
    if (stance.switch === undefined || stance.basis === 'seed' || unlawful.has(id)) return [];
    const { number, heading } = stance.record;
    const [first = ''] = id.split('.');
    return getOtherValues(stance).map((value) => ({
      id: `${id} ${value}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      because: `Decision ${number}, ${heading}: ${stance.question}`,
      suites: suitesByService[first] ?? [first],
      mock: { stances: { [id]: value } },
    }));
  }),
);

function getOtherValues({ values, mock, switch: way }: Stance): readonly (string | number | boolean)[] {
  if (typeof mock === 'boolean') return [!mock];
  if (values instanceof z.ZodEnum) return values.options.filter((one) => one !== mock);
  if (values instanceof z.ZodLiteral)
    return [...values.values].flatMap((one) => (one === mock ? [] : [Number(one)]));
  if (typeof mock === 'string') return [];
  if (typeof way === 'object' && 'success' in way) return [mock === 200 ? 201 : 200];
  const isStatus = values.safeParse(599).success && !values.safeParse(600).success;
  if (!isStatus) return [mock + 1];
  return mock < 300 ? [mock === 200 ? 201 : 200] : [mock === 404 ? 400 : 404];
}
