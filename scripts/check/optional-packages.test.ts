import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installCommand, installRendering } from '../../mock/engines/optional-packages.ts';

const root = join(import.meta.dirname, '../..');

describe('the commands that install optional packages', () => {
  it.each([
    ['docs/rendering.md', installRendering()],
    ['docs/recipes.md', installRendering()],
    ['docs/models.md', installCommand('@ai-sdk/openai-compatible')],
    ['docs/applications.md', installCommand('pyodide')],
    ['docs/recipes.md', installCommand('pyodide')],
  ])('are those of %s', (page, command) => {
    expect(readFileSync(join(root, page), 'utf8')).toContain(`\`${command}\``);
  });
});
