import type { ModelBackend } from '../engines/models/backend.ts';
import { countTokens } from '../engines/models/scripted/tokens.ts';
import type { World } from '../world/world.ts';
import { createGatewayPass, type GatewayPassParts } from './ai-gateway/pass/create-gateway-pass.ts';
import { createBackgroundRuns } from './inference/background/background-runs.ts';
import type { WebhookOptions } from './inference/background/webhook-sender.ts';
import { createBatches } from './inference/batches/batches.ts';
import { Catalogue } from './inference/catalogue/catalogue.ts';
import { KeptResponses } from './inference/run/kept-responses.ts';
import type { RunHandlerParts } from './inference/run/run-parts.ts';

/** What the runs of one mock share, with ways to reset it. */
export interface SharedRunParts extends RunHandlerParts {
  /** Ends runs and batches in the background. */
  stop(): void;
  /** Ends them, and clears the caches and counters. */
  reset(): void;
}

/** The options of a mock that concern runs. */
export interface RunPartsOptions extends Pick<GatewayPassParts, 'gatewayHeader' | 'scanner'> {
  readonly world: World;
  readonly backend: ModelBackend;
  /** Whether a reply or a map of models names a model. */
  readonly namesModel: Catalogue['names'];
  readonly webhooks: WebhookOptions | undefined;
}

/** Creates what the runs of one mock share: the gateway, and the background work. */
export function createRunParts(options: RunPartsOptions): SharedRunParts {
  const { world, backend, namesModel, gatewayHeader, scanner, webhooks } = options;
  const gateway = createGatewayPass({ world, gatewayHeader, scanner });
  const background = createBackgroundRuns({ world, webhooks });
  const batches = createBatches({ newId: () => world.ids.uuid() });
  const kept = new KeptResponses(world);
  const stop = () => {
    background.reset();
    batches.reset();
  };
  return {
    world,
    catalogue: new Catalogue(world, namesModel),
    backend,
    countTokens,
    kept,
    gateway,
    background,
    batches,
    stop,
    reset() {
      stop();
      gateway.reset();
    },
  };
}
