import { aiGatewayMutants } from './ai-gateway/all.ts';
import { artifactsMutants } from './artifacts/all.ts';
import { boundMutants } from './bounds.ts';
import { browserRenderingMutants } from './browser-rendering/all.ts';
import { codeInterpreterMutants } from './code-interpreter/all.ts';
import { customHostnamesMutants } from './custom-hostnames/all.ts';
import { inferenceMutants } from './inference/all.ts';
import { markdownMutants } from './markdown/all.ts';
import { defineMutants } from './mutant.ts';
import { objectStorageMutants } from './object-storage/all.ts';
import { rulesetsMutants } from './rulesets/all.ts';
import { settingsMutants } from './settings/all.ts';
import { tokenValidationMutants } from './token-validation/all.ts';
import { v4Mutants } from './v4/all.ts';

/** Every wrong server. */
export const allMutants = defineMutants([
  ...v4Mutants,
  ...tokenValidationMutants,
  ...rulesetsMutants,
  ...settingsMutants,
  ...customHostnamesMutants,
  ...markdownMutants,
  ...inferenceMutants,
  ...aiGatewayMutants,
  ...browserRenderingMutants,
  ...artifactsMutants,
  ...objectStorageMutants,
  ...codeInterpreterMutants,
  ...boundMutants,
]);
