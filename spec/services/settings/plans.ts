import type { Zone } from '../zones/schemas.ts';

export type ZonePlan = Zone['plan']['legacy_id'];

const free = ['free', 'pro', 'business', 'enterprise'] as const;
const pro = ['pro', 'business', 'enterprise'] as const;
const business = ['business', 'enterprise'] as const;
const enterprise = ['enterprise'] as const;

/**
 * Plans that may change a setting, by the lowest of them; `none` for what nobody may change.
 * Which setting needs which is inferred, except for the conversion to Markdown.
 */
export const plansFrom = { free, pro, business, enterprise, none: [] } as const satisfies Readonly<
  Record<string, readonly ZonePlan[]>
>;

/** Plans that may switch the conversion to Markdown on: seed inference-and-conversion, Limits. */
export const conversionPlans: readonly ZonePlan[] = plansFrom.pro;

/**
 * Whether a zone may switch the conversion to Markdown on, be it by its setting or by a rule. A zone with
 * custom hostnames may on every plan: the seed counts "SaaS-zone customers" among those who may.
 *
 * @example
 * mayConvert({ plan: 'free', customHostnames: 0 }); // false
 */
export function mayConvert(zone: { readonly plan: ZonePlan; readonly customHostnames: number }): boolean {
  return conversionPlans.includes(zone.plan) || zone.customHostnames > 0;
}
