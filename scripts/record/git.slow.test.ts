import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildRecipe, readRecipe, recipeNames } from '../../suites/artifacts/git/objects/recipe.ts';
import { idsByGit } from './git.ts';

/** Where there is no Git, its ids stand in the files all the same. */
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.each(recipeNames)('the recipe %s', (name) => {
  const recipe = readRecipe(name);

  it('makes the objects that Git made of it', () => {
    expect(buildRecipe(recipe).ids).toEqual(recipe.ids);
  });

  it.runIf(hasGit)('is what Git makes of it today', async () => {
    expect(await idsByGit(recipe)).toEqual(recipe.ids);
  });
});
