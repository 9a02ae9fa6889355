import type { Origin } from '../../mock/edge/origin/origin.ts';
import { isOriginUrl } from './options.ts';

/**
 * Loads only the origin of zone traffic that is needed: an HTTP client takes time to load.
 *
 * @param origin a URL or a folder
 * @throws ServeOptionError
 */
export async function getZoneOrigin(origin: string): Promise<Origin> {
  if (!(await isOriginUrl(origin))) {
    const { folderOrigin } = await import('../../mock/serve/folder-origin.ts');
    return folderOrigin(origin);
  }
  if ('Bun' in globalThis) {
    const { bunOrigin } = await import('../../mock/serve/bun-origin.ts');
    return bunOrigin(origin);
  }
  const { httpOrigin } = await import('../../mock/serve/http-origin.ts');
  return httpOrigin(origin);
}
