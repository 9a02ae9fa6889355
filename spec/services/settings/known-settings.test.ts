import { describe, expect, it } from 'vitest';
import {
  type KnownSetting,
  knownSetting,
  knownSettings,
  mayConvert,
  settingNames,
  type ZonePlan,
} from './known-settings.ts';

const all = Object.entries(knownSettings) as [string, KnownSetting][];

describe('the known settings', () => {
  it.each(all)('%s has an initial value that it accepts', (_, { value, default: initial }) => {
    expect(value.safeParse(initial).data).toEqual(initial);
  });

  it.each(all)('%s refuses a value that no setting accepts', (_, { value }) => {
    for (const wrong of [undefined, null, Number.NaN]) expect(value.safeParse(wrong).success).toBe(false);
  });

  it('are found by name only', () => {
    expect(knownSetting('content_converter')).toBe(knownSettings.content_converter);
    for (const name of ['', 'nonsense', 'toString', '__proto__']) expect(knownSetting(name)).toBeUndefined();
  });

  it('are listed once each', () => {
    expect(new Set(settingNames).size).toBe(all.length);
  });

  it.each([
    ['content_converter', ['pro', 'business', 'enterprise']],
    ['true_client_ip_header', ['enterprise']],
    ['ssl', ['free', 'pro', 'business', 'enterprise']],
    ['advanced_ddos', []],
  ] as const)('%s can be changed on some plans', (name, plans) => {
    expect(knownSettings[name].plans).toEqual(plans);
  });
});

describe('mayConvert', () => {
  it.each<[ZonePlan, number, boolean]>([
    ['free', 0, false],
    ['free', 1, true],
    ['pro', 0, true],
    ['business', 0, true],
    ['enterprise', 0, true],
  ])('a zone on the plan %s with %i custom hostnames: %s', (plan, customHostnames, expected) => {
    expect(mayConvert({ plan, customHostnames })).toBe(expected);
  });
});
