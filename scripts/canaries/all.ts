import { ofBooks } from './books.ts'
import { ofDoors } from './doors.ts'
import { ofMarkets } from './market.ts'
import { ofProducts } from './products.ts'

export const canaries = [...ofBooks, ...ofMarkets, ...ofProducts, ...ofDoors]
