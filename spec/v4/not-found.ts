import { basePath } from '../endpoint.ts';
import { type Failure, failure } from '../failure.ts';

/**
 * What each product answers for a record that is not there, by the path of the record: clients branch on the codes. The
 * code of an observed row is in the source of Wrangler 4.164. Of the others nothing was read, and all texts are ours.
 */
const rows: Readonly<Record<string, Failure>> = {
  '/accounts/*/workers/scripts/*': failure(404, 10007).observed(
    'This Worker does not exist on your account.',
    'invented',
  ),
  '/accounts/*/workers/services/*': failure(404, 10090).observed(
    'This service does not exist on your account.',
    'invented',
  ),
  '/accounts/*/r2/buckets/*': failure(404, 10006).observed(
    'The specified bucket does not exist.',
    'invented',
  ),
  '/accounts/*/r2-catalog/*': failure(404, 40401).observed('Warehouse not found', 'invented'),
  '/accounts/*/d1/database/*': failure(404, 7404).observed(
    'The database {id} could not be found',
    'invented',
  ),
  '/accounts/*/workflows/*': failure(404, 10200).observed('workflow.not_found', 'invented'),
  '/accounts/*/storage/kv/namespaces/*': failure(404, 10013).inferred('namespace not found'),
  '/accounts/*/storage/kv/namespaces/*/values/*': failure(404, 10009).inferred("get: 'key not found'"),
  '/accounts/*/pages/projects/*': failure(404, 8000007).inferred(
    'Project not found. The specified project name does not match any of your existing projects.',
  ),
  '/zones/*/dns_records/*': failure(404, 81044).inferred('Record does not exist.'),
  '/accounts/*/queues/*': failure(404, 11000).inferred('Queue not found'),
  '/accounts/*/images/v1/*': failure(404, 5404).inferred('Image not found'),
};

const patterns = Object.entries(rows).map(
  ([path, row]) => [new RegExp(`^${basePath}${path.replaceAll('*', '[^/]+')}$`), row] as const,
);

/** What the product answers for a missing record; undefined where nothing is known. @param path from the root of the host */
export const findNotFound = (path: string): Failure | undefined =>
  patterns.find(([pattern]) => pattern.test(path))?.[1];
