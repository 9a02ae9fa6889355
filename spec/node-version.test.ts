import { describe, expect, it, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { explainOldNode, lowestNode } from './node-version.ts';

describe('the version of Node', () => {
  it('is the one that package.json asks for', () => {
    expect(manifest.engines.node).toBe(`>=${lowestNode}`);
  });

  it.each(['14.21.3', '18.20.8', '20.20.2', '22.17.1', '22.9.0'])('is too old: %s', (node) => {
    expect(explainOldNode({ node })).toBe(
      `Touchstone needs Node ${lowestNode} or later, and this is Node ${node}.`,
    );
  });

  it.each([
    { node: '22.18.0' },
    { node: '24.0.0' },
    { node: '100.1.0' },
    { node: '18.0.0', bun: '1.4.0' },
    { node: '18.0.0', deno: '2.9.0' },
    {},
  ])('is no problem: %j', (versions) => {
    expect(explainOldNode(versions)).toBeUndefined();
  });

  it('is no problem where Workers run, which claim to be an older one', () => {
    vi.stubGlobal('process', { versions: { node: '20.0.0' } });
    vi.stubGlobal('navigator', { userAgent: 'Node.js/20' });
    expect(explainOldNode()).toContain('Node 20.0.0');
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    expect(explainOldNode()).toBeUndefined();
    vi.stubGlobal('process', undefined);
    expect(explainOldNode()).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
