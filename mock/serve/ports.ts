import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Ports of the planes of a mock, relative to the port of its API. */
export const portOffsets = {
  api: 0,
  edge: 1,
  objects: 2,
  interpreter: 3,
  worker: 4,
  openObjects: 5,
} as const;

/** How many ports a mock may take after that of its API. */
export const lastOffset = portOffsets.openObjects;

/** Whether the object-storage example authorizes requests; `both` serves the same objects on two ports. */
export const objectsAuths = ['on', 'off', 'both'] as const;
export type ObjectsAuth = (typeof objectsAuths)[number];

/** Thrown when a plane can't listen, for example because its port is in use. */
export class ListenError extends TouchstoneError {}
