import * as z from 'zod/mini'

/** What goes out, by code that zod generates: it does so for what comes in, and for no codec the other way. */

type Type = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

const known = new WeakMap<Type, Type>()

/**
 * As `z.encode`, in a third of the time; for a value that is not of this type it throws as that does. The
 * code of a type is generated when the first value of it goes out, which takes a millisecond.
 */
export function encode<T extends Type>(type: T, value: z.output<T>): z.input<T> {
  let compiled = known.get(type)
  if (compiled === undefined) known.set(type, (compiled = z.compile(outward(type))))
  return z.parse(compiled, value) as z.input<T>
}

/** The same type with its codecs turned round: it reads what is inside and gives what goes out. */
function outward(type: Type): Type {
  const def = defOf(type)
  const parts = outwardParts(def)
  if (parts !== undefined) return z.clone(type, { ...def, ...parts })
  return def.type === 'pipe' ? turnedRound(def) : type
}

export function defOf(type: Type): Def {
  return (type as z.ZodMiniType).def as Def
}

function outwardParts(def: Def): object | undefined {
  if (def.type === 'nullable' || def.type === 'optional')
    return { innerType: outward(def.innerType) }
  if (def.type === 'array') return { element: outward(def.element) }
  if (def.type === 'tuple') return { items: def.items.map(outward) }
  if (def.type === 'record') return { valueType: outward(def.valueType) }
  if (def.type === 'union') return { options: def.options.map(outward) }
  if (def.type !== 'object') return undefined
  const fields = Object.entries(def.shape).map(([name, field]) => [name, outward(field)])
  return { shape: Object.fromEntries(fields) }
}

function turnedRound({ in: outside, out: inside, reverseTransform }: z.core.$ZodPipeDef): Type {
  if (reverseTransform === undefined) throw new Error('A transform goes one way only')
  return z.pipe(z.pipe(outward(inside), z.transform(reverseTransform)), outward(outside))
}
