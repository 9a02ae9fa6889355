/** Name of an object: the SHA-1 of its type, its size and its content, as 40 lower-case hexadecimal digits. */
export type ObjectId = string;

/** What an object is, by the number that packs have for it. */
export const objectTypes = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

export type ObjectType = keyof typeof objectTypes;

/** The name that stands for no object: of a ref that is created or deleted. */
export const zeroId: ObjectId = '0'.repeat(40);

const form = /^[0-9a-f]{40}$/;

export const isObjectId = (text: string): text is ObjectId => form.test(text);
