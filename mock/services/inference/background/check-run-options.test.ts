import { expect, it } from 'vitest';
import type { ApiError } from '../../../../spec/errors.ts';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';
import { checkRunOptions } from './check-run-options.ts';

const webhookUrl = 'https://hooks.example.com/runs';

function findProblem(options: RunOptions | undefined): Pick<ApiError, 'failure' | 'pointer'> | undefined {
  try {
    checkRunOptions(options);
    return undefined;
  } catch (error) {
    const { failure, pointer } = error as ApiError; // the only thing it throws; a test of another fails below
    return { failure, pointer };
  }
}

it.each<[RunOptions | undefined]>([
  [undefined],
  [{}],
  [{ background: false }],
  [{ background: true }],
  [{ background: true, webhookUrl }],
  [{ background: true, webhookUrl, webhookFormat: 'chat' }],
])('takes %j', (options) => {
  expect(findProblem(options)).toBeUndefined();
});

it.each<[RunOptions, string, string]>([
  [{ webhookUrl }, 'webhook-without-background', '/options/webhookUrl'],
  [{ background: false, webhookUrl }, 'webhook-without-background', '/options/webhookUrl'],
  [
    { background: false, webhookUrl, webhookFormat: 'raw' },
    'webhook-without-background',
    '/options/webhookUrl',
  ],
  [{ webhookFormat: 'raw' }, 'webhook-format-without-url', '/options/webhookFormat'],
  [{ background: true, webhookFormat: 'chat' }, 'webhook-format-without-url', '/options/webhookFormat'],
])('refuses %j', (options, failure, pointer) => {
  expect(findProblem(options)).toEqual({ failure, pointer });
});
