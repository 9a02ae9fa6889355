import { defineFailures, failure } from '../../failure.ts';

/**
 * Failures of D1: users report the code of SQL that fails and the form of its text, and Cloudflare docs, D1 errors has
 * the texts about time and memory. The status of all is a guess.
 */
export const d1Failures = defineFailures({
  'd1-sql': failure(400, 7500).observed('{words}'),
  'd1-time': failure(400, 7500).documented('D1 DB exceeded its CPU time limit and was reset.'),
  'd1-memory': failure(400, 7500).documented('D1 DB exceeded its memory limit and was reset.'),
  'd1-absent': failure(503, 7501).inferred('{reason}'),
  'd1-history': failure(501, 7502).inferred(
    'No content of then is remembered: the latest hundred are, while the server runs',
  ),
  'd1-link': failure(403, 7503).inferred('The link is used up or has expired'),
});
