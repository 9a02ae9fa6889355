import type { endpoints } from '../../../spec/services/artifacts/endpoints.ts';
import type { Service } from '../../api/call.ts';
import type { ArtifactsParts } from './artifacts-parts.ts';
import { createNamespaceHandlers } from './namespaces/namespace-handlers.ts';
import { createReadingHandlers } from './reading/reading-handlers.ts';
import { createRepositoryHandlers } from './repositories/repository-handlers.ts';
import { createTokenHandlers } from './tokens/token-handlers.ts';

/** The control plane of repositories: Cloudflare docs, Artifacts REST API. */
export function createArtifactsService(parts: ArtifactsParts): Service<typeof endpoints> {
  return {
    ...createNamespaceHandlers(parts),
    ...createRepositoryHandlers(parts),
    ...createTokenHandlers(parts),
    ...createReadingHandlers(parts),
  };
}
