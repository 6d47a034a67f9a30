import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A canary is a fault that somebody could make, and the check that has to find it: by that assertion, and
 * not by a crash on the way to it.
 */
export type Canary = {
  /** What goes wrong, as a fact. */
  name: string
  /** Each text stands in its file once. */
  changes: readonly { file: string; from: string; to: string }[]
  check: {
    file: string
    test: string
    /** A part of the line that fails. */
    assertion: string
    /** Where that line stands, when it is not in the test's own file. */
    in?: string
  }
}

/** Where every server test looks at the books at its end. */
export const AT_THE_END = 'apps/server/src/testing/server.ts'
export const BOOKS_AT_THE_END = 'expect(await audit(books)).toEqual([])'
export const MODULES_AT_THE_END = 'expect(await find(books)).toEqual([])'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** The files of a canary as they are with its fault in them. */
export function plant({ name, changes }: Canary): Map<string, string> {
  const planted = new Map<string, string>()
  for (const { file, from, to } of changes) {
    const text = planted.get(file) ?? readFileSync(path.join(ROOT, file), 'utf8')
    const parts = text.split(from)
    if (parts.length !== 2) {
      throw new Error(`'${name}' finds its text ${parts.length - 1} times in ${file}, not once`)
    }
    planted.set(file, parts.join(to))
  }
  return planted
}
