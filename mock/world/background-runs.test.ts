import { expect, it } from 'vitest';
import type { BackgroundRun } from '../../spec/services/inference/background-runs.ts';
import { inferenceLimits } from '../../spec/services/inference/limits.ts';
import { BackgroundRunRecords } from './background-runs.ts';

const run = (id: string): BackgroundRun => ({
  id,
  runId: id,
  state: 'Queued',
  model: 'openai/gpt-5',
  provider: 'openai',
  result: null,
  error: null,
  usage: {},
  created_at: '2030-01-01T00:00:00Z',
  completed_at: null,
  delivery: 'none',
});

it('drops the oldest run when there are too many', () => {
  const runs = new BackgroundRunRecords();
  for (let count = 0; count <= inferenceLimits.backgroundRuns; count++) runs.add(run(`run-${count}`));
  expect(runs.get('run-0')).toBeUndefined();
  expect(runs.get('run-1')).toBeDefined();
  expect(runs.get(`run-${inferenceLimits.backgroundRuns}`)).toBeDefined();
});

it('does not restore a dropped run by changing it', () => {
  const runs = new BackgroundRunRecords();
  const restore = runs.snapshot();
  runs.add(run('a'));
  runs.change('a', { state: 'Running' });
  expect(runs.get('a')?.state).toBe('Running');
  restore();
  runs.change('a', { state: 'Completed' });
  expect(runs.get('a')).toBeUndefined();
});
