import { expect, it } from 'vitest';
import { defaultPort } from '../serve.ts';
import { lastOffset, portOffsets } from './ports.ts';

it('has the ports that the guides name', () => {
  const ports = Object.entries(portOffsets).map(([plane, offset]) => [plane, defaultPort + offset]);
  expect(Object.fromEntries(ports)).toEqual({
    api: 4800,
    edge: 4801,
    objects: 4802,
    interpreter: 4803,
    worker: 4804,
    openObjects: 4805,
  });
  expect(lastOffset).toBe(5);
});
