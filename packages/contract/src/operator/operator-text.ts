import { type Facts, formatText } from '#format-text.ts'

import texts from './texts/console.json' with { type: 'json' }

/** What the console says, to operators and so in English: `texts/console.json`, in ICU MessageFormat. */
export function say(key: keyof typeof texts, facts: Facts = {}): string {
  return formatText('en', texts[key], facts)
}
