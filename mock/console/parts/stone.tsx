/** The touchstone: a dark stone with a streak of gold. */
export function Stone() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <path class="stone" d="M5 11 14 4l12 4 2 12-9 8-14-4z" />
      <path class="streak" d="m9 21 13-11" />
    </svg>
  );
}
