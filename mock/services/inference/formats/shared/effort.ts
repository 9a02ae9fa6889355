import type { Generation } from '../../../../engines/models/backend.ts';

/**
 * How hard a model thinks, of the words that formats have for it: those beyond `high` are as `high`, for
 * engines know nothing harder.
 */
export function effortOf(word: string | null | undefined): Generation['effort'] {
  switch (word) {
    case 'none':
    case 'minimal':
    case 'low':
    case 'medium':
    case 'high':
      return word;
    case 'xhigh':
    case 'max':
      return 'high';
    default:
      return undefined;
  }
}
