import { refusalPattern } from '@btbc/contract/refusal-pattern.ts'
import { commonRefusals, type RefusalCode } from '@btbc/contract/refusals.ts'

/** What a call answers, as OpenAPI says it: the envelope of its answer, and that of a refusal. */

export type Json = Record<string, unknown>

/** Only calls that begin new business ask for the terms. */
const anyCalls = commonRefusals.filter((code) => code !== 'terms_due')

export const BUG = { $ref: '#/components/responses/Bug' }

/** What stands once on the page for all calls. */
export function commonParts(): Json {
  return {
    schemas: {
      CommonRefusal: {
        description: `With one of these any call can be refused:\n${linesOf(anyCalls)}`,
        enum: anyCalls,
      },
    },
    responses: {
      Bug: {
        description: `A fault of ours:\n${linesOf(['internal'])}`,
        content: refusalContent([]),
      },
    },
  }
}

export function answerContent(message: Json, refusals: readonly RefusalCode[]): Json {
  const answered = {
    type: 'object',
    required: ['type', 'message', 'request_id'],
    properties: { type: { const: 'ok' }, message, request_id: { type: 'string' } },
  }
  return { 'application/json': { schema: { oneOf: [answered, refusalSchema(refusals)] } } }
}

/** A file has no envelope; a refusal of it has. */
export function fileContent(type: string, refusals: readonly RefusalCode[]): Json {
  return { [type]: { schema: { type: 'string' } }, ...refusalContent(refusals) }
}

export function refusalContent(refusals: readonly RefusalCode[]): Json {
  return { 'application/json': { schema: refusalSchema(refusals) } }
}

function refusalSchema(refusals: readonly RefusalCode[]): Json {
  const common = { $ref: '#/components/schemas/CommonRefusal' }
  return {
    type: 'object',
    required: ['type', 'message', 'code', 'request_id'],
    properties: {
      type: { enum: ['error', 999] },
      message: { type: 'string' },
      code: refusals.length === 0 ? common : { anyOf: [{ enum: [...new Set(refusals)] }, common] },
      details: { type: 'object' },
      request_id: { type: 'string' },
    },
  }
}

export function describeRefusals(refusals: readonly RefusalCode[]): string {
  const own = refusals.length === 0 ? '' : `one of these refusals:\n${linesOf(refusals)}\n\nOr `
  return `The answer, or ${own}one that any call can give (\`CommonRefusal\`).`
}

function linesOf(refusals: readonly RefusalCode[]): string {
  return [...new Set(refusals)].map((code) => `- \`${code}\`: ${refusalPattern(code)}`).join('\n')
}
