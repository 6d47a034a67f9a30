import fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Measures every call: how long it took, by path and by what came of it. */
export function measureCalls(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'btbc_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['path', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'none'
    seconds.observe({ path, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}

/** Serves the measurements on a port of their own, for this machine only. */
export async function serveMetrics(registry: Registry, port: number): Promise<FastifyInstance> {
  const app = fastify()
  app.get('/metrics', async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
  await app.listen({ host: '127.0.0.1', port })
  return app
}
