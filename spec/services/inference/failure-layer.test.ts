import { describe, expect, test } from 'vitest';
import { layerOf } from './failure-layer.ts';

describe('layerOf', () => {
  test.each([
    ['permission-missing', 'chat-completions', 'edge'],
    ['route-unknown', 'run', 'edge'],
    ['body-invalid', 'run', 'edge'],
    ['body-invalid', 'chat-completions', 'runtime'],
    ['json-malformed', 'messages', 'runtime'],
    ['body-too-large', 'responses', 'runtime'],
    ['model-unknown', 'run', 'runtime'],
    ['webhook-without-background', 'run', 'edge'],
    ['gateway-rate-limited', 'messages', 'gateway'],
  ] as const)('says of %s in %s %s', (failure, format, layer) => {
    expect(layerOf(failure, format)).toBe(layer);
  });
});
