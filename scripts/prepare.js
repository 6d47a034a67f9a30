// Set-up before every command, in plain JavaScript: it runs on whatever Node >= 20.19 the machine has.
// Installs what the lock names when the lock changed, and builds the web apps whose sources did.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = path.resolve(import.meta.dirname, '..')
const cache = path.join(root, 'node_modules', '.cache', 'btbc')
const node = path.join(root, 'node_modules/.bin/node')
/** The web apps, and what each is made of besides itself. */
const apps = ['wallet', 'console']
const rooms = ['ui', 'client', 'contract', 'money'].map((room) => `packages/${room}`)
const sources = [...rooms, 'package-lock.json']
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

checkMachine()
install()
if (!process.argv.includes('--no-build')) for (const app of apps) build(app)

function checkMachine() {
  if (process.platform === 'linux' && process.arch === 'x64') return
  console.error(
    'The built-in PostgreSQL, Node 24 and browser are for Linux x64 (a machine, WSL or a container).\n' +
      'Elsewhere, run Node 24 yourself and set DATABASE_URL to a PostgreSQL 18.',
  )
  process.exit(1)
}

function install() {
  const stamp = path.join(cache, 'lock')
  const lock = digest(readFileSync(path.join(root, 'package-lock.json')))
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing packages …')
  // Not `npm ci`: it stops at optional packages of other platforms that a registry does not have.
  run('npm', [
    'install',
    // What it is started and built with, also where NODE_ENV says production.
    '--include=dev',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  remember(stamp, lock)
}

function build(app) {
  const stamp = path.join(cache, app)
  const output = path.join(root, 'apps', app, 'dist')
  const own = [path.join('apps', app), ...sources]
  const state = digest(...own.flatMap((each) => [...contentsOf(path.join(root, each))]))
  if (existsSync(path.join(output, 'index.html')) && existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === state) return
  }
  console.log(app === 'wallet' ? 'Building the web app …' : `Building the ${app} …`)
  run(
    node,
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    path.join('apps', app),
  )
  for (const file of filesOf(output)) {
    if (!compressible.test(file)) continue
    const content = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
  keepEarlierBuilds(path.join(output, 'static'), app === 'wallet' ? 'static' : `${app}-static`)
  remember(stamp, state)
}

/** A tab that was open during a deployment still finds the files of the two builds before it. */
function keepEarlierBuilds(folder, name) {
  const [fresh, last, before] = [0, 1, 2].map((age) => path.join(cache, `${name}-${age}`))
  rmSync(fresh, { recursive: true, force: true })
  cpSync(folder, fresh, { recursive: true })
  for (const earlier of [last, before]) {
    if (existsSync(earlier)) cpSync(earlier, folder, { recursive: true, force: false })
  }
  rmSync(before, { recursive: true, force: true })
  if (existsSync(last)) renameSync(last, before)
  renameSync(fresh, last)
}

function run(command, args, folder = '.') {
  const { status, error } = spawnSync(command, args, {
    cwd: path.join(root, folder),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) console.error(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function remember(stamp, value) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, value)
}

function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function* contentsOf(entry) {
  for (const file of filesOf(entry)) {
    yield path.relative(root, file)
    yield readFileSync(file)
  }
}

function* filesOf(entry) {
  if (!existsSync(entry)) return
  if (path.extname(entry) === '.json' && !entry.endsWith('/')) {
    yield entry
    return
  }
  const found = readdirSync(entry, { withFileTypes: true })
  for (const each of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const isOutput = apps.some((app) => entry === path.join(root, 'apps', app, 'dist'))
    if (['node_modules', 'dist'].includes(each.name) && !isOutput) continue
    const full = path.join(entry, each.name)
    if (each.isDirectory()) yield* filesOf(full)
    else if (!/\.test\.tsx?$/.test(each.name)) yield full
  }
}
