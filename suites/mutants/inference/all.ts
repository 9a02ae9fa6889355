import { backgroundMutants } from './background.mutants.ts';
import { chatMutants } from './chat.mutants.ts';

/** Wrong servers of inference. */
export const inferenceMutants = [...backgroundMutants, ...chatMutants];
