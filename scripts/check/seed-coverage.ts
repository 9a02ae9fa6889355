import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Requirement } from '../../spec/requirement.ts';
import { allRequirements } from '../../spec/requirements.ts';
import { getDigest, type SeedUnit, seedUnits } from './seed-units.ts';

export { seedUnits } from './seed-units.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The three documents of the mission. */
const seedDocuments = [
  'token-validation.md',
  'inference-and-conversion.md',
  'rendering-repositories-examples.md',
] as const;

const place = { document: z.string(), line: z.int().min(1), digest: z.string().regex(/^[0-9a-f]{16}$/) };

/** `spec/seed-coverage.json`: for each statement of a seed its requirements, or why it has none. */
const seedCoverageSchema = z.array(
  z.union([
    z.strictObject({ ...place, requirements: z.array(z.string()).min(1) }),
    z.strictObject({ ...place, excuse: z.string() }),
  ]),
);

export type SeedCoverageEntry = z.infer<typeof seedCoverageSchema>[number];

/** The result of a comparison. */
interface SeedCoverageReport {
  /** One sentence per problem; empty when the coverage is complete. */
  readonly problems: string[];
  /** Statements compared; 0 without the folder of the seeds. */
  readonly counted: number;
  /** Whether the folder of the seeds was available. */
  readonly compared: boolean;
}

function where({ document, line, digest }: { document: string; line: number; digest: string }): string {
  return `${document}:${line} (${digest})`;
}

/** Entries without a statement and statements without an entry, one sentence each. */
export function compareUnits(units: readonly SeedUnit[], entries: readonly SeedCoverageEntry[]): string[] {
  const inSeed = new Set(units.map(where));
  const inFile = new Set<string>();
  const problems: string[] = [];
  for (const entry of entries) {
    const at = where(entry);
    if (inFile.has(at)) problems.push(`${at} has two entries`);
    inFile.add(at);
    if (!inSeed.has(at)) problems.push(`${at} has an entry, but the document has no such statement`);
  }
  for (const unit of units) {
    if (!inFile.has(where(unit))) problems.push(`${where(unit)} has no entry: ${unit.text}`);
  }
  return problems;
}

/** Problems of the entries themselves: unknown ids, wrong excuses, seed requirements without an entry. */
function checkEntries(entries: readonly SeedCoverageEntry[], requirements: readonly Requirement[]): string[] {
  const known = new Set<string>(requirements.map((one) => one.id));
  const named = new Set<string>();
  const problems: string[] = [];
  for (const entry of entries) {
    if ('excuse' in entry) {
      if (!/^not testable: \S/.test(entry.excuse)) {
        problems.push(`${where(entry)} has an excuse that does not begin with "not testable: " and a reason`);
      }
      continue;
    }
    for (const id of entry.requirements) {
      if (!known.has(id)) problems.push(`${where(entry)} names ${id}, which no service defines`);
      named.add(id);
    }
  }
  for (const { id, certainty } of requirements) {
    if (certainty === 'seed' && !named.has(id))
      problems.push(`${id} has the certainty seed, but no entry names it`);
  }
  return problems;
}

/** Statements that reports quote by digest, but no entry names; one sentence each. */
function checkStatements(
  entries: readonly SeedCoverageEntry[],
  statements: Readonly<Record<string, string>>,
): string[] {
  const wanted = new Set(entries.flatMap((entry) => ('requirements' in entry ? [entry.digest] : [])));
  return [
    ...[...wanted]
      .filter((digest) => !(digest in statements))
      .map((digest) => `seed-statements.json lacks the statement ${digest}`),
    ...Object.entries(statements)
      .filter(([digest, text]) => !wanted.has(digest) || getDigest(text) !== digest)
      .map(([digest]) => `seed-statements.json has ${digest}, which no entry names or whose text differs`),
  ];
}

/**
 * Compares `spec/seed-coverage.json` with the requirements and with the seed documents. Without the folder of the seeds
 * (a checkout of the repository alone), it only checks the entries themselves.
 *
 * @param options.seedsDir folder of the three documents; `../shared/seeds` next to the repository by default
 * @throws ZodError if the file does not match {@link seedCoverageSchema}
 *
 * @example
 * checkSeedCoverage().problems // []
 */
export function checkSeedCoverage(options: { readonly seedsDir?: string } = {}): SeedCoverageReport {
  const seedsDir = options.seedsDir ?? resolve(root, '..', 'shared', 'seeds');
  const file = readFileSync(join(root, 'spec', 'seed-coverage.json'), 'utf8');
  const entries = seedCoverageSchema.parse(JSON.parse(file));
  const statements = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(root, 'spec', 'seed-statements.json'), 'utf8')));
  const problems = [...checkEntries(entries, allRequirements), ...checkStatements(entries, statements)];
  if (!existsSync(seedsDir)) return { problems, counted: 0, compared: false };
  const units = seedDocuments.flatMap((document) =>
    seedUnits(document, readFileSync(join(seedsDir, document), 'utf8')),
  );
  return { problems: [...problems, ...compareUnits(units, entries)], counted: units.length, compared: true };
}

if (import.meta.main) {
  const [seedsDir] = process.argv.slice(2);
  const { problems, counted, compared } = checkSeedCoverage(seedsDir === undefined ? {} : { seedsDir });
  for (const problem of problems) console.error(problem);
  console.log(
    compared
      ? `seed coverage: ${counted} statements compared, ${problems.length} problems`
      : `seed coverage: the seed documents are not available, so only the entries were checked: ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
