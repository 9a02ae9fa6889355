import { expect, it } from 'vitest';
import { packedReadme } from './readme.ts';

it.each([
  ['[guide](docs/serve.md#https)', 'guide'],
  ['![console](docs/console.png)', ''],
  ['[the `LICENSE`](LICENSE)', '[the `LICENSE`](LICENSE)'],
  ['[below](#ports)', '[below](#ports)'],
  ['[MSW](https://mswjs.io)', '[MSW](https://mswjs.io)'],
  ['[`a[0]`](docs/a.md) and [b](docs/b/)', '`a[0]` and b'],
])('turns %s into %s', (text, packed) => {
  expect(packedReadme(text, (path) => path === 'LICENSE')).toBe(packed);
});
