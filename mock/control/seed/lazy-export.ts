import type { ExportedSeed, ExportParts } from './export/export-seed.ts';

/** Reads a mock as a seed; what does that is loaded when somebody asks. */
export function lazyExport(parts: ExportParts): () => Promise<ExportedSeed> {
  return async () => (await import('./export/export-seed.ts')).exportSeed(parts);
}
