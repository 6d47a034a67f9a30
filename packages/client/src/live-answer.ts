import type { LiveAnswer, LiveFrame } from '@btbc/contract/live.ts'

/** What came over the socket, if it is something that the contract knows. */
export function readAnswer(data: unknown): LiveAnswer | LiveFrame | undefined {
  if (typeof data !== 'string') return undefined
  let said: Partial<LiveFrame> | LiveAnswer | null
  try {
    said = JSON.parse(data) as Partial<LiveFrame> | LiveAnswer | null
  } catch {
    return undefined
  }
  if (typeof said !== 'object' || said === null) return undefined
  if ('op' in said) return said
  const isFrame =
    typeof said.topic === 'string' &&
    Number.isSafeInteger(said.seq) &&
    (said.type === 'snapshot' || said.type === 'delta')
  return isFrame ? (said as LiveFrame) : undefined
}
