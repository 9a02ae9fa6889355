/** How many are remembered: more zones than anybody asks in turn, and few enough to weigh nothing. */
const mostRemembered = 2000;

/**
 * What was made of records lately, such as their compiled expressions. A record never changes in place, so it is its own
 * key, and what is made of it goes with it; and once there are too many, all of it goes and is made again when it is
 * asked for: of ten thousand zones, most are not asked any more.
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

  /** Remembers a value, and gives it back. */
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
