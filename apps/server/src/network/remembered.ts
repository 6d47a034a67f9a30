/** What callers say is the same in call after call: what was read of it lately is not read again. */

const KNOWN_MAX = 10_000
const LENGTH_MAX = 300

/** Reads what is asked; of what has the same key, the same answer. Nobody fills the memory with long keys. */
export function remembered<Asked, Answer>(
  keyOf: (asked: Asked) => string,
  read: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  const known = new Map<string, { answer: Answer }>()
  return (asked) => {
    const key = keyOf(asked)
    if (key.length > LENGTH_MAX) return read(asked)
    const earlier = known.get(key)
    if (earlier) return earlier.answer
    const answer = read(asked)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(key, { answer })
    return answer
  }
}
