import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

/** The repository checks itself: rules of docs/STYLE.md that no other tool keeps. */

const root = path.resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
const code = files.filter((file) => /\.tsx?$/.test(file))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('only the ledger and its migrations name ledger tables', () => {
  const allowed = /^(packages\/(ledger|database)\/|bench\/|scripts\/)/
  const offenders = code.filter((file) => !allowed.test(file) && /\bledger_\w+/.test(read(file)))
  expect(offenders).toEqual([])
})

test('only http, the entry files and routes know Fastify', () => {
  const allowed =
    /^apps\/server\/src\/(http\/|(app|main|house|module)\.ts|testing\/|dev\/|platform\/jobs\.ts|modules\/[^/]+\/[^/]+\.routes\.ts)/
  const offenders = code.filter(
    (file) =>
      !allowed.test(file) && /from 'fastify'/.test(read(file)) && !file.endsWith('.test.ts'),
  )
  expect(offenders).toEqual([])
})

test('every server module has a test', () => {
  const modules = new Set(
    code.map((file) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1]),
  )
  modules.delete(undefined)
  const untested = [...modules].filter(
    (name) =>
      !code.some(
        (file) => file.startsWith(`apps/server/src/modules/${name}/`) && file.endsWith('.test.ts'),
      ),
  )
  expect(untested).toEqual([])
})

test('there are no drawers', () => {
  const drawers = /(^|\/)(utils?|helpers?|common|components|lib|shared|misc)(\/|\.tsx?$)/
  expect(files.filter((file) => drawers.test(file))).toEqual([])
})

