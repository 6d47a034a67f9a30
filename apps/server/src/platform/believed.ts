/** Those who are too old to be believed leave this often at the most. */
const LEAVE_MS = 1000
/** Once there are too many, the oldest leave until so much is left: not one for each that comes. */
const LEFT_PART = 0.9

type Believed<T> = { value: T; since: number }

/**
 * What the database has said, believed for so long. No more is kept than was said within that time, give
 * or take a second, and `most` at the most. What is to come by the wall is not believed: it was set back.
 */
export function believed<T>(forMs: number, most: number) {
  /** In the order in which it was said. */
  const known = new Map<string, Believed<T>>()
  let leftAt = 0

  const isFresh = ({ since }: Believed<T>, nowMs: number) => since <= nowMs && nowMs - since < forMs

  const leave = (nowMs: number) => {
    if (known.size < most && Math.abs(nowMs - leftAt) < LEAVE_MS) return
    const left = known.size < most ? most : most * LEFT_PART
    for (const [key, each] of known) {
      if (known.size <= left && isFresh(each, nowMs)) break
      known.delete(key)
    }
    leftAt = nowMs
  }

  return {
    get(key: string, nowMs: number): T | undefined {
      const each = known.get(key)
      return each && isFresh(each, nowMs) ? each.value : undefined
    },
    set(key: string, value: T, nowMs: number): void {
      // At its end again.
      known.delete(key)
      leave(nowMs)
      known.set(key, { value, since: nowMs })
    },
    delete: (key: string) => known.delete(key),
    count: () => known.size,
  }
}
