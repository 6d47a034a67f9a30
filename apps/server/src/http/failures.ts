import { Refusal } from '@btbc/contract/refusals.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { findCurrency } from '@btbc/money/currency.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { readerOf } from './caller.ts'
import { refused } from './envelope.ts'
import { sqlState } from './transaction.ts'

/** Turns whatever was thrown into one envelope: expected noes by code, bugs as `internal`. */

const byFastifyCode: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('unsupported_media_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('body_too_large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('malformed_json'),
  FST_ERR_CTP_INVALID_JSON_BODY: new Refusal('malformed_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refusal('malformed_json'),
  FST_ERR_BAD_URL: new Refusal('not_found'),
}

/** Lock not to be had in time, statement cancelled, server going down or out of connections. */
const busyStates = new Set(['55P03', '57014', '40001', '40P01'])
const downStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53200',
  '53100',
  '08006',
  '08003',
  '08001',
])

/** The refusal that answers this error, or undefined when it is a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof InsufficientBalance) return shortfall(error)
  if (!(error instanceof Error)) return undefined
  const state = sqlState(error)
  if (busyStates.has(state)) return new Refusal('try_again')
  if (downStates.has(state) || isConnectionLoss(error, state)) return new Refusal('unavailable')
  const known = byFastifyCode[state]
  if (known) return known
  const status = 'statusCode' in error ? error.statusCode : undefined
  // What serves files says so of a folder, and of a path that leads out of it.
  if (status === 403 || status === 404) return new Refusal('not_found')
  return status === 400 ? new Refusal('malformed_json') : undefined
}

/** A pool that is short is being refilled; a member that is short is told by how much. */
function shortfall({ account, available, needed }: InsufficientBalance): Refusal {
  if (account.owner === null) return new Refusal('pool_refilling')
  if (account.purpose === 'launches') return new Refusal('no_launches')
  const currency = findCurrency(account.currency)
  return new Refusal('insufficient_balance', {
    available: formatAmount(available, currency?.scale),
    needed: formatAmount(needed, currency?.scale),
    currency: currency?.code ?? '',
  })
}

function isConnectionLoss(error: Error, state: string): boolean {
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'].includes(state) ||
    /^Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable/.test(
      error.message,
    )
  )
}

export function handleFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply))
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return refuse(refusal, request, reply)
  if (isOfFile(error))
    return reply
      .headers(error.headers ?? {})
      .code(error.statusCode)
      .send()
  request.log.error({ err: error, request_id: request.id }, 'a bug')
  const bug = refused('internal', {}, readerOf(request), request.id)
  return reply.header('cache-control', 'no-store').code(500).send(bug)
}

type OfFile = Error & { statusCode: number; headers?: Record<string, string> }

/** A file has not the part that was asked for, or is no longer what was asked for: programs read the status. */
function isOfFile(error: unknown): error is OfFile {
  return (
    error instanceof Error && 'statusCode' in error && [412, 416].includes(Number(error.statusCode))
  )
}

/** Answers an expected no. */
export function refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  // A picture is not an envelope: who asks for one looks at the status.
  const underApi = /^\/(operator\/)?api\/(?!upload\/)/.test(request.url)
  const { code, details } = refusal
  return reply
    .header('cache-control', 'no-store')
    .code(underApi ? 200 : statusOf(refusal))
    .send(refused(code, details, readerOf(request), request.id))
}

function statusOf(refusal: Refusal): number {
  const statuses: Partial<Record<Refusal['code'], number>> = {
    not_found: 404,
    upload_not_found: 404,
    unsupported_media_type: 415,
    body_too_large: 413,
    too_many_requests: 429,
    unavailable: 503,
    try_again: 503,
    login_required: 401,
    cross_site: 403,
  }
  return statuses[refusal.code] ?? 400
}
