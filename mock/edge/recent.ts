/** Default number of entries: more than the zones in use at once, and few enough to cost little memory. */
const mostRemembered = 2000;

/**
 * A cache of values computed from records, such as compiled expressions. A record never changes in place, so it is its
 * own key, and its value is garbage-collected with it. A full cache is emptied: of ten thousand zones, most are no
 * longer used.
 *
 * @example
 * const compiled = new Recent<StoredTokenRule, TokenRuleFilter>();
 * compiled.get(rule) ?? compiled.set(rule, compile(rule));
 */
export class Recent<Key extends WeakKey, Value> {
  readonly #most: number;
  #made = new WeakMap<Key, Value>();
  #count = 0;

  constructor(most: number = mostRemembered) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#made.get(key);
  }

  /** Stores a value and returns it. */
  set(key: Key, value: Value): Value {
    if (this.#count >= this.#most) {
      this.#made = new WeakMap();
      this.#count = 0;
    }
    this.#made.set(key, value);
    this.#count++;
    return value;
  }
}
