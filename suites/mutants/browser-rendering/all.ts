import { screenshotMutants } from './screenshots.mutants.ts';

/** Wrong servers of browser rendering. */
export const browserRenderingMutants = [...screenshotMutants];
