/** A picture as its points: rows from the top, three bytes (red, green, blue) each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Pictures of more are refused before memory is taken for them. */
export const maxMegapixels = 25;
