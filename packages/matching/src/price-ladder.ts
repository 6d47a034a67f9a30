/**
 * One side of a market: a queue for every price, and the best price at once.
 *
 * Prices are cut into pages of 256. A page exists while it has an order, so the ladder costs memory
 * where the orders are and not where they could be. Bits say which prices of a page are taken, which
 * pages are taken, and which 32 pages have any: the next price is found in a few steps whether the
 * book is thin or deep, near or far (at worst one step for each 262,144 prices of the range).
 */

const PAGE_BITS = 8
const PAGE_CELLS = 1 << PAGE_BITS
const PAGE_WORDS = PAGE_CELLS / 32
const FIRST_PAGES = 16

const NOTHING = new Int32Array(0)

/** The largest range of prices a ladder takes: directories of 4 MB, and int32 with room to spare. */
export const PRICE_RANGE_MAX = 2 ** 28

/** A cell is the place of one price in its page; cell 0 and price 0 stand for none. */
export class PriceLadder {
  /** The best price with an order, 0 when there is none. */
  best = 0
  bestCell = 0
  readonly #ascending: boolean
  /** The page of each run of 256 prices, 0 for none, and back. */
  #pageOf = NOTHING
  #runOf = new Int32Array(FIRST_PAGES)
  #runWords = NOTHING
  #runSummary = NOTHING
  readonly #runs: number
  #words = new Int32Array(FIRST_PAGES * PAGE_WORDS)
  #wordSummary = new Uint8Array(FIRST_PAGES)
  #heads = new Int32Array(FIRST_PAGES * PAGE_CELLS)
  #tails = new Int32Array(FIRST_PAGES * PAGE_CELLS)
  #totals = new Float64Array(FIRST_PAGES * PAGE_CELLS)
  #pagesUsed = 1
  #pagesOpen = 0
  readonly #freePages: number[] = []

  /** `ascending`: the lowest price is the best one. */
  constructor(ascending: boolean, priceMax: number) {
    this.#ascending = ascending
    this.#runs = (priceMax >> PAGE_BITS) + 1
  }

  /** First and last order of a price, and how much all of them want together. */
  head(cell: number): number {
    return this.#heads[cell] as number
  }
  setHead(cell: number, order: number): void {
    this.#heads[cell] = order
  }
  tail(cell: number): number {
    return this.#tails[cell] as number
  }
  setTail(cell: number, order: number): void {
    this.#tails[cell] = order
  }
  total(cell: number): number {
    return this.#totals[cell] as number
  }
  addToTotal(cell: number, change: number): void {
    this.#totals[cell] = this.total(cell) + change
  }

