/** The command line of the package touchstone-conform. */
import { runProgram } from '../run-program.ts';
import { createConformProgram } from './command.ts';

await runProgram(createConformProgram());
