import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { refusalText } from '@btbc/contract/refusal-text.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { uploadPath, uploadPurposes, uploadRefusals } from '@btbc/contract/upload.ts'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The OpenAPI page of every call, made from the contract. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const call of Object.values<Endpoint>(calls)) {
    const { path } = call
    paths[`/api${path}`] = Object.fromEntries(
      call.methods.map((method) => [method.toLowerCase(), operation(path, method, call)]),
    )
  }
  Object.assign(paths, uploadPaths())
  return { ...document('BTBC (TEST)', 'Every call of BTBC.'), paths }
}

/** The same of the console's calls, for those who operate the house. */
export function operatorOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const call of Object.values<OperatorEndpoint>(operatorCalls)) {
    const { path, method, access, roles, changes } = call
    const description = `For ${access === 'anyone' ? 'anyone' : roles.join(', ')}.${changes ? ' It is written into the audit log.' : ''}`
    const described = operation(path, method, {
      ...call,
      access: access === 'operator' ? 'member' : 'anyone',
      changes: false,
    })
    paths[`/operator/api${path}`] = { [method.toLowerCase()]: { ...described, description } }
  }
  return {
    ...document(
      'BTBC operators (TEST)',
      'Every call of the console. Its sessions are of a kind of their own: a member’s token opens nothing here.',
    ),
    paths,
  }
}

function document(title: string, text: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        `${text} Test funds only: nothing here has real value. Each answer is HTTP 200 ` +
        'with an envelope; a refusal carries a stable code; type 999 asks for a login.',
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

type Described = Pick<
  Endpoint,
  'access' | 'changes' | 'request' | 'response' | 'refusals' | 'summary'
>

function operation(path: string, method: 'GET' | 'POST', call: Described): Json {
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
            schema: answerSchema(schema(call.response), call.refusals),
          },
        },
      },
    },
  }
}

/** Pictures: the one form that is not JSON, and the one answer. */
function uploadPaths(): Json {
  const security = [{ token: [] }]
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const form = {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary' },
      purpose: { enum: uploadPurposes },
    },
  }
  return {
    [`/api${uploadPath}`]: {
      post: {
        operationId: 'post_upload',
        tags: ['upload'],
        summary: 'Send a picture (JPEG, PNG or WebP); the answer is the id that other calls take',
        security,
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: {
          200: {
            description: describeRefusals({ refusals: uploadRefusals }),
            content: {
              'application/json': { schema: answerSchema({ type: 'string' }, uploadRefusals) },
            },
          },
        },
      },
    },
    [`/api${uploadPath}/{id}`]: {
      get: {
        operationId: 'get_upload',
        tags: ['upload'],
        summary: 'A picture, for the member who sent it',
        security,
        parameters: [id],
        responses: {
          200: { description: 'The picture.', content: { 'image/jpeg': {} } },
          404: { description: describeRefusals({ refusals: ['upload_not_found'] }) },
        },
      },
    },
  }
}

function answerSchema(message: Json, refusals: readonly RefusalCode[]): Json {
  return {
    oneOf: [
      {
        type: 'object',
        required: ['type', 'message', 'request_id'],
        properties: {
          type: { const: 'ok' },
          message,
          request_id: { type: 'string' },
        },
      },
      refusalSchema(refusals),
    ],
  }
}

function refusalSchema(refusals: readonly RefusalCode[]): Json {
  return {
    type: 'object',
    required: ['type', 'message', 'code', 'request_id'],
    properties: {
      type: { enum: ['error', 999] },
      message: { type: 'string' },
      code: { examples: refusals },
      details: { type: 'object' },
      request_id: { type: 'string' },
    },
  }
}

function describeRefusals({ refusals }: Pick<Endpoint, 'refusals'>): string {
  const lines = refusals.map((code) => `- \`${code}\`: ${refusalText(code, 'en')}`)
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
