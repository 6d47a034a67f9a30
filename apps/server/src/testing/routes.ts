import type { FastifyInstance } from 'fastify'

/** Each route of a server as `METHOD /path`, from the tree that it prints. */
export function routesOf(http: Pick<FastifyInstance, 'printRoutes'>): string[] {
  const found: string[] = []
  const stack: string[] = []
  const printed = http.printRoutes({ commonPrefix: false, includeHooks: false })
  for (const line of printed.split('\n')) {
    const match = /^((?:│ {3}| {4})*)(?:├── |└── )(\S+)(?: \((.+)\))?$/.exec(line)
    if (!match) continue
    const [, indent = '', part = '', methods] = match
    stack.length = indent.length / 4
    stack.push(part)
    for (const method of methods?.split(', ') ?? []) found.push(`${method} ${stack.join('')}`)
  }
  return found.map((route) => route.replace(' //', ' /'))
}
