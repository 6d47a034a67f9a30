import { Refusal } from '@btbc/contract/refusals.ts'

/**
 * What went under which key lately. An order is one by its name, and asking twice to cancel it is asking
 * once: nothing is kept of either but that a key stands for one of them, in the memory of the process
 * that owns the markets.
 */

const KEYS_MAX = 20_000

type Asked = { memberId: number; key: string | undefined; means: string }
type Keys = <T>(asked: Asked, work: () => Promise<T>) => Promise<T>

export function rememberKeys(): Keys {
  const meanings = new Map<string, string>()

  return async ({ memberId, key, means }, work) => {
    if (key === undefined) return await work()
    const name = `${memberId} ${key}`
    const earlier = meanings.get(name)
    if (earlier !== undefined && earlier !== means) throw new Refusal('key_reused')
    meanings.set(name, means)
    const [oldest] = meanings.keys()
    if (meanings.size > KEYS_MAX && oldest !== undefined) meanings.delete(oldest)
    try {
      return await work()
    } catch (error) {
      // What came to nothing has no key.
      const isOver = error instanceof Refusal && error.code !== 'outcome_unknown'
      if (isOver && earlier === undefined) meanings.delete(name)
      throw error
    }
  }
}