test('a file of the product over 300 lines says why', () => {
  const ofTests = /\.test\.tsx?$|\/testing\/|\/testing\.ts$|\/database\/src\/tables\.ts$/
  const offenders = code.filter(
    (file) =>
      /^(apps|packages)\//.test(file) &&
      !ofTests.test(file) &&
      read(file).split('\n').length > 301 &&
      !/^ \* Over 300 lines: /m.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('no comment points to a list that nobody here has', () => {
  // The plans of the product number what is decided and tested by D, Q and T. D1 and D2 are rules of the audit.
  const numbered = /^\s*(?:\/?\*|\/\/).*?\b(?!D[12]\b)[DQT]\d+\b/m
  expect(code.filter((file) => numbered.test(read(file)))).toEqual([])
})

test('no test is skipped, focused or left to do', () => {
  const offenders = code.filter(
    (file) =>
      /\.test\.tsx?$/.test(file) && /\b(test|it|describe)\.(skip|only|todo)\b/.test(read(file)),
  )
  expect(offenders.filter((file) => file !== 'scripts/tidy.test.ts')).toEqual([])
})

test("the members' app knows no call of the console", () => {
  const offenders = code.filter(
    (file) =>
      /^(apps\/wallet\/|packages\/ui\/|packages\/contract\/src\/[^/]+$)/.test(file) &&
      /contract\/operator\/|'#operator\/|operator\/api/.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('use cases read no clock, draw no random numbers and speak to no network', () => {
  const offenders = code.filter(
    (file) =>
      /^(apps\/server\/src\/modules|packages\/(ledger|money))\//.test(file) &&
      !/(\.test|\/testing)\.ts$|\/testing\//.test(file) &&
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(/.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('money code uses no floating point', () => {
  // A chart is a picture: it is drawn in numbers, and nobody is paid from it.
  const plots = /(screens\/exchange\/(CandleChart|DepthChart)|markets\/PairFacts)\.tsx$/
  const offenders = code.filter(
    (file) =>
      /^(apps\/server\/src\/modules|apps\/wallet\/src|packages\/(ledger|money))\//.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      !plots.test(file) &&
      /\bparseFloat\(|\.toFixed\(|Number\([^)]*(amount|price|balance|units|fee)/.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('the wallet ships no schema: what it runs of the contract needs none', () => {
  // Of files that declare calls it gets the calls alone, without schemas: without-schemas.ts.
  const isPlain = (name: string) => {
    const text = read(`packages/contract/src/${name}`).replaceAll(/^import type .*$/gm, '')
    return name === 'calls.ts' || /\bendpoint\(/.test(text) || !/from '(zod|#wire)/.test(text)
  }
  const offenders = code.filter(
    (file) =>
      /^(apps\/wallet|packages\/ui)\/src\//.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      [...read(file).matchAll(/^import (?!type ).* from '@btbc\/contract\/([^']+)'/gm)].some(
        ([, name = '']) => !isPlain(name),
      ),
  )
  expect(offenders).toEqual([])
})

test('the wallet changes things on the server through useSend alone', () => {
  // Reads that are asked by POST, what nobody waits for, and a passkey's challenge, which is good once.
  const allowed =
    /(api\/\w+|session|chosen-language|joining\/useInvite|screens\/withdrawal\/quote|screens\/login\/passkey-login|security\/StepUpSheet)\.tsx?$/
  const changes = new Set(
    code
      .filter((file) => file.startsWith('packages/contract/src/'))
      .flatMap((file) => [
        ...read(file).matchAll(/^export const (\w+) = endpoint\(\{[^]*?\bchanges: (true|false)/gm),
      ])
      .filter(([, , isChange]) => isChange === 'true')
      .map(([, name]) => name),
  )
  expect(changes.size).toBeGreaterThan(50)
  const offenders = code.filter(
    (file) =>
      file.startsWith('apps/wallet/src/') &&
      !/\.test\.tsx?$/.test(file) &&
      !allowed.test(file) &&
      [...read(file).matchAll(/\bsend\((\w+)/g)].some(([, name]) => changes.has(name)),
  )
  expect(offenders).toEqual([])
})

test('no lint rule is switched off without a reason', () => {
  const offenders = code.filter((file) =>
    /(oxlint|eslint)-disable(?!.*--)|@ts-(ignore|nocheck|expect-error)(?!.*--)/.test(read(file)),
  )
  expect(offenders.filter((file) => file !== 'scripts/tidy.test.ts')).toEqual([])
})

test('locks on what is no row have their numbers from one place', () => {
  const offenders = code.filter(
    (file) =>
      file !== 'packages/database/src/locks.ts' &&
      file !== 'scripts/tidy.test.ts' &&
      /pg_(try_)?advisory_xact_lock|hashtextextended\([^)]*\d\)/.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('what a sweep takes up is named by an array: compared with a list, each row is, with all of it', () => {
  const takenFromList = /\b(?:delete from|update) [^;`]*?\bin \(\s*select [^;`)]*?\blimit\b/
  const offenders = code.filter(
    (file) => !file.endsWith('.test.ts') && takenFromList.test(read(file)),
  )
  expect(offenders).toEqual([])
})

test('the address of a caller is read in one place', () => {
  const readsItself = (text: string) =>
    /remoteAddress|\['x-forwarded-for'\]/.test(text) ||
    (/from 'fastify'/.test(text) && /\brequest\.ip\b/.test(text))
  const offenders = code.filter(
    (file) =>
      /^apps\/server\/src\/(?!network\/)/.test(file) &&
      !file.endsWith('.test.ts') &&
      readsItself(read(file)),
  )
  expect(offenders).toEqual([])
})

test('the lock names no registry address', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/)
})

test('every version is exact', () => {
  const loose = files
    .filter((file) => path.basename(file) === 'package.json')
    .flatMap((file) =>
      [...read(file).matchAll(/"((?:@[\w-]+\/)?[\w.-]+)": "([~^][^"]+)"/g)].map(
        ([, name]) => `${file}: ${name}`,
      ),
    )
  expect(loose).toEqual([])
})

test('every migration has a number of its own', () => {
  const numbers = files
    .map((file) => /^packages\/database\/migrations\/(\d{4})_[a-z_]+\.sql$/.exec(file)?.[1])
    .filter((number) => number !== undefined)
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual([...new Set(numbers)])
})

test('every decision has a number of its own', () => {
  const numbers = files
    .map((file) => /^docs\/decisions\/(\d{3})-/.exec(file)?.[1])
    .filter((number) => number !== undefined)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('links between the documents lead somewhere', () => {
  const broken = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#|mailto:|\/)([^)#\s]+)/g)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => !existsSync(path.join(root, target)))
        .map((target) => `${file} → ${target}`),
    )
  expect(broken).toEqual([])
})
