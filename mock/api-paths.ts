import { basePath } from '../spec/endpoint.ts';

/** Whether a path is one of repositories, whose service answers for all of them: fact sheet artifacts, section 3. */
export const isArtifacts = (path: string): boolean => artifactsPath.test(path);

const artifactsPath = new RegExp(`^${basePath}/accounts/[0-9a-f]{32}/artifacts(?:/|$)`);

/** Whether a path is below the base path of the API. */
export function isApi(path: string): boolean {
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/');
}
