/** Full name of a person, such as `Jane Doe`. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

/** Returns the same key for texts that differ only in case or Unicode composition. */
export const caseFoldedKey = (text: string) => text.normalize('NFC').toLowerCase()