  price(cell: number): number {
    return ((this.#runOf[cell >> PAGE_BITS] as number) << PAGE_BITS) | (cell & (PAGE_CELLS - 1))
  }

  /** The cell of a price that has an order. */
  cellOf(price: number): number {
    const page = this.#pageOf[price >> PAGE_BITS] as number
    return (page << PAGE_BITS) | (price & (PAGE_CELLS - 1))
  }

  /** The cell of a price that is about to get an order, its first or another. */
  open(price: number): number {
    const run = price >> PAGE_BITS
    if (this.#pageOf === NOTHING) this.#openDirectories()
    const page = (this.#pageOf[run] as number) || this.#openPage(run)
    const cell = (page << PAGE_BITS) | (price & (PAGE_CELLS - 1))
    if (this.head(cell) !== 0) return cell
    const word = (price >> 5) & (PAGE_WORDS - 1)
    const at = page * PAGE_WORDS + word
    this.#words[at] = (this.#words[at] as number) | (1 << (price & 31))
    this.#wordSummary[page] = (this.#wordSummary[page] as number) | (1 << word)
    const { best } = this
    if (best === 0 || (this.#ascending ? price < best : price > best)) {
      this.best = price
      this.bestCell = cell
    }
    return cell
  }

  /** Says that a price has lost its last order. */
  close(cell: number): void {
    const page = cell >> PAGE_BITS
    const word = (cell >> 5) & (PAGE_WORDS - 1)
    const at = page * PAGE_WORDS + word
    const price = this.price(cell)
    this.#heads[cell] = 0
    this.#tails[cell] = 0
    this.#totals[cell] = 0
    const bits = (this.#words[at] as number) & ~(1 << (cell & 31))
    this.#words[at] = bits
    if (bits === 0) {
      const summary = (this.#wordSummary[page] as number) & ~(1 << word)
      this.#wordSummary[page] = summary
      if (summary === 0) this.#closePage(page)
    }
    if (cell === this.bestCell) {
      this.best = this.after(price)
      this.bestCell = this.best === 0 ? 0 : this.cellOf(this.best)
    }
  }

  /** The next worse price with an order, 0 when there is none. */
  after(price: number): number {
    if (this.#pagesOpen === 0) return 0
    return this.#ascending ? this.#above(price) : this.#below(price)
  }

  #above(price: number): number {
    const run = price >> PAGE_BITS
    const page = this.#pageOf[run] as number
    if (page !== 0) {
      const word = (price >> 5) & (PAGE_WORDS - 1)
      const bits = (this.#words[page * PAGE_WORDS + word] as number) & (-2 << (price & 31))
      if (bits !== 0) return (price & ~31) | lowestBit(bits)
      const words = (this.#wordSummary[page] as number) & (-2 << word)
      if (words !== 0) return this.#priceIn(run, page, lowestBit(words), false)
    }
    let at = run >> 5
    let runs = (this.#runWords[at] as number) & (-2 << (run & 31))
    if (runs === 0) {
      let high = at >> 5
      let words = (this.#runSummary[high] as number) & (-2 << (at & 31))
      while (words === 0) {
        if (++high >= this.#runSummary.length) return 0
        words = this.#runSummary[high] as number
      }
      at = (high << 5) | lowestBit(words)
      runs = this.#runWords[at] as number
    }
    const found = (at << 5) | lowestBit(runs)
    const foundPage = this.#pageOf[found] as number
    return this.#priceIn(found, foundPage, lowestBit(this.#wordSummary[foundPage] as number), false)
  }

  #below(price: number): number {
    const run = price >> PAGE_BITS
    const page = this.#pageOf[run] as number
    if (page !== 0) {
      const word = (price >> 5) & (PAGE_WORDS - 1)
      const bits = (this.#words[page * PAGE_WORDS + word] as number) & ((1 << (price & 31)) - 1)
      if (bits !== 0) return (price & ~31) | highestBit(bits)
      const words = (this.#wordSummary[page] as number) & ((1 << word) - 1)
      if (words !== 0) return this.#priceIn(run, page, highestBit(words), true)
    }
    let at = run >> 5
    let runs = (this.#runWords[at] as number) & ((1 << (run & 31)) - 1)
    if (runs === 0) {
      let high = at >> 5
      let words = (this.#runSummary[high] as number) & ((1 << (at & 31)) - 1)
      while (words === 0) {
        if (--high < 0) return 0
        words = this.#runSummary[high] as number
      }
      at = (high << 5) | highestBit(words)
      runs = this.#runWords[at] as number
    }
    const found = (at << 5) | highestBit(runs)
    const foundPage = this.#pageOf[found] as number
    return this.#priceIn(found, foundPage, highestBit(this.#wordSummary[foundPage] as number), true)
  }

  #priceIn(run: number, page: number, word: number, highest: boolean): number {
    const bits = this.#words[page * PAGE_WORDS + word] as number
    return (run << PAGE_BITS) | (word << 5) | (highest ? highestBit(bits) : lowestBit(bits))
  }

  /** A side that never had an order has none: they are some megabytes for a wide range. */
  #openDirectories(): void {
    this.#pageOf = new Int32Array(this.#runs)
    this.#runWords = new Int32Array((this.#runs >> 5) + 1)
    this.#runSummary = new Int32Array((this.#runs >> 10) + 1)
  }

  #openPage(run: number): number {
    let page = this.#freePages.pop()
    if (page === undefined) {
      if (this.#pagesUsed === this.#runOf.length) this.#grow()
      page = this.#pagesUsed++
    }
    this.#pagesOpen++
    this.#pageOf[run] = page
    this.#runOf[page] = run
    const at = run >> 5
    this.#runWords[at] = (this.#runWords[at] as number) | (1 << (run & 31))
    this.#runSummary[at >> 5] = (this.#runSummary[at >> 5] as number) | (1 << (at & 31))
    return page
  }

  #closePage(page: number): void {
    const run = this.#runOf[page] as number
    const at = run >> 5
    this.#pagesOpen--
    this.#pageOf[run] = 0
    const runs = (this.#runWords[at] as number) & ~(1 << (run & 31))
    this.#runWords[at] = runs
    if (runs === 0) {
      this.#runSummary[at >> 5] = (this.#runSummary[at >> 5] as number) & ~(1 << (at & 31))
    }
    this.#freePages.push(page)
  }

  #grow(): void {
    const pages = this.#runOf.length * 2
    this.#runOf = longer(this.#runOf, pages)
    this.#words = longer(this.#words, pages * PAGE_WORDS)
    this.#heads = longer(this.#heads, pages * PAGE_CELLS)
    this.#tails = longer(this.#tails, pages * PAGE_CELLS)
    const wordSummary = new Uint8Array(pages)
    wordSummary.set(this.#wordSummary)
    this.#wordSummary = wordSummary
    const totals = new Float64Array(pages * PAGE_CELLS)
    totals.set(this.#totals)
    this.#totals = totals
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

function highestBit(bits: number): number {
  return 31 - Math.clz32(bits)
}

function longer(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length)
  grown.set(array)
  return grown
}
