import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import * as z from 'zod/mini'

import {
  answerContent,
  BUG,
  commonParts,
  describeRefusals,
  fileContent,
  type Json,
} from './openapi-answers.ts'
import { uploadPaths } from './openapi-uploads.ts'

/** The OpenAPI page of every call of members, made from the contract. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries<Endpoint>(calls)) {
    const { path, methods, access, changes, business } = call
    const described = {
      ...call,
      needsLogin: access === 'member',
      takesKey: changes && access === 'member',
      refusals: business === true ? [...call.refusals, 'terms_due' as const] : call.refusals,
    }
    paths[`/api${path}`] = Object.fromEntries(
      methods.map((method) => {
        const lower = method.toLowerCase()
        const operationId = methods.length === 1 ? name : `${name}_${lower}`
        return [lower, operation({ ...described, operationId, method })]
      }),
    )
  }
  Object.assign(paths, uploadPaths())
  return { ...document('BTBC (TEST)', 'Every call of the app of BTBC.'), paths }
}

/** The same of the console's calls, for those who operate the house. */
export function operatorOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [operationId, call] of Object.entries<OperatorEndpoint>(operatorCalls)) {
    const { path, method, access, roles, changes, isLook, isFile } = call
    const description = `For ${access === 'anyone' ? 'anyone' : roles.join(', ')}.${changes ? ' It is written into the audit log.' : ''}`
    const described = operation({
      ...call,
      operationId,
      needsLogin: access === 'operator',
      takesKey: access === 'operator' && changes && !isLook && !isFile,
      refusals: access === 'anyone' ? call.refusals : [...call.refusals, 'operator_not_allowed'],
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
        `${text} Test funds only: nothing here has real value. An answer is HTTP 200 with an envelope, a ` +
        'refusal too, which carries a stable code; type 999 asks for a login. Only a fault of ours is 500, ' +
        'and what is a file says by its status what became of it.',
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      ...commonParts(),
    },
  }
}

type Described = Pick<Endpoint, 'path' | 'request' | 'response' | 'summary'> & {
  operationId: string
  method: 'GET' | 'POST'
  needsLogin: boolean
  takesKey: boolean
  isFile?: true
  refusals: readonly RefusalCode[]
}

function operation(call: Described): Json {
  const { operationId, path, method, summary, needsLogin, takesKey, refusals } = call
  const request = schema(z.object(call.request))
  const required = requiredOf(request)
  const query = Object.entries(propertiesOf(request)).map(([name, each]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: each,
  }))
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }
  const body = {
    required: required.length > 0,
    content: { 'application/json': { schema: request } },
  }
  return {
    operationId,
    tags: [path.split('/')[1]],
    summary,
    security: needsLogin ? [{ token: [] }] : [],
    parameters: [...(method === 'GET' ? query : []), ...(takesKey ? [key] : [])],
    ...(method === 'POST' ? { requestBody: body } : {}),
    responses: {
      200: {
        description: describeRefusals(refusals),
        content: call.isFile
          ? fileContent('text/csv', refusals)
          : answerContent(schema(call.response), refusals),
      },
      500: BUG,
    },
  }
}

function schema(type: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return rest
}

function propertiesOf(object: Json): Json {
  const properties = object['properties']
  return typeof properties === 'object' && properties !== null ? { ...properties } : {}
}

function requiredOf(object: Json): unknown[] {
  const required = object['required']
  return Array.isArray(required) ? required : []
}
