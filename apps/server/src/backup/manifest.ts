import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { writeWhole } from '@btbc/database/durable-file.ts'
import * as z from 'zod/mini'

/** What is in a back-up, and whether it still is: every file with its size and hash, sealed as a whole. */

const MANIFEST = 'manifest.json'
/** As `sha256sum -c` reads it. */
const SEAL = 'manifest.json.sha256'
const FORMAT = 'btbc-backup-1'

const hashShape = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  at: z.iso.datetime(),
  /** The custody address: of which install it is. Null before its first start was over. */
  install: z.nullable(z.string()),
  database: z.strictObject({
    migrations: z.array(z.strictObject({ number: z.int(), name: z.string(), checksum: hashShape })),
    tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
    sequences: z.array(
      z.strictObject({ name: z.string(), last: z.string(), isCalled: z.boolean() }),
    ),
  }),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: hashShape })),
})
export type Manifest = z.infer<typeof Manifest>

/** Lists what lies in the folder and seals it. */
export async function writeManifest(
  folder: string,
  parts: Omit<Manifest, 'format' | 'files'>,
): Promise<void> {
  const files: Manifest['files'] = []
  for (const name of filesIn(folder)) {
    const file = path.join(folder, name)
    files.push({ path: name, bytes: statSync(file).size, sha256: await hashOf(file) })
  }
  const text = `${JSON.stringify({ format: FORMAT, ...parts, files }, null, 1)}\n`
  writeWhole(path.join(folder, MANIFEST), text, { mode: 0o600 })
  const hash = createHash('sha256').update(text).digest('hex')
  writeWhole(path.join(folder, SEAL), `${hash}  ${MANIFEST}\n`, { mode: 0o600 })
}

/** Reads it and holds every file against it; throws a sentence when one is not as it was. */
export async function readManifest(folder: string): Promise<Manifest> {
  const torn = (what: string) =>
    new Error(`${folder} is no whole back-up: ${what}. Nothing was written; take another one.`)
  const read = (name: string): string => {
    try {
      return readFileSync(path.join(folder, name), 'utf8')
    } catch {
      throw torn(`${name} is missing`)
    }
  }
  const text = read(MANIFEST)
  const hash = createHash('sha256').update(text).digest('hex')
  if (!read(SEAL).startsWith(`${hash} `)) throw torn(`${MANIFEST} is not what was sealed`)
  const manifest = Manifest.parse(JSON.parse(text))
  const there = new Set(filesIn(folder))
  for (const { path: name, bytes, sha256 } of manifest.files) {
    if (!there.delete(name)) throw torn(`${name} is missing`)
    const file = path.join(folder, name)
    if (statSync(file).size !== bytes) throw torn(`${name} was cut short or grew`)
    if ((await hashOf(file)) !== sha256) throw torn(`${name} was changed`)
  }
  const [more] = [...there].filter((name) => name !== MANIFEST && name !== SEAL)
  if (more !== undefined) throw torn(`${more} is not of it`)
  return manifest
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
