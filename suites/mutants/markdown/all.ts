import { documentMutants } from './document.mutants.ts';
import { headerMutants } from './headers.mutants.ts';
import { negotiationMutants } from './negotiation.mutants.ts';
import { pageMutants } from './pages.mutants.ts';

/** Wrong servers of the conversion to Markdown. */
export const markdownMutants = [...pageMutants, ...negotiationMutants, ...headerMutants, ...documentMutants];
