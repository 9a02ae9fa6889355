import type { Requirement } from '../../spec/requirement.ts';
import { type Stance, type StanceId, type StanceValue, stanceList } from '../../spec/stances/index.ts';
import { catalogue, createCatalogue } from '../harness/catalogue.ts';
import type { TestResult } from '../harness/results.ts';
import type { RunOptions } from '../harness/runner.ts';
import { runSuites } from '../harness/runner.ts';
import type { Test } from '../harness/suite.ts';
import type { Target } from '../harness/target.ts';
import { aiGatewayProbes } from './ai-gateway.ts';
import { artifactsProbes } from './artifacts.ts';
import { browserRenderingProbes } from './browser-rendering.ts';
import { codeInterpreterProbes } from './code-interpreter.ts';
import { customHostnamesProbes } from './custom-hostnames.ts';
import { edgeProbes } from './edge.ts';
import { inferenceProbes } from './inference.ts';
import { markdownProbes } from './markdown.ts';
import { objectStorageProbes } from './object-storage.ts';
import { OtherBehaviour, type Probe } from './probe.ts';
import { rulesetsProbes } from './rulesets.ts';
import { settingsProbes } from './settings.ts';
import { tokenValidationProbes } from './token-validation.ts';
import { v4Probes } from './v4.ts';

const probes: Readonly<Record<StanceId, Probe<StanceValue>>> = {
  ...v4Probes,
  ...tokenValidationProbes,
  ...edgeProbes,
  ...rulesetsProbes,
  ...settingsProbes,
  ...customHostnamesProbes,
  ...markdownProbes,
  ...browserRenderingProbes,
  ...inferenceProbes,
  ...aiGatewayProbes,
  ...artifactsProbes,
  ...objectStorageProbes,
  ...codeInterpreterProbes,
};

/** The requirement of all probes, since every test needs one; no answer fails it. */
const asking: Requirement = {
  id: 'STANCE-ASK-1',
  level: 'may',
  sentence: 'A target answers a question that the documents leave open.',
  passage: 'docs/decisions',
  certainty: 'inferred',
};

const withAsking = createCatalogue([...catalogue.values(), asking]);

/** The answer of a target to one question. */
export interface AskedStance {
  readonly id: StanceId;
  readonly stance: Stance;
  /** Null where the question could not be asked, or the behaviour is none of the answers. */
  readonly value: StanceValue | null;
  /** The behaviour that is none of the answers. */
  readonly otherwise: string | null;
  /** Why it could not be asked. */
  readonly reason: string | null;
}

/** Which questions to ask, and how. */
export type AskOptions = Pick<RunOptions, 'fetch' | 'edgeFetch' | 'journal' | 'limits' | 'signal'> & {
  /** Names of questions, or their prefixes; all by default. */
  readonly only?: readonly string[] | undefined;
};

/**
 * Asks a target the questions of the decision records one by one, and removes what that created.
 *
 * @throws TargetError when the target does not answer
 */
export async function askStances(
  target: Target,
  { only, ...options }: AskOptions = {},
): Promise<readonly AskedStance[]> {
  const chosen = stanceList.filter(([id]) => !only || only.some((name) => id.startsWith(name)));
  const found = new Map<StanceId, StanceValue | OtherBehaviour>();
  const suites = chosen.map(([id]) => ({ name: id.replace('.', '/'), tests: [getTest(id, found)] }));
  const { tests } = await runSuites(target, suites, {
    jobs: 1,
    exchanges: 'failures',
    catalogue: withAsking,
    ...options,
  });
  return chosen.map(([id, stance], index) => ({
    id,
    stance,
    ...toOutcome(found.get(id), stance, tests[index]),
  }));
}

/** Wraps a probe as a test that records the answer of the target. */
function getTest(id: StanceId, found: Map<StanceId, StanceValue | OtherBehaviour>): Test {
  const probe = probes[id];
  const { needs: features, ask } = typeof probe === 'function' ? { needs: [], ask: probe } : probe;
  return {
    title: id,
    requirements: [asking.id],
    features,
    async run(t) {
      found.set(id, await ask(t));
    },
  };
}

function toOutcome(
  seen: StanceValue | OtherBehaviour | undefined,
  { values }: Stance,
  test: TestResult | undefined,
): Pick<AskedStance, 'value' | 'otherwise' | 'reason'> {
  if (seen === undefined) return { value: null, otherwise: null, reason: whyNot(test) };
  if (seen instanceof OtherBehaviour) return { value: null, otherwise: seen.seen, reason: null };
  if (!values.safeParse(seen).success) return { value: null, otherwise: String(seen), reason: null };
  return { value: seen, otherwise: null, reason: null };
}

function whyNot(test: TestResult | undefined): string {
  // Other findings are about answers that do not fit the contract.
  const failed = test?.findings.find(
    ({ requirement, status }) => requirement === asking.id && status === 'failed',
  );
  return test?.reason ?? failed?.message ?? 'the probe gave no answer';
}
