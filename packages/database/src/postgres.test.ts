import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { findFreePort, waitUntil } from '#keep-running.ts'
import { findBinaries, openDirectory, removeCluster, serverPerson } from '#postgres-files.ts'
import { processesIn } from '#postgres-processes.ts'
import { findRunningPostgres, startPostgres } from '#postgres.ts'
import { makeTestPlace, removeTestPlace } from '#testing-place.ts'

let place = ''
let directory = ''

/** A cluster after its first start, for the tests that are not about that. */
let made = ''

beforeAll(async () => {
  made = makeTestPlace()
  const first = await startPostgres({ directory: path.join(made, 'postgres') })
  await first.stop()
})

afterAll(() => removeTestPlace(made))

beforeEach(() => {
  place = makeTestPlace()
  directory = path.join(place, 'postgres')
})

afterEach(() => {
  vi.unstubAllEnvs()
  removeTestPlace(place)
})

test('a cluster is made once, keeps its data and its password, and is stopped in order', async () => {
  const first = await startPostgres({ directory })
  await run(first.url, 'create table kept (n int); insert into kept values (7)')
  expect(findRunningPostgres(directory)).toEqual({ url: first.url, pid: first.pid })
  await first.stop()
  expect(processesIn(dataFolder())).toEqual([])
  expect(findRunningPostgres(directory)).toBeUndefined()

  const second = await startPostgres({ directory })
  expect(await run(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('nobody gets in without the password', async () => {
  takeCluster()
  const server = await startPostgres({ directory })
  const url = new URL(server.url)
  url.password = 'wrong'
  await expect(run(url.href, 'select 1')).rejects.toThrow('password authentication failed')
  await server.stop()
})

test('after kill -9 of our process and its database the next start recovers by itself', async () => {
  takeCluster()
  const child = await startInChild()
  const { url, pid } = findRunning()
  await run(url, 'create table kept (n int); insert into kept values (7)')
  process.kill(pid, 'SIGKILL')
  await kill(child, 'SIGKILL')
  expect(existsSync(path.join(dataFolder(), 'postmaster.pid'))).toBe(true)

  const server = await startPostgres({ directory })
  expect(await run(server.url, 'select n from kept')).toEqual([{ n: 7 }])
  await server.stop()
})

test('a database that was left running is taken over', async () => {
  takeCluster()
  const child = await startInChild()
  const { url, pid } = findRunning()
  await run(url, 'create table kept (n int); insert into kept values (7)')
  // Stopped processes hear no signals but these, so the database cannot end with its owner.
  process.kill(pid, 'SIGSTOP')
  await kill(child, 'SIGKILL')
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300)

  const server = await startPostgres({ directory })
  expect(server.pid).not.toBe(pid)
  expect(await run(server.url, 'select n from kept')).toEqual([{ n: 7 }])
  await server.stop()
})

test('a server that a killed start had only just begun is stopped like any other', async () => {
  takeCluster()
  const postgres = path.join(findBinaries(), 'bin/postgres')
  for (const laterMs of [0, 0, 5, 20, 60]) {
    const values = ['-D', dataFolder(), '-p', String(await findFreePort())]
    const settings = ['-c', 'unix_socket_directories=']
    const options = { ...serverPerson(), cwd: '/', stdio: 'ignore' } as const
    const orphan = spawn(postgres, [...values, ...settings], options)
    const gone = once(orphan, 'exit')
    await sleep(laterMs)
    const server = await startPostgres({ directory })
    expect(await run(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await gone
    await server.stop()
  }
})

test('a server of a killed start that shows only after the look does not keep the database down', async () => {
  takeCluster()
  const postgres = path.join(findBinaries(), 'bin/postgres')
  for (const laterMs of [10, 20, 30, 40, 50, 60, 80]) {
    const values = ['-D', dataFolder(), '-p', String(await findFreePort())]
    const settings = ['-c', 'unix_socket_directories=']
    // As between the two halves of a spawn: not yet the program that it is to be.
    const script = `sleep ${laterMs / 1_000}; exec "$@"`
    const options = { ...serverPerson(), cwd: '/', stdio: 'ignore' } as const
    const orphan = spawn('/bin/sh', ['-c', script, 'sh', postgres, ...values, ...settings], options)
    const gone = once(orphan, 'exit')
    const server = await startPostgres({ directory })
    expect(await run(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await gone
    await server.stop()
  }
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the database does not outlive %s of its owner',
  async (signal) => {
    takeCluster()
    const child = await startInChild()
    expect(processesIn(dataFolder()).length).toBeGreaterThan(0)
    await kill(child, signal)
    await expect.poll(() => processesIn(dataFolder())).toEqual([])
  },
)

test('a directory in use by a living process is refused, and its database left alone', async () => {
  takeCluster()
  const server = await startPostgres({ directory })
  await expect(startPostgres({ directory })).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await run(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await server.stop()
})

test('a database that dies alone is started again on the same port', async () => {
  takeCluster()
  const server = await startPostgres({ directory })
  const { pid, url } = server
  await run(url, 'create table kept (n int); insert into kept values (7)')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => server.pid).not.toBe(pid)
  expect(await run(url, 'select n from kept')).toEqual([{ n: 7 }])
  await server.stop()
})

const MOMENTS = {
  'the password': ['password'],
  'the folder': ['data.unfinished-*'],
  'its control file': ['data.unfinished-*', 'global', 'pg_control'],
  'the last database': ['data.unfinished-*', 'base', '5'],
  'its place': ['data'],
  'the first process': ['data', 'postmaster.pid'],
} as const

test.each(Object.entries(MOMENTS))(
  'a first start killed after it made %s is a first start again',
  async (_, file) => {
    const child = launchChild()
    // At the latest when it is over: a moment may be too short to be seen.
    const last = MOMENTS['the first process']
    await waitUntil(() => [file, last].some((each) => isMade(directory, each)), 60_000)
    await kill(child, 'SIGKILL')

    const server = await startPostgres({ directory })
    await run(server.url, 'create table kept (n int)')
    await server.stop()
    const again = await startPostgres({ directory })
    expect(await run(again.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
    await again.stop()
    expect(readdirSync(directory).toSorted()).toEqual(['data', 'log', 'made', 'password'])
  },
)

test('a database of a start before this one, without the mark, goes on and gets it', async () => {
  takeCluster()
  const first = await startPostgres({ directory })
  await run(first.url, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  rmSync(path.join(directory, 'made'))

  const second = await startPostgres({ directory })
  expect(await run(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
  expect(existsSync(path.join(directory, 'made'))).toBe(true)
})

test('a database that is not whole is refused with what was found, and left as it is', async () => {
  takeCluster()
  const first = await startPostgres({ directory })
  await first.stop()
  const away = path.join(place, 'away')
  const isRefused = async (sentence: string) => {
    const before = filesIn(directory)
    await expect(startPostgres({ directory })).rejects.toThrow(sentence)
    expect(filesIn(directory)).toEqual(before)
  }
  renameSync(path.join(dataFolder(), 'PG_VERSION'), away)
  await isRefused('has no file PG_VERSION but')
  rmSync(path.join(directory, 'made'))
  await isRefused('has no file PG_VERSION but')
  renameSync(away, path.join(dataFolder(), 'PG_VERSION'))

  const whole = await startPostgres({ directory })
  await whole.stop()
  renameSync(dataFolder(), away)
  await isRefused('and is not there')
  renameSync(away, dataFolder())
  writeFileSync(path.join(directory, 'password'), 'another')
  await expect(startPostgres({ directory })).rejects.toThrow('is not that of the database')
})

test.each([undefined, ''])('a lost password is drawn anew', async (left) => {
  takeCluster()
  const first = await startPostgres({ directory })
  await run(first.url, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  rmSync(path.join(directory, 'password'))
  if (left !== undefined) writeFileSync(path.join(directory, 'password'), left)
  const second = await startPostgres({ directory })
  expect(second.url).not.toBe(first.url)
  expect(await run(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('a cluster that an earlier first start never finished is named as that', async () => {
  takeCluster()
  const first = await startPostgres({ directory })
  const url = new URL(first.url)
  url.pathname = '/template1'
  await run(url.href, 'drop database postgres with (force)')
  await first.stop()
  rmSync(path.join(directory, 'made'))
  await expect(startPostgres({ directory })).rejects.toThrow('never finished')
  expect(existsSync(path.join(dataFolder(), 'PG_VERSION'))).toBe(true)
})

test('a database that cannot be started is tried again until it can', async () => {
  takeCluster()
  const server = await startPostgres({ directory })
  const { pid, url } = server
  await run(url, 'create table kept (n int); insert into kept values (7)')
  const away = path.join(place, 'away')
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  renameSync(dataFolder(), away)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => warnings.join()).toContain('tried again until it starts')
  await expect(run(url, 'select 1')).rejects.toThrow()
  renameSync(away, dataFolder())
  await expect.poll(() => server.pid).not.toBe(pid)
  expect(await run(url, 'select n from kept')).toEqual([{ n: 7 }])
  await server.stop()
})

test.runIf(process.getuid?.() === 0)(
  'root in a closed folder keeps the data elsewhere until it is reset',
  async () => {
    chmodSync(place, 0o700)
    const first = await startPostgres({ directory })
    await run(first.url, 'create table kept (n int)')
    await first.stop()
    const second = await startPostgres({ directory })
    expect(await run(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
    await second.stop()

    const real = openDirectory(directory)
    expect(real).not.toBe(directory)
    removeCluster(directory)
    expect(existsSync(real)).toBe(false)

    vi.stubEnv('TMPDIR', place)
    const abandoned = openDirectory(directory)
    rmSync(directory, { recursive: true })
    const other = openDirectory(path.join(place, 'other'))
    expect(existsSync(abandoned)).toBe(false)
    rmSync(other, { recursive: true })
    expect(() => openDirectory(path.join(place, 'other'))).toThrow('and is not there')
  },
)

test.runIf(process.getuid?.() === 0)(
  'a cluster elsewhere is kept when its folder is away, unless that was a temporary one',
  () => {
    chmodSync(place, 0o700)
    vi.stubEnv('TMPDIR', path.join(place, 'temporary'))
    const real = openDirectory(directory)
    renameSync(directory, `${directory}-away`)
    expect(openDirectory(directory)).not.toBe(real)
    expect(existsSync(real)).toBe(true)
    removeCluster(directory)
    expect(existsSync(real)).toBe(false)
  },
)

test.runIf(process.getuid?.() === 0)(
  'a database whose folder was closed, or opened, is not begun anew elsewhere',
  async () => {
    takeCluster()
    const first = await startPostgres({ directory })
    await first.stop()
    chmodSync(place, 0o700)
    await expect(startPostgres({ directory })).rejects.toThrow('cannot reach the database')
    const closed = path.join(place, 'closed')
    const real = openDirectory(closed)
    chmodSync(place, 0o755)
    expect(openDirectory(closed)).toBe(real)
    removeCluster(closed)
  },
)

/** With its owners, which is more than Node copies. */
function takeCluster(): void {
  execFileSync('cp', ['-a', path.join(made, 'postgres'), directory])
}

function dataFolder(): string {
  return path.join(directory, 'data')
}

function findRunning(): { url: string; pid: number } {
  const running = findRunningPostgres(directory)
  if (!running) throw new Error(`Not running: ${readFileSync(path.join(directory, 'log'), 'utf8')}`)
  return running
}

/** Whether the path exists below the folder; a last `*` stands for the rest of a name. */
function isMade(folder: string, [name = '', ...rest]: readonly string[]): boolean {
  if (!existsSync(folder)) return false
  const start = name.replace(/\*$/, '')
  const found = readdirSync(folder).filter((each) =>
    start === name ? each === name : each.startsWith(start),
  )
  return found.some((each) => rest.length === 0 || isMade(path.join(folder, each), rest))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}

/** Another process that starts PostgreSQL on the directory and waits to be killed. */
async function startInChild(): Promise<ChildProcess> {
  const child = launchChild()
  await once(child.stdout, 'data')
  return child
}

function launchChild() {
  const launcher = path.resolve(import.meta.dirname, 'postgres.ts')
  const script = `
    const { startPostgres } = await import(${JSON.stringify(launcher)})
    await startPostgres({ directory: ${JSON.stringify(directory)} })
    process.stdout.write('ready')
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}
