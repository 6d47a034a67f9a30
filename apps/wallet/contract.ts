import { fileURLToPath } from 'node:url'

import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'

/**
 * The calls as the app needs them, without their schemas: how each is asked, what it is about, what a
 * proof is bound to.
 */

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
  const all = Object.entries<Endpoint>(calls)
  const lines = all.map(([path, { methods, changes, about, request }]) =>
    [path, methods.join('/'), changes ? 1 : '', 'lang' in request ? 1 : '', about.join()].join(),
  )
  const stepUps = Object.fromEntries(all.map(([path, { stepUp }]) => [path, stepUp]))
  return `const stepUps = ${JSON.stringify(stepUps)}
  export const calls = Object.fromEntries(${JSON.stringify(lines.join(' '))}.split(' ').map((line) => {
    const [path, methods, changes, lang, ...about] = line.split(',')
    const request = lang ? { lang } : {}
    return [path, { methods: methods.split('/'), changes: !!changes, about, request, stepUp: stepUps[path] }]
  }))`
}
