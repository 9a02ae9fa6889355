import { accessMutants } from './access.mutants.ts';
import { linkMutants } from './links.mutants.ts';
import { screenshotMutants } from './screenshots.mutants.ts';

/** Wrong servers of browser rendering. */
export const browserRenderingMutants = [...screenshotMutants, ...linkMutants, ...accessMutants];
