import { describe, expect, test } from 'vitest';
import { completedRunSchema } from '../../../../spec/services/inference/background-runs.ts';
import { linkedPictureSchema } from '../../../../spec/services/inference/output.ts';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../../world/defaults.ts';

const params = { account_id: worldDefaults.accountId };

/** Requests a picture, and returns its URL. */
async function draw(mock: ReturnType<typeof createMock>, aspect_ratio: string): Promise<string> {
  const body = { model: 'google/nano-banana', input: { prompt: 'a cat', aspect_ratio } };
  const { body: answer } = await getClient(mock).call('inference.run', { params, body });
  return linkedPictureSchema.parse(completedRunSchema.parse(answer.result).result).image;
}

describe('a picture that an answer links to', () => {
  test('is gone after a reset, and does not exist under another id', async () => {
    const mock = createMock();
    const url = await draw(mock, '1:1');
    const other = url.replace(/[^/]+$/, '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7');
    expect((await mock.fetch(new Request(other))).status).toBe(404);
    mock.reset();
    expect((await mock.fetch(new Request(url))).status).toBe(404);
  });
});
