/** The members of an object that have a value: the driver takes one without a value for one that was given. */
export function presentMembers<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Nothing is lost but members without a value, which every type that is given here may leave out.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
