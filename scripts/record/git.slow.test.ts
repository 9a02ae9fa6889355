import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildRecipe, readRecipe, recipeNames } from '../../suites/artifacts/git/objects/recipe.ts';
import { idsByGit } from './git.ts';

/** Without Git, the ids are still in the files. */
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.each(recipeNames)('the recipe %s', (name) => {
  const recipe = readRecipe(name);

  it('makes the same objects as Git did', () => {
    expect(buildRecipe(recipe).ids).toEqual(recipe.ids);
  });

  it.runIf(hasGit)('matches what Git makes today', async () => {
    expect(await idsByGit(recipe)).toEqual(recipe.ids);
  });
});
