/** A change holds so long after its acceptance at the earliest, and is withdrawn so long before it begins at
 * the latest: by then every server knows. */
export const KNOWN_AFTER_MS = 10_000
