/**
 * For the builds of the apps: the calls without their schemas, which stay on the server. What is left
 * is how each is asked, by whom, what it is about and what a proof is bound to. A file of the contract that
 * declares calls is nothing else in an app, and each call is a module of its own, so that a screen
 * loads those it makes.
 */

const ONE = '?call='
const folder = `${import.meta.dirname}/`

export function callsWithoutSchemas() {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id.startsWith(folder) && id.includes(ONE) ? id : undefined),
    async load(id: string) {
      if (!id.startsWith(folder) || id.endsWith('.json')) return undefined
      const [file = '', name] = id.split(ONE)
      const declared = (await import(file)) as Record<string, unknown>
      if (name !== undefined)
        return `export const ${name} = ${JSON.stringify(plain(declared[name]))}`
      const names = Object.keys(declared).filter((each) => isCall(declared[each]))
      if (names.length === 0) return undefined
      const code = names.map(
        (each) => `export { ${each} } from ${JSON.stringify(file + ONE + each)}`,
      )
      return { code: code.join('\n'), moduleSideEffects: false }
    },
  }
}

type Declared = Record<string, unknown> & { request: object }

function isCall(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'path' in value && 'refusals' in value
}

function plain(call: unknown): unknown {
  if (!isCall(call)) return undefined
  const { path, method, methods, roles, changes, isLook } = call
  const { about, stepUp, holdsSecret, sets, request } = call
  const asked = 'lang' in request ? { lang: {} } : {}
  const how = { path, method, methods, roles, changes, isLook, request: asked }
  return { ...how, about, stepUp, holdsSecret, sets }
}
