import { ApiError } from '../../../spec/errors.ts';
import { type renderingEndpoints, renderingLimits } from '../../../spec/services/touchstone/renderings.ts';
import type { Service } from '../../api/call.ts';
import type { KeptRendering } from '../../world/rendering-shelf.ts';
import type { World } from '../../world/world.ts';

/** The operations that read what browser rendering rendered. */
export function createRenderingOperations(): Service<typeof renderingEndpoints> {
  return {
    'touchstone.rendering.list': ({ world, params, query }) => ({
      result: world.ensureAccount(params.account_id).renderings.newestFirst().slice(0, query.limit),
    }),

    'touchstone.rendering.get': ({ world, params }) => {
      const { rendering, answer } = getRendering(world, params);
      const { id, problem, media_type: mediaType } = rendering;
      if (answer === undefined || mediaType === null)
        throw new ApiError('rendering-not-kept', { id, what: 'the answer', reason: problem ?? tooLarge });
      return {
        written: answer,
        mediaType,
        headers: {
          'cache-control': 'no-store',
          'content-security-policy': "sandbox; default-src 'none'",
          'cross-origin-resource-policy': 'same-site',
          'x-content-type-options': 'nosniff',
        },
      };
    },

    'touchstone.rendering.request': ({ world, params }) => {
      const { rendering, request } = getRendering(world, params);
      if (request === undefined)
        throw new ApiError('rendering-not-kept', { id: rendering.id, what: 'the request', reason: tooLarge });
      return { result: JSON.parse(request) };
    },
  };
}

const tooLarge = `it is larger than ${renderingLimits.largest} bytes`;

interface RenderingParams {
  readonly account_id: string;
  readonly rendering_id: string;
}

/** @throws ApiError `rendering-unknown` */
function getRendering(world: World, { account_id, rendering_id: id }: RenderingParams): KeptRendering {
  const kept = world.ensureAccount(account_id).renderings.get(id);
  if (!kept) throw new ApiError('rendering-unknown', { id });
  return kept;
}
