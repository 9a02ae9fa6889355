import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../../model-error.ts';
import { readSound } from './read-sound.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const big = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256);
const little = (value: number, size: number): number[] => big(value, size).reverse();

/** A page of Ogg; all of a body of less than 255 bytes is one segment. */
function oggPage(serial: number, position: number, body: readonly number[]): number[] {
  return [
    ...ascii('OggS'),
    0,
    0,
    ...little(position, 8),
    ...little(serial, 4),
    ...little(0, 8),
    1,
    body.length,
    ...body,
  ];
}

const box = (type: string, body: readonly number[]): number[] => [
  ...big(body.length + 8, 4),
  ...ascii(type),
  ...body,
];
const ebml = (id: number, idSize: number, body: readonly number[]): number[] => [
  ...big(id, idSize),
  ...big(body.length + 2 ** 28, 4),
  ...body,
];
const float = (value: number): number[] => [...new Uint8Array(Float64Array.of(value).buffer)].reverse();
/** A part whose size is not known, as recordings have it. */
const open = (id: number): number[] => [...big(id, 4), 1, ...Array<number>(7).fill(255)];
const block = (time: number): number[] => ebml(0xa3, 1, [0x81, ...big(time, 2), 0, 7, 7]);

const opusHead = [...ascii('OpusHead'), 1, 1, ...little(312, 2), ...little(16_000, 4), 0, 0, 0];
const vorbisHead = [1, ...ascii('vorbis'), 0, 0, 0, 0, 2, ...little(44_100, 4), ...new Uint8Array(14)];
const flacInfo = [
  ...new Uint8Array(10),
  ...big(48_000 * 4096 + 0x1f0, 4),
  ...big(96_000, 4),
  ...new Uint8Array(16),
];
const ebmlHead = ebml(0x1a45dfa3, 4, ebml(0x4282, 2, ascii('webm')));

const files: readonly (readonly [what: string, seconds: number, bytes: readonly number[]])[] = [
  ['Ogg with Opus', 2, [...oggPage(1, 0, opusHead), ...oggPage(1, 48_000, [1]), ...oggPage(1, 96_312, [1])]],
  [
    'Ogg with Vorbis',
    3,
    [...oggPage(1, 0, vorbisHead), ...oggPage(2, 1e9, [1]), ...oggPage(1, 132_300, [1])],
  ],
  [
    'Ogg with FLAC',
    2,
    [
      ...oggPage(1, 0, [0x7f, ...ascii('FLAC'), 1, 0, 0, 1, ...ascii('fLaC'), 0, 0, 0, 34, ...flacInfo]),
      ...oggPage(1, 96_000, [1]),
    ],
  ],
  ['FLAC', 2, [...ascii('fLaC'), 0x80, 0, 0, 34, ...flacInfo]],
  [
    'MP4',
    1.5,
    [
      ...box('ftyp', ascii('M4A ')),
      ...box('mdat', [0]),
      ...box('moov', box('mvhd', [0, 0, 0, 0, ...big(0, 8), ...big(1000, 4), ...big(1500, 4)])),
    ],
  ],
  [
    'MP4 with long numbers',
    1.5,
    [
      ...box('ftyp', ascii('isom')),
      ...box('moov', box('mvhd', [1, 0, 0, 0, ...big(0, 16), ...big(600, 4), ...big(900, 8)])),
    ],
  ],
  [
    'WebM that says how long it is',
    12.5,
    [
      ...ebmlHead,
      ...ebml(
        0x18538067,
        4,
        ebml(0x1549a966, 4, [...ebml(0x2ad7b1, 3, big(1_000_000, 3)), ...ebml(0x4489, 2, float(12_500))]),
      ),
    ],
  ],
  [
    'a WebM recording',
    5.02,
    [
      ...ebmlHead,
      ...open(0x18538067),
      ...open(0x1f43b675),
      ...ebml(0xe7, 1, [0]),
      ...block(40),
      ...open(0x1f43b675),
      ...ebml(0xe7, 1, big(5000, 2)),
      ...block(20),
      ...block(65_530),
    ],
  ],
];

describe('readSound', () => {
  test.each(files)('reads how long %s is: %s seconds', (_, seconds, bytes) => {
    expect(readSound(Uint8Array.from(bytes)).duration).toBeCloseTo(seconds, 9);
  });

  test.each(files)('refuses %s that says nothing more than what it is', (_, _seconds, bytes) => {
    expect(() => readSound(Uint8Array.from(bytes.slice(0, 16)))).toThrow(ModelError);
  });

  test.each(files)('refuses or reads %s with bytes changed, and does nothing else', (_, _seconds, bytes) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1 }), (changes) => {
        const file = Uint8Array.from(bytes);
        for (const [at, byte] of changes) if (at > 7) file[at] = byte;
        try {
          expect(readSound(file).duration).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ModelError);
        }
      }),
    );
  });

  test('reads how long MP3 of variable bit rate is, without its index', () => {
    // MPEG-1 at 44.1 kHz, mono: 32, 128 and 64 kilobits, an index first.
    const frame = (header: readonly number[], size: number, tag = ''): number[] => {
      const bytes = [...header, ...new Uint8Array(17), ...ascii(tag)];
      return [...bytes, ...new Uint8Array(size - bytes.length)];
    };
    const kinds = [
      frame([255, 0xfb, 0x10, 0xc0], 104),
      frame([255, 0xfb, 0x90, 0xc0], 417),
      frame([255, 0xfb, 0x50, 0xc0], 208),
    ];
    const bytes = [frame([255, 0xfb, 0x10, 0xc0], 104, 'Xing'), ...kinds, ...kinds].flat();
    expect(readSound(Uint8Array.from(bytes)).duration).toBeCloseTo((6 * 1152) / 44_100, 9);
  });
});
