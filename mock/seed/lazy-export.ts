import type { ExportedSeed, ExportParts } from './export/export-seed.ts';

/** Exports a mock as a seed; the code is loaded on demand. */
export function lazyExport(parts: ExportParts): () => Promise<ExportedSeed> {
  return async () => (await import('./export/export-seed.ts')).exportSeed(parts);
}
