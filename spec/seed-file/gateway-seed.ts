import { z } from 'zod';
import { customProviderCreateBody } from '../services/ai-gateway/custom-providers.ts';
import { gatewayCreateBody } from '../services/ai-gateway/gateway.ts';
import { defaultAlias, providerConfigCreateBody } from '../services/ai-gateway/provider-configs.ts';
import { routeCreateBody } from '../services/ai-gateway/routes.ts';
import { deepStrict } from './deep-strict.ts';

const { id, ...settings } = deepStrict(gatewayCreateBody).shape;
const { alias, default_config, ...key } = deepStrict(providerConfigCreateBody).shape;

/** A gateway of inference, with what the API lets it be set to; what is left out is as in a fresh one. */
export const gatewaySeedSchema = z
  .strictObject({
    id: id.describe('Its name; of a gateway that is there already, what follows is added.'),
    ...z.object(settings).partial().shape,
    provider_configs: z
      .array(
        z.strictObject({
          alias: alias.optional().describe(`Default \`${defaultAlias}\`.`),
          default_config: default_config
            .optional()
            .describe('Default: whether its alias is the default one.'),
          ...key,
        }),
      )
      .optional()
      .describe('Stored keys of providers.'),
    routes: z.array(deepStrict(routeCreateBody)).optional().describe('Dynamic routes.'),
  })
  .meta({ id: 'Gateway' });

export type GatewaySeed = z.output<typeof gatewaySeedSchema>;

/** A provider of one's own. */
export const customProviderSeedSchema = deepStrict(customProviderCreateBody).meta({ id: 'CustomProvider' });
