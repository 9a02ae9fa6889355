import type { GatewayPass } from '../../gateway-request.ts';
import type { BackgroundRuns } from '../background/background-runs.ts';
import type { Batches } from '../batches/batches.ts';
import type { RunParts } from './run-parts.ts';

/** What runs in the input of the model need beside what every run does. */
export interface RunHandlerParts extends RunParts {
  readonly gateway: GatewayPass;
  readonly background: BackgroundRuns;
  readonly batches: Batches;
}
