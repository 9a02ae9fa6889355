import type { Suite } from '../harness/suite.ts';
import { forksSuite } from './fork.suite.ts';
import { gitSuites } from './git/suites.ts';
import { gitAccessSuite } from './git-access.suite.ts';
import { gitCredentialsSuite } from './git-credentials.suite.ts';
import { importsSuite } from './import.suite.ts';
import { artifactListsSuite } from './lists.suite.ts';
import { namespacesSuite } from './namespaces.suite.ts';
import { artifactPermissionsSuite } from './permissions.suite.ts';
import { readingSuite } from './reading.suite.ts';
import { reposSuite } from './repos.suite.ts';
import { repositoryTokensSuite } from './tokens.suite.ts';

/** Suites for repositories: control plane, tokens, and Git. */
export const artifactsSuites: readonly Suite[] = [
  namespacesSuite,
  reposSuite,
  artifactListsSuite,
  repositoryTokensSuite,
  artifactPermissionsSuite,
  gitCredentialsSuite,
  gitAccessSuite,
  readingSuite,
  forksSuite,
  importsSuite,
  ...gitSuites,
];
