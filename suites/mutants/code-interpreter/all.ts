import { programMutants } from './programs.mutants.ts';
import { requestMutants } from './requests.mutants.ts';
import { stepMutants } from './steps.mutants.ts';

/** Wrong code interpreters. */
export const codeInterpreterMutants = [...requestMutants, ...stepMutants, ...programMutants];
