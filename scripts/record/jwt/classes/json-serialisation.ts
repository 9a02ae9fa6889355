import type { RequirementId } from '../../../../spec/requirement.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { FaultName } from '../faults.ts';
import { type ClassPlan, inAuthorization, type Row, token } from '../plan.ts';

const { rs256, es256, hs256 } = configurationPlans.mixed.slots;

function row(fault: FaultName, title: string, slot: Slot, requirement: RequirementId = 'TV-EDGE-37'): Row {
  return [`json-${fault}`, `${title} is refused`, requirement, 'malformed_token', token(slot, { fault })];
}

/** What other serialisations of a JWS, and of a JWE, look like. */
export const jsonSerialisationClass: ClassPlan = {
  name: 'json_serialisation',
  vectors: () =>
    inAuthorization('mixed', [
      row('flattened', 'A flattened JWS', es256),
      row('flattened-with-spaces', 'A flattened JWS with spaces', hs256),
      row('flattened-with-unprotected-kid', 'A flattened JWS with an unprotected kid', rs256),
      row('general', 'A general JWS', es256),
      row('general-with-two-signatures', 'A general JWS of which one signature is right', hs256),
      row('flattened-and-encoded', 'An encoded flattened JWS', es256),
      row('json-string', 'A token as a JSON string', hs256),
      row('json-array', 'A token in a JSON array', rs256),
      row('json-array-of-parts', 'The parts of a token in a JSON array', es256),
      row('json-object', 'A token in a JSON object', hs256),
      row('json-header-and-claims', 'A header and claims as JSON', es256),
      row('encrypted-compact', 'An encrypted token of five parts', rs256, 'TV-EDGE-38'),
      row('encrypted-flattened', 'A flattened encrypted token', rs256, 'TV-EDGE-38'),
      row('detached', 'A token without its payload', es256, 'TV-EDGE-4'),
      row('flattened-detached', 'A flattened JWS without its payload', hs256),
    ]),
};
