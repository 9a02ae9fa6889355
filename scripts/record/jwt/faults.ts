import type { Fault } from './draft.ts';
import { elliptic } from './faults/elliptic.ts';
import { encoding } from './faults/encoding.ts';
import { rsaPadding } from './faults/rsa-padding.ts';
import { serialisation } from './faults/serialisation.ts';
import { structure } from './faults/structure.ts';
import { tampering } from './faults/tampering.ts';

/** Everything that can go wrong with a token of the vectors, by the name that the file gives it. */
export const faults = {
  ...tampering,
  ...structure,
  ...encoding,
  ...elliptic,
  ...rsaPadding,
  ...serialisation,
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
