import { DatabaseError } from '@btbc/database/database.ts'

/** What the machine said, in words, by its code. */
const WORDS: Record<string, string> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'there is a file in its place',
  EISDIR: 'there is a folder in its place',
  ENOENT: 'there is no such place',
  EADDRINUSE: 'somebody else listens there already',
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
}

/** Why the server did not start: a sentence; and with its stack what nobody foresaw. */
export function describeFailure(error: unknown): string {
  return `BTBC (TEST) did not start: ${sentenceOf(error)}`
}

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Of a host with several addresses, one failure stands for all.
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0])
  const words = 'code' in error ? WORDS[String(error.code)] : undefined
  if (words !== undefined) return `${error.message}. In other words: ${words}. Nothing was removed.`
  if (error instanceof DatabaseError) return `the database says: ${error.message}`
  // What we throw ourselves is a sentence; what libraries throw has a class of its own.
  return error.constructor === Error ? error.message : (error.stack ?? error.message)
}
