import type { GatewayPass } from '../../gateway-request.ts';
import type { BackgroundRuns } from '../background/background-runs.ts';
import type { Batches } from '../batches/batches.ts';
import type { RunParts } from './run-parts.ts';

/** The dependencies of runs in the input of the model, in addition to those of every run. */
export interface RunHandlerParts extends RunParts {
  readonly gateway: GatewayPass;
  readonly background: BackgroundRuns;
  readonly batches: Batches;
}
