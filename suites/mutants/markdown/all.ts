import { pageMutants } from './pages.mutants.ts';

/** Wrong servers of the conversion to Markdown. */
export const markdownMutants = [...pageMutants];
