import { mix } from '../hash.ts';
import { phaseStep, sine, turnCosine } from './sine.ts';

/**
 * Speech as the scripted backend speaks it: each character takes 60 ms and is six tones of 10 ms, each one of
 * sixteen that are 200 Hz apart. A tone says four bits, so a character says 24: its code point (21) and a check (3)
 * that depends on its place. Whoever hears the tones knows the text, whatever has become of rate, loudness and
 * channels on the way. Below the tones hums a voice that says nothing.
 */
const charactersPerSecond = 50 / 3;
const tonesPerCharacter = 6;
const tones = 16;
const lowest = 600;
const spacing = 200;
/** Part of a slot's power that the loudest tone has at least, where there is a tone. */
const clearness = 0.5;
const tonesPerSecond = charactersPerSecond * tonesPerCharacter;

/** Hz below which tones cannot be told apart. */
export const minSampleRate = 8000;

/** Seconds of a character. */
export const characterTime = 0.06;

/** What hums below the tones. */
export interface Hum {
  /** Hz, far below the tones. */
  readonly pitch: number;
  /** From 0 to 1, where the tones have about one half. */
  readonly loudness: number;
}

/**
 * Speaks code points.
 *
 * @returns samples from -1 to 1
 */
export function modulate(codePoints: readonly number[], sampleRate: number, hum: Hum): Float64Array {
  const slots = codePoints.length * tonesPerCharacter;
  const samples = new Float64Array(slotStart(slots, sampleRate));
  const fade = Math.floor(sampleRate / 1000);
  const humStep = phaseStep(hum.pitch, sampleRate);
  let humPhase = 0;
  for (let slot = 0; slot < slots; slot++) {
    const index = Math.floor(slot / tonesPerCharacter);
    const bits = withCheck(codePoints[index] ?? 0, index);
    const tone = (bits >>> (20 - 4 * (slot % tonesPerCharacter))) & 15;
    const step = phaseStep(lowest + tone * spacing, sampleRate);
    const [start, end] = [slotStart(slot, sampleRate), slotStart(slot + 1, sampleRate)];
    for (let i = start, phase = 0; i < end; i++) {
      // Tones that begin and end softly do not click.
      const edge = Math.min(i - start + 1, end - i, fade) / fade;
      samples[i] = 0.5 * edge * sine(phase) + hum.loudness * sine(humPhase);
      phase = (phase + step) | 0;
      humPhase = (humPhase + humStep) | 0;
    }
  }
  return samples;
}

/**
 * Hears code points in samples.
 *
 * @returns `undefined` for what {@link modulate} has not made
 */
export function demodulate(samples: Float64Array, sampleRate: number): readonly number[] | undefined {
  if (sampleRate < minSampleRate) return undefined;
  const length = Math.round((samples.length / sampleRate) * charactersPerSecond);
  const turns = Array.from({ length: tones }, (_, tone) => turnCosine(lowest + tone * spacing, sampleRate));
  const codePoints: number[] = [];
  for (let index = 0; index < length; index++) {
    let bits = 0;
    for (let n = 0; n < tonesPerCharacter; n++) {
      const slot = index * tonesPerCharacter + n;
      const end = Math.min(samples.length, slotStart(slot + 1, sampleRate));
      const tone = loudestTone(samples.subarray(slotStart(slot, sampleRate), end), turns);
      if (tone === undefined) return undefined;
      bits = (bits << 4) | tone;
    }
    const codePoint = bits >>> 3;
    if (codePoint > 0x10ffff || withCheck(codePoint, index) !== bits) return undefined;
    codePoints.push(codePoint);
  }
  return codePoints.length === 0 ? undefined : codePoints;
}

function withCheck(codePoint: number, index: number): number {
  return (codePoint << 3) | (mix(codePoint + Math.imul(index, 0x9e3779b1)) & 7);
}

/** The sample that a slot begins with. */
function slotStart(slot: number, sampleRate: number): number {
  return Math.floor((slot * sampleRate) / tonesPerSecond);
}

/** The tone that has most of the power of a slot, if one has: Goertzel's form of the Fourier transform. */
function loudestTone(slot: Float64Array, turns: readonly number[]): number | undefined {
  let power = 0;
  for (const sample of slot) power += sample * sample;
  let [best, most] = [0, 0];
  for (const [tone, turn] of turns.entries()) {
    const factor = 2 * turn;
    let last = 0;
    let before = 0;
    for (let i = 0; i < slot.length; i++) {
      const now = (slot[i] ?? 0) + factor * last - before;
      before = last;
      last = now;
    }
    const strength = last * last + before * before - factor * last * before;
    if (strength > most) [best, most] = [tone, strength];
  }
  // A pure tone of power P in n samples has the strength P * n / 2.
  return power > 0 && most >= clearness * power * (slot.length / 2) ? best : undefined;
}
