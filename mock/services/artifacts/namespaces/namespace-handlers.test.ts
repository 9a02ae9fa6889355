import { describe, expect, it } from 'vitest';
import { startArtifacts } from '../testing/artifacts-client.ts';

describe('a path that nobody knows', () => {
  it('is refused where a mock may not rest on what was only observed', async () => {
    expect((await startArtifacts({ basis: 'documented' }).send('GET', '/widgets')).status).toBe(501);
  });
});
