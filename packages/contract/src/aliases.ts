import * as z from 'zod/mini'

/**
 * What clients of the seeds read under more than one name. The product knows the name on the right;
 * the other is put on the wire here, and nowhere else.
 */
const aliases = {
  number: 'amount',
  draw_no: 'order_no',
  created_time: 'created_at',
  create_time: 'created_at',
  create_at: 'created_at',
} as const
type Alias = keyof typeof aliases

/** Stands in a row where the seeds read a field of it once more. */
export const ALIAS = 'alias'

type Fields = Readonly<Record<string, z.core.$ZodType | typeof ALIAS>>
type Named<Row extends Fields> = {
  [
    Name in keyof Row as Row[Name] extends typeof ALIAS ? never : Name
  ]: Row[Name] extends infer Type extends z.core.$ZodType ? Type : never
}
type Known<Row extends Fields> = z.ZodMiniObject<Named<Row>>

/** A row of a list as its fields stand on the wire; inside each has one name. */
export function row<const Row extends Fields>(
  fields: Row,
): z.ZodMiniType<z.output<Known<Row>>, z.input<Known<Row>>> {
  const twice = Object.keys(fields).filter(
    (name): name is Alias => fields[name] === ALIAS && Object.hasOwn(aliases, name),
  )
  const typeOf = (name: string) => {
    const type = fields[twice.includes(name as Alias) ? aliases[name as Alias] : name]
    if (type === undefined || type === ALIAS) throw new Error(`${name} is no alias of this row`)
    return type
  }
  const wire = z.object(Object.fromEntries(Object.keys(fields).map((name) => [name, typeOf(name)])))
  const known = z.custom<Record<string, unknown>>()
  return z.codec(wire, known, {
    decode: (sent) =>
      Object.fromEntries(Object.entries(sent).filter(([name]) => !twice.includes(name as Alias))),
    encode: (value) => ({
      ...value,
      ...Object.fromEntries(twice.map((name) => [name, value[aliases[name]]])),
    }),
    // Both sides are checked above, field by field; a type of them all would say no more.
  }) as unknown as z.ZodMiniType<z.output<Known<Row>>, z.input<Known<Row>>>
}
