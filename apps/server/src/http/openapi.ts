import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { refusalText } from '@btbc/contract/refusal-text.ts'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The OpenAPI page of every call, made from the contract. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [path, call] of Object.entries<Endpoint>(calls)) {
    paths[`/api${path}`] = Object.fromEntries(
      call.methods.map((method) => [method.toLowerCase(), operation(path, method, call)]),
    )
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'BTBC (TEST)',
      version: '1',
      description:
        'Every call of BTBC. Test funds only: nothing here has real value. Each answer is HTTP 200 ' +
        'with an envelope; a refusal carries a stable code; type 999 asks for a login.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(path: string, method: 'GET' | 'POST', call: Endpoint): Json {
  const request = schema(z.object(call.request))
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll('/', '_')}`,
    tags: [path.split('/')[1]],
    summary: call.summary,
    security: call.access === 'member' ? [{ token: [] }] : [],
    parameters: [
      ...(method === 'GET'
        ? Object.entries(propertiesOf(request)).map(([name, each]) => ({
            name,
            in: 'query',
            schema: each,
          }))
        : []),
      ...(call.changes && call.access === 'member'
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...(method === 'POST'
      ? { requestBody: { content: { 'application/json': { schema: request } } } }
      : {}),
    responses: {
      200: {
        description: describeRefusals(call),
        content: {
          'application/json': {
            schema: {
              oneOf: [
                {
                  type: 'object',
                  required: ['type', 'message', 'request_id'],
                  properties: {
                    type: { const: 'ok' },
                    message: schema(call.response),
                    request_id: { type: 'string' },
                  },
                },
                refusalSchema(call),
              ],
            },
          },
        },
      },
    },
  }
}

function refusalSchema(call: Endpoint): Json {
  return {
    type: 'object',
    required: ['type', 'message', 'code', 'request_id'],
    properties: {
      type: { enum: ['error', 999] },
      message: { type: 'string' },
      code: { examples: call.refusals },
      details: { type: 'object' },
      request_id: { type: 'string' },
    },
  }
}

function describeRefusals(call: Endpoint): string {
  const lines = call.refusals.map((code) => `- \`${code}\`: ${refusalText(code, 'en')}`)
  return lines.length === 0
    ? 'The answer.'
    : `The answer, or one of these refusals:\n${lines.join('\n')}`
}

function schema(type: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return rest
}

function propertiesOf(object: Json): Json {
  const properties = object['properties']
  return typeof properties === 'object' && properties !== null ? { ...properties } : {}
}
