import path from 'node:path'

import * as z from 'zod'

import { whyNotSandbox } from '#payment-provider/sandbox-only.ts'
import { isLoopbackHost, readRanges } from '#network/address.ts'

/** The environment, read once at start. Whatever is not a test rail is refused here. */

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
const optionalUrl = z.url().optional()
const optionalAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
  .optional()

export const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: optionalUrl,
  DATABASE_URL: optionalUrl,
  DATABASE_APP_URL: optionalUrl,
  MAIL_URL: optionalUrl,
  MAIL_FROM: z.string().default('BTBC (TEST) <no-reply@btbc.test>'),
  SMS_URL: optionalUrl,
  PUSH_ORIGIN: optionalUrl,
  GATEWAY_URL: optionalUrl,
  GATEWAY_KEY: z.string().optional(),
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  BTBC_DATA_DIR: z.string().default('.data'),
  BTBC_SAMPLE: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  BTBC_LIQUIDITY: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  BTBC_TIME_MACHINE: flag,
  BTBC_TODAY: z.iso.date().optional(),
  BTBC_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  BTBC_SENDS_PER_HOUR: z.coerce.number().int().positive().default(100),
  BTBC_SENDS_PER_DAY: z.coerce.number().int().positive().default(500),
  CHAIN_RPC_URL: optionalUrl,
  CHAIN_SEED: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 32 random bytes in hexadecimal')
    .optional(),
  CHAIN_USDT: optionalAddress,
  CHAIN_BTC: optionalAddress,
  CHAIN_BTBC: optionalAddress,
  BTBC_PEPPER: z.string().min(16).optional(),
  BTBC_ARGON2_MIB: z.coerce.number().int().min(8).max(1024).default(64),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
})

export type Config = {
  host: string
  port: number
  publicUrl: string | undefined
  databaseUrl: string | undefined
  /** As whom the server works; by default it finds out itself. */
  databaseAppUrl: string | undefined
  mailUrl: string | undefined
  mailFrom: string
  smsUrl: string | undefined
  /** A push service on this machine or beside it, for tests; all others are on the open internet. */
  pushOrigin: string | undefined
  /** A payment provider elsewhere. Without one ours is started, for this machine. */
  gateway: { url: string; key: string } | undefined
  /** Where ours listens; 0 is any free port. */
  gatewayPort: number
  /** Absolute. */
  dataDirectory: string
  /** A node of a test chain; without it the server runs one itself. */
  chainUrl: string | undefined
  /** 32 bytes all keys of the chain are made of; by default drawn into the data directory. */
  chainSeed: string | undefined
  chainTokens: { usdt: string | undefined; btc: string | undefined; btbc: string | undefined }
  sample: boolean
  /** The house quotes on the exchange, around simulated prices. */
  liquidity: boolean
  timeMachine: boolean
  /** The day it is, said by whoever starts a house that stood still for long. */
  today: string | undefined
  rateLimits: boolean
  sendsPerHour: number
  sendsPerDay: number
  /** Mixed into every password hash; by default a secret of the database's own. */
  pepper: string | undefined
  /** Memory that one password hash takes. */
  argon2Mib: number
  /** The proxies whose word about the caller counts: addresses, networks, words for networks. */
  trustProxy: readonly string[]
  logLevel: z.output<typeof Environment>['LOG_LEVEL']
  metricsPort: number | undefined
}

/** Reads the settings; throws one readable error that names every bad one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is one that is not set: for many tools there is no other way to say so.
  const set = Object.entries(environment).filter(([, value]) => value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (!parsed.success) {
    const faults = parsed.error.issues.map((each) => `${each.path.join('.')}: ${each.message}`)
    throw new Error(`These settings are not right: ${faults.join('; ')}`)
  }
  const values = parsed.data
  if (!/TEST/.test(values.MAIL_FROM)) {
    throw new Error('MAIL_FROM must carry the word TEST: this product runs on test funds only')
  }
  const { PUBLIC_URL: publicUrl, GATEWAY_URL: url, GATEWAY_KEY: key } = values
  const fault = whyNotSandbox({ url, key }, publicUrl)
  if (fault !== undefined) throw new Error(fault)
  const trustProxy = readProxies(values.TRUST_PROXY)
  if (publicUrl !== undefined && isLoopbackHost(values.HOST) && trustProxy.length === 0) {
    throw new Error(
      `With PUBLIC_URL a server that listens on ${values.HOST} has a proxy of this machine in front of it, and every caller its address: set TRUST_PROXY=loopback`,
    )
  }
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    mailUrl: values.MAIL_URL,
    mailFrom: values.MAIL_FROM,
    smsUrl: values.SMS_URL,
    pushOrigin: values.PUSH_ORIGIN === undefined ? undefined : new URL(values.PUSH_ORIGIN).origin,
    gateway: url === undefined || key === undefined ? undefined : { url, key },
    gatewayPort: values.GATEWAY_PORT,
    dataDirectory: path.resolve(values.BTBC_DATA_DIR),
    chainUrl: values.CHAIN_RPC_URL,
    chainSeed: values.CHAIN_SEED,
    chainTokens: { usdt: values.CHAIN_USDT, btc: values.CHAIN_BTC, btbc: values.CHAIN_BTBC },
    sample: values.BTBC_SAMPLE,
    liquidity: values.BTBC_LIQUIDITY,
    timeMachine: values.BTBC_TIME_MACHINE,
    today: values.BTBC_TODAY,
    rateLimits: values.BTBC_RATE_LIMITS === 'on',
    sendsPerHour: values.BTBC_SENDS_PER_HOUR,
    sendsPerDay: values.BTBC_SENDS_PER_DAY,
    pepper: values.BTBC_PEPPER,
    argon2Mib: values.BTBC_ARGON2_MIB,
    trustProxy,
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
  }
}

/** Whoever is not named may write any address into a header; nobody is trusted without a name. */
function readProxies(text: string): string[] {
  if (['', '0'].includes(text.trim())) return []
  const proxies = text.split(',').map((each) => each.trim())
  if (proxies.every((each) => readRanges(each) !== undefined)) return proxies
  throw new Error(
    'TRUST_PROXY names the proxies in front of this server, with commas between: addresses (10.0.0.5), networks (10.0.0.0/24) or the words loopback, linklocal, uniquelocal. Behind a proxy on this machine it is TRUST_PROXY=loopback',
  )
}
