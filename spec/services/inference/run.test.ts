import { describe, expect, test } from 'vitest';
import { type RunOptions, runRequestSchema, webhookProblem } from './run.ts';

const run = { model: 'openai/gpt-5', input: { messages: [] } };
const webhookUrl = 'https://hooks.example.com/runs';

describe('the body of a run', () => {
  test.each([
    [run, true],
    [{ ...run, options: {} }, true],
    [{ ...run, options: { background: true, webhookUrl, webhookFormat: 'chat' } }, true],
    [{ ...run, options: { gateway: { id: 'default', cacheTtl: 60 }, extraHeaders: { a: 'b' } } }, true],
    [{ input: {} }, false],
    [{ ...run, model: 7 }, false],
    [{ model: 'openai/gpt-5' }, false],
    [{ ...run, input: 'Hello' }, false],
    [{ ...run, input: ['Hello'] }, false],
    [{ ...run, options: 'background' }, false],
    [{ ...run, options: { background: 'true' } }, false],
    [{ ...run, options: { background: true, webhookUrl: 'hooks' } }, false],
    [{ ...run, options: { background: true, webhookUrl: 'http://hooks.example.com' } }, false],
    [{ ...run, options: { background: true, webhookUrl: 'https://a:b@hooks.example.com' } }, false],
    [{ ...run, options: { background: true, webhookUrl, webhookFormat: 'xml' } }, false],
  ])('%j fits: %j', (body, fits) => {
    expect(runRequestSchema.safeParse(body).success).toBe(fits);
  });
});

describe('webhookProblem', () => {
  const cases: readonly [RunOptions, ReturnType<typeof webhookProblem>][] = [
    [{}, undefined],
    [{ background: true }, undefined],
    [{ background: true, webhookUrl }, undefined],
    [{ background: true, webhookUrl, webhookFormat: 'raw' }, undefined],
    [{ webhookUrl }, 'webhook-without-background'],
    [{ background: false, webhookUrl }, 'webhook-without-background'],
    [{ webhookFormat: 'raw' }, 'webhook-format-without-url'],
    [{ background: true, webhookFormat: 'chat' }, 'webhook-format-without-url'],
  ];
  test.each(cases)('finds in %j %s', (options, problem) => {
    expect(webhookProblem(options)).toBe(problem);
  });
});
