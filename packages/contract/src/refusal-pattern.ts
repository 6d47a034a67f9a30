import english from './texts/en/refusals.json' with { type: 'json' }
import { factsOf, formatText } from '#format-text.ts'
import type { RefusalCode } from '#refusals.ts'

/** The English text of a refusal for a page that describes it: each fact stands there by its name. */
export function refusalPattern(code: RefusalCode): string {
  const text = english[code]
  const names = factsOf(text).map((name) => [name, `{${name}}`] as const)
  return formatText('en', text, Object.fromEntries(names))
}
