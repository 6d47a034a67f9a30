/** Statements of a caller that run, and take effect, together with entries of the books. */

import { createHash } from 'node:crypto'
import { prepare } from '@btbc/database/database.ts'

export type Fragment = {
  /** Of the common table expression it becomes. */
  name: string
  /** Its parameters count from $1, as if it stood alone. */
  text: string
  values: readonly unknown[]
}

const texts = new Map<string, string>()

/**
 * One statement of all: `start` with its common table expressions, the fragments, and `end`. It is
 * made once for each set of fragments, and then planned once per connection.
 */
export function withFragments(
  parts: { name: string; start: string; parameters: number; end: string },
  fragments: readonly Fragment[],
): string {
  const shape = [parts.name, ...fragments.map(({ name, text }) => `${name} ${text}`)].join('\n')
  const known = texts.get(shape)
  if (known) return known
  let { parameters } = parts
  const expressions = fragments.map(({ name, text, values }) => {
    const shifted = text.replaceAll(/\$(\d+)/g, (_, n) => `$${Number(n) + parameters}`)
    parameters += values.length
    return `,\n  ${name} as (${shifted})`
  })
  const digest = createHash('sha256').update(shape).digest('hex').slice(0, 12)
  const made = prepare(`${parts.name}_${digest}`, parts.start + expressions.join('') + parts.end)
  texts.set(shape, made)
  return made
}
