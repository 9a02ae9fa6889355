import { algorithmMutants } from './algorithms.mutants.ts';
import { configurationMutants } from './configurations.mutants.ts';
import { credentialEditMutants, credentialReplacementMutants } from './credentials.mutants.ts';
import { edgeMutants } from './edge.mutants.ts';
import { edgeCredentialMutants } from './edge-credentials.mutants.ts';
import { edgeSourceMutants } from './edge-sources.mutants.ts';
import { edgeTimeMutants, edgeTokenMutants } from './edge-tokens.mutants.ts';
import { tokenEventMutants } from './events.mutants.ts';
import { tokenExpressionMutants } from './expressions.mutants.ts';
import { keyAcceptanceMutants } from './key-acceptance.mutants.ts';
import { keyAnswerMutants } from './key-answers.mutants.ts';
import { keyRefusalMutants } from './key-refusals.mutants.ts';
import { keyMutants } from './keys.mutants.ts';
import { previewMutants } from './previews.mutants.ts';
import { ruleBodyMutants } from './rule-bodies.mutants.ts';
import { ruleChangeMutants } from './rule-changes.mutants.ts';
import { ruleMutants } from './rules.mutants.ts';
import { selectorMutants } from './selectors.mutants.ts';
import { sourceMutants } from './sources.mutants.ts';

/** Wrong servers of token validation. */
export const tokenValidationMutants = [
  ...configurationMutants,
  ...sourceMutants,
  ...edgeSourceMutants,
  ...keyAcceptanceMutants,
  ...keyRefusalMutants,
  ...keyMutants,
  ...keyAnswerMutants,
  ...credentialReplacementMutants,
  ...credentialEditMutants,
  ...edgeCredentialMutants,
  ...ruleMutants,
  ...edgeMutants,
  ...previewMutants,
  ...tokenEventMutants,
  ...edgeTimeMutants,
  ...edgeTokenMutants,
  ...algorithmMutants,
  ...selectorMutants,
  ...tokenExpressionMutants,
  ...ruleBodyMutants,
  ...ruleChangeMutants,
];
