#!/usr/bin/env node
/** The command of the package. All it imports at first also loads on an old Node, which it refuses. */
import nodeModule from 'node:module';
import { explainOldNode } from '../spec/node-version.ts';

const problem = explainOldNode();
if (problem === undefined) {
  // Otherwise Node compiles the same files at each start. Deno has no such function.
  nodeModule.enableCompileCache?.();
  await import('./touchstone.ts');
} else {
  console.error(problem);
  process.exitCode = 2;
}
