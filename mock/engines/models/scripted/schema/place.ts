/** Where in a value something stands, for those who look for what belongs there. */
export interface Place {
  /** Name of the property, or of the list that holds it; empty at the top. */
  readonly name: string;
  readonly description: string;
  /** Objects and lists around it. */
  readonly depth: number;
}

/** What a conversation says about values, best first; all of it may be refused. */
export interface Hints {
  /** Values that stand as JSON in the conversation under the place's name. */
  known(place: Place): readonly unknown[];
  texts(place: Place): readonly string[];
  numbers(place: Place): readonly number[];
  /** Items of a list that the conversation spells out. */
  items(place: Place): readonly string[];
  flag(place: Place): boolean | undefined;
  /** Where in the conversation a value is named, for choosing among given ones: less is earlier; absent for nowhere. */
  mention(value: string): number | undefined;
  /** A text for a place that nothing is said about. */
  invent(place: Place): string;
}
