import type { RegisteredHandlers } from '../api/registered.ts';

/** Services that give operations of the register a meaning of their own, by the area of their paths. */
const services: Readonly<Record<string, () => Promise<RegisteredHandlers>>> = {};

/** The handlers for an area of the register; undefined for one without. */
export const loadRegistered = (area: string): Promise<RegisteredHandlers> | undefined => services[area]?.();
