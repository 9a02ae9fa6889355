/**
 * Where a text may be cut: between characters as people see them. `Intl.Segmenter` knows it better, but its
 * answers change with the runtime's Unicode version and it is slow on a megabyte; this errs towards keeping
 * together what could belong together.
 */

const mark = /^\p{M}$/u;

/** @returns the index after the character as people see it that begins at `start` */
export function clusterEnd(text: string, start: number): number {
  const first = text.codePointAt(start) ?? 0;
  let end = start + (first > 0xffff ? 2 : 1);
  if (end >= text.length || (first < 0x20 && text.charCodeAt(end) < 0x300)) return end;
  let previous = first;
  if (isRegional(first)) {
    const second = text.codePointAt(end) ?? 0;
    if (isRegional(second)) {
      end += 2;
      previous = second;
    }
  }
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    // Nothing below U+0300 extends, and most text lies there.
    if (unit < 0x300 && previous < 0x300) break;
    const next = text.codePointAt(end) ?? 0;
    if (!extendsCluster(next) && !joinsNext(previous, next)) break;
    end += next > 0xffff ? 2 : 1;
    previous = next;
  }
  return end;
}

function isRegional(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}

function extendsCluster(point: number): boolean {
  if (point < 0x300) return false;
  if (point < 0x370) return true;
  // Greek and Cyrillic letters, Han, Kana but its voicing marks, Hangul syllables: the large alphabets
  if (point < 0x483 || (point >= 0x4e00 && point <= 0x9fff) || (point >= 0xac00 && point <= 0xd7a3))
    return false;
  if (point >= 0x3041 && point <= 0x30ff) return point === 0x3099 || point === 0x309a;
  // vowels and finals of conjoining Hangul
  if ((point >= 0x1160 && point <= 0x11ff) || (point >= 0xd7b0 && point <= 0xd7fb)) return true;
  // joiners, the halfwidth voicing marks, Thai and Lao AM, skin tones, tag characters
  if (point === 0x200c || point === 0x200d || point === 0xff9e || point === 0xff9f) return true;
  if (point === 0x0e33 || point === 0x0eb3 || (point >= 0x1f3fb && point <= 0x1f3ff)) return true;
  if (point >= 0xe0020 && point <= 0xe007f) return true;
  return mark.test(String.fromCodePoint(point));
}

/** Whether what follows `previous` belongs to it: after a joiner, a virama, a prepended sign, a Hangul initial. */
function joinsNext(previous: number, next: number): boolean {
  if (next < 0x300) return false;
  if (previous === 0x200d) return true;
  if (viramas.has(previous)) return true;
  if (prepended(previous)) return true;
  return isHangulInitial(previous) && (isHangulInitial(next) || (next >= 0xac00 && next <= 0xd7a3));
}

function isHangulInitial(point: number): boolean {
  return (point >= 0x1100 && point <= 0x115f) || (point >= 0xa960 && point <= 0xa97c);
}

const viramas: ReadonlySet<number> = new Set([0x94d, 0x9cd, 0xacd, 0xb4d, 0xc4d, 0xd4d, 0x1039, 0x17d2]);

/** Unicode, GraphemeBreakProperty: Prepend. */
const prependedSigns: ReadonlySet<number> = new Set([
  0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0xd4e, 0x110bd, 0x110cd, 0x111c2, 0x111c3, 0x113d1, 0x1193f, 0x11941,
  0x11a3a, 0x11d46, 0x11f02,
]);

function prepended(point: number): boolean {
  return (
    (point >= 0x600 && point <= 0x605) || (point >= 0x11a84 && point <= 0x11a89) || prependedSigns.has(point)
  );
}
