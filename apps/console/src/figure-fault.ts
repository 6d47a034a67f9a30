import { say } from '@btbc/contract/operator/operator-text.ts'
import { parseAmount } from '@btbc/money/amount.ts'

type Bounds = { least: string; most: string; decimals?: number }

/** What is wrong with a figure as it is typed, and from where to where it goes; nothing if it is fine. */
export function figureFault(text: string, bounds: Bounds): string | undefined {
  const { least, most, decimals = 8 } = bounds
  const [figure, low = 0n, high = 0n] = [text.trim(), least, most].map((each) =>
    parseAmount(each, decimals),
  )
  if (figure !== undefined && figure >= low && figure <= high) return undefined
  if (text.includes(',')) return say('figure.comma')
  return say(decimals === 0 ? 'figure.whole' : 'figure.amount', { least, most })
}

/** The same for several fields: what is wrong with each of which something is. */
export function figureFaults(
  fields: Readonly<Record<string, readonly [text: string, bounds: Bounds]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, [text, bounds]]) => {
      const fault = figureFault(text, bounds)
      return fault === undefined ? [] : [[name, fault]]
    }),
  )
}

export const wholeTo = (most: number): Bounds => ({ least: '1', most: `${most}`, decimals: 0 })
export const percentTo = (most: string): Bounds => ({ least: '0.01', most, decimals: 2 })
/** Any that a field holds, and more than nothing. */
export const SOME: Bounds = { least: '0.00000001', most: '9999999999' }
export const ANY: Bounds = { ...SOME, least: '0' }
