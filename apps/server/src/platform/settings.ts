import type { Db, Tx } from '@btbc/database/database.ts'
import { AMOUNT_SCALE, parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

/**
 * What the house asks, gives and allows, each value from a moment on. A module defines its settings and
 * reads the one that holds at a time; only what two operators have agreed on is ever written, and what
 * two have withdrawn before it began is passed over (`modules/setting`). What nobody has changed yet is in
 * the table, too.
 */

/** One figure of a setting. Kept and shown as text, worked with as what `read` makes of it. */
export type SettingField<T> = {
  label: string
  /** Such as `USDT` or `%`. */
  unit: string
  least: string
  most: string
  read: (text: string) => T | undefined
  /** The same text as it is kept: without zeros at its end. */
  tidy: (text: string) => string | undefined
  /** Between which figures one change may take it from what it was before. */
  reach: (before: string) => { least: string; most: string }
  isWithin: (text: string, before: string) => boolean
  /** What it may be, when it is no figure. */
  choices?: readonly string[]
}

type AnyField = SettingField<bigint> | SettingField<number> | SettingField<string>

export type Fields = Readonly<Record<string, AnyField>>

export type ValueOf<F extends Fields> = {
  [K in keyof F]: F[K] extends SettingField<infer T> ? T : never
}

export type Setting<F extends Fields = Fields> = {
  /** Such as `fees.trading`: never another once it is written. */
  name: string
  title: string
  /** What keeps the old value, in a sentence for operators. */
  keeps: string
  fields: F
  /** The field that does not go with the others, or after what it was before, if there is one. */
  oddField?(value: ValueOf<F>, before: ValueOf<F>): keyof F | undefined
  /** Refuses what the house could not stand by, when it is proposed and when it is accepted. */
  refuseUnfunded?(
    tx: Tx,
    change: { value: ValueOf<F>; before: ValueOf<F>; now: Date },
  ): Promise<void>
}

export type AnySetting = Setting

/** All there are, those of things that operators add among them. */
export type FindSettings = (tx: Tx) => Promise<readonly AnySetting[]>

export function defineSetting<const F extends Fields>(setting: Setting<F>): Setting<F> {
  return setting
}

type Bounds = {
  label: string
  least: string
  most: string
  /** How far one change may take it, in percent of what it was: two people overlook a zero too many. */
  stepPercent?: number
}

/** An amount of a currency, in its units. */
export function amountField(bounds: Bounds & { unit: string }): SettingField<bigint> {
  return decimalField({ ...bounds, decimals: AMOUNT_SCALE, of: (units) => units })
}

/** A share in percent of so many decimals: none make percents of it, two hundredths of one, four millionths. */
export function percentField(bounds: Bounds & { decimals: 0 | 2 | 4 }): SettingField<number> {
  return decimalField({ ...bounds, unit: '%', of: Number })
}

/** A whole number. */
export function countField(bounds: Bounds): SettingField<number> {
  return decimalField({ ...bounds, unit: '', decimals: 0, of: Number })
}

/** One of a few words. */
export function choiceField<const C extends string>({
  label,
  choices,
}: {
  label: string
  choices: readonly C[]
}): SettingField<C> {
  const read = (text: string) => choices.find((each) => each === text)
  const isWithin = (text: string) => read(text) !== undefined
  const none = { least: '', most: '' }
  return { label, unit: '', ...none, choices, read, tidy: read, reach: () => none, isWithin }
}

function decimalField<T>({
  decimals,
  of,
  stepPercent,
  ...bounds
}: Bounds & { unit: string; decimals: number; of: (units: bigint) => T }): SettingField<T> {
  const unitsOf = (text: string) => parseAmount(text, decimals)
  const [least, most] = [unitsOf(bounds.least) ?? 0n, unitsOf(bounds.most) ?? 0n]
  const reachOf = (before: string): [least: bigint, most: bigint] => {
    const held = unitsOf(before)
    if (stepPercent === undefined || held === undefined) return [least, most]
    const step = (held * BigInt(stepPercent)) / 100n
    const [from, to] = [held - step, held + step]
    return [from > least ? from : least, to < most ? to : most]
  }
  return {
    ...bounds,
    reach(before) {
      const [from, to] = reachOf(before)
      return { least: plainAmount(from, decimals), most: plainAmount(to, decimals) }
    },
    read(text) {
      const units = unitsOf(text)
      return units === undefined ? undefined : of(units)
    },
    tidy(text) {
      const units = unitsOf(text)
      return units === undefined ? undefined : plainAmount(units, decimals)
    },
    isWithin(text, before) {
      const units = unitsOf(text)
      const [from, to] = reachOf(before)
      return units !== undefined && units >= from && units <= to
    },
  }
}

/** As it stands in the table and on the wire: a text for each field. */
export type Texts = Readonly<Record<string, string>>

export const TextsOf = z.record(z.string(), z.string())

/** What the texts of a setting come to. One that its module cannot read is a fault of ours. */
export function readValue<F extends Fields>(setting: Setting<F>, texts: unknown): ValueOf<F> {
  const written = TextsOf.parse(texts)
  const value = Object.entries(setting.fields).map(([key, field]) => {
    const read = field.read(written[key] ?? '')
    if (read === undefined) throw new Error(`${setting.name} has no ${key}`)
    return [key, read]
  })
  return Object.fromEntries(value) as ValueOf<F>
}

type Row = { name: string; value: unknown }

/** The value that holds at this time. */
export async function settingAt<F extends Fields>(
  db: Db,
  setting: Setting<F>,
  at: Date,
): Promise<ValueOf<F>> {
  const [held] = await textsAt(db, [setting.name], at)
  return readValue(setting, held)
}

/** The same of several, in their order, asked for together. */
export async function settingsAt<const S extends readonly AnySetting[]>(
  db: Db,
  settings: readonly [...S],
  at: Date,
): Promise<{ -readonly [K in keyof S]: ValueOf<S[K]['fields']> }> {
  const names = settings.map(({ name }) => name)
  const held = await textsAt(db, names, at)
  const values = settings.map((setting, n) => readValue(setting, held[n]))
  return values as { -readonly [K in keyof S]: ValueOf<S[K]['fields']> }
}

async function textsAt(db: Db, names: readonly string[], at: Date): Promise<unknown[]> {
  const { rows } = await sql<Row>`
    select name, value from unnest(${names}::text[]) wanted (name) cross join lateral (
      select value from setting
      where setting.name = wanted.name and effective_from <= ${at} and withdrawn_by is null
      order by effective_from desc limit 1
    ) held`.execute(db)
  return names.map((wanted) => {
    const row = rows.find(({ name }) => name === wanted)
    if (!row) throw new Error(`${wanted} had no value at ${at.toISOString()}`)
    return row.value
  })
}

/** In one read with others, as of `asked.at`: what `readValue` makes a value of. */
export function valueThen({ name }: { name: string }): string {
  return `select value from setting
    where name = '${name}' and effective_from <= asked.at and withdrawn_by is null
    order by effective_from desc limit 1`
}
