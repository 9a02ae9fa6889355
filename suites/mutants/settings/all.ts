import { conversionMutants } from './conversion.mutants.ts';

/** Wrong servers of the settings of zones. */
export const settingsMutants = [...conversionMutants];
