import { describe, expect, it } from 'vitest';
import { failures as catalogue } from '../../errors.ts';
import type { Failure } from '../../failure.ts';
import {
  gatewayError,
  gatewayErrorSchema,
  runtimeError,
  runtimeErrorSchema,
} from '../inference/error-shapes.ts';
import { inferenceFailures } from '../inference/failures.ts';
import { aiGatewayFailures } from './failures.ts';

const own = { ...inferenceFailures, ...aiGatewayFailures };
const all: Readonly<Record<string, Failure>> = { ...catalogue, ...own };

describe('the failures of inference and its gateway', () => {
  it('take no name twice', () => {
    const names = [inferenceFailures, aiGatewayFailures].flatMap((failures) => Object.keys(failures));
    expect(new Set(names).size).toBe(names.length);
  });

  it('give every invented failure a code of its own', () => {
    const shared = Object.entries(own).filter(
      ([name, { wording, code }]) =>
        wording === 'invented' &&
        Object.entries(all).some(([other, failure]) => other !== name && failure.code === code),
    );
    expect(shared.map(([name]) => name)).toEqual([]);
  });

  it.each(Object.entries(own))('%s makes a body of its layer', (_, { layer, status, code, message }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    if (layer === 'runtime')
      expect(runtimeErrorSchema.safeParse(runtimeError(code, message)).success).toBe(true);
    if (layer === 'gateway') {
      expect(gatewayErrorSchema.safeParse(gatewayError(status, code, message)).success).toBe(true);
    }
    if (layer === 'runtime') expect(message).toMatch(/^AiError: /);
  });
});
