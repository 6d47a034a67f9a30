import { fileURLToPath } from 'node:url'

import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'

/** The calls as the app needs them: how each is asked and what it is about, without its schemas. */

const contractFile = fileURLToPath(import.meta.resolve('@btbc/contract/calls.ts'))

export function contract() {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre' as const,
    load: (id: string) => (id === contractFile ? plainCalls() : undefined),
  }
}

/** A line for each call, which is shorter than an object for each. */
function plainCalls(): string {
  const lines = Object.entries<Endpoint>(calls).map(
    ([path, { methods, changes, about, request }]) =>
      [path, methods.join('/'), changes ? 1 : '', 'lang' in request ? 1 : '', about.join()].join(),
  )
  return `export const calls = Object.fromEntries(${JSON.stringify(lines.join(' '))}.split(' ').map((line) => {
    const [path, methods, changes, lang, ...about] = line.split(',')
    return [path, { methods: methods.split('/'), changes: !!changes, about, request: lang ? { lang } : {} }]
  }))`
}
