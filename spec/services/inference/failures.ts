import { documentedRuntimeFailures } from './failures/documented.ts';
import { inferredEdgeFailures, inferredRuntimeFailures } from './failures/inferred.ts';
import { observedEdgeFailures, observedRuntimeFailures } from './failures/observed.ts';

/** Failures of the inference endpoints that the gateway has no part in: fact sheet inference, section 7.1. */
export const inferenceFailures = {
  ...documentedRuntimeFailures,
  ...observedRuntimeFailures,
  ...observedEdgeFailures,
  ...inferredRuntimeFailures,
  ...inferredEdgeFailures,
};

export type InferenceFailureName = keyof typeof inferenceFailures;
