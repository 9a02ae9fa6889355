import { explainOldNode } from './node-version.ts';
import { TouchstoneError } from './touchstone-error.ts';

// The first import of each entry point, so that an old Node fails here, in words, instead of later with a missing
// function.
const problem = explainOldNode();
if (problem !== undefined) throw new TouchstoneError('node-version', problem);
