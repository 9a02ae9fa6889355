import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Where the planes of a mock listen, from the port of its API on. */
export const portOffsets = {
  api: 0,
  edge: 1,
  objects: 2,
  interpreter: 3,
  worker: 4,
  openObjects: 5,
} as const;

/** How many ports a mock may take behind that of its API. */
export const lastOffset = portOffsets.openObjects;

/** Whether the object-storage example asks who is there: on two ports over the same objects, where `both`. */
export const objectsAuths = ['on', 'off', 'both'] as const;
export type ObjectsAuth = (typeof objectsAuths)[number];

/** Thrown when a plane can't listen, for example because its port is taken. */
export class ListenError extends TouchstoneError {}
