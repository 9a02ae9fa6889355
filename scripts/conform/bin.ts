#!/usr/bin/env node
/** The command of the package touchstone-conform. All it imports at first also loads on an old Node, which it refuses. */
import { explainOldNode } from '../../spec/node-version.ts';

const problem = explainOldNode();
if (problem === undefined) await import('./main.ts');
else {
  console.error(problem);
  process.exitCode = 2;
}
