import keyFile from '../../fixtures/jwt/keys.json' with { type: 'json' };
import vectorFile from '../../fixtures/jwt/vectors.json' with { type: 'json' };
import type { Certainty } from '../../spec/certainty.ts';
import type { Level } from '../../spec/requirement.ts';
import { type KnownRequirementId, requirementById } from '../../spec/requirements.ts';
import {
  type JwtVector,
  type JwtVectorConfiguration,
  jwtVectorKeysSchema,
  jwtVectorsSchema,
} from '../../spec/vectors/jwt.ts';
import { HarnessError } from '../harness/errors.ts';

type Id = KnownRequirementId;

const { configurations, vectors } = jwtVectorsSchema.parse(vectorFile);

/** The keys that sign templates. */
export const vectorKeys = jwtVectorKeysSchema.parse(keyFile).keys;

/** Vectors of one class, over one configuration, that are equally sure of validity. */
export interface VectorGroup {
  readonly title: string;
  readonly configuration: JwtVectorConfiguration;
  /** What the certainty of their verdicts on validity lets a failure be at most. */
  readonly level: Level;
  readonly vectors: readonly JwtVector[];
}

const levelOf: Readonly<Record<Certainty, Level>> = {
  seed: 'must',
  documented: 'should',
  observed: 'may',
  inferred: 'may',
};

/** All vectors, grouped so that a test of a group can be capped at one level. */
export const vectorGroups: readonly VectorGroup[] = [...Map.groupBy(vectors, groupName)].map(
  ([title, group]) => {
    const [first] = group;
    const configuration = first && configurations[first.configuration];
    if (!configuration) throw new HarnessError('vectors', `${title} names no configuration of the file`);
    return { title, configuration, level: levelOf[first.certainty.valid], vectors: group };
  },
);

function groupName({ class: kind, configuration, certainty }: JwtVector): string {
  return `${kind.replaceAll('_', ' ')}, keys ${configuration}, ${certainty.valid}`;
}

/** The requirement that a verdict on validity follows from. */
export const validityOf = ({ requirement }: JwtVector): Id => known(requirement);

/** The requirement that a verdict on presence follows from: it is another sentence than that on validity. */
export function presenceOf({ expected, certainty, requirement }: JwtVector): Id {
  if (expected.valid) return 'TV-EXPR-4';
  // Values that are no token at all count as present only as far as anybody infers.
  if (expected.present) return certainty.present === 'inferred' ? 'TV-EXPR-32' : 'TV-EXPR-25';
  if (certainty.present === 'seed') return 'TV-EXPR-3';
  if (certainty.present === 'documented') return known(requirement);
  return requirement === 'TV-EXPR-33' ? 'TV-EXPR-33' : 'TV-EXPR-34';
}

type Reason = NonNullable<JwtVector['expected']['reason']>;

const reasons: Readonly<Record<Reason, Id>> = {
  missing_token: 'TV-EVT-13',
  malformed_token: 'TV-EVT-14',
  no_matching_key: 'TV-EVT-15',
  invalid_signature: 'TV-EVT-16',
  token_expired: 'TV-EVT-17',
  token_not_yet_valid: 'TV-EVT-18',
  unsupported_critical_header: 'TV-EVT-19',
  invalid_claims: 'TV-EVT-20',
};

/** The requirement about a reason. */
export const reasonRequirement = (reason: Reason): Id => reasons[reason];

function known(id: string): Id {
  const requirement = requirementById(id);
  if (!requirement)
    throw new HarnessError('vectors', `A vector names the requirement ${id}, which is unknown`);
  return requirement.id as Id; // it was found among them
}
