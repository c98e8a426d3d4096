/** The products, as data/catalog.json has them. */
import { readFileSync } from 'node:fs'

export interface Product {
  sku: string
  name: string
  /** Euros a piece; cheap goods have fractions of a cent. */
  price: number
  /** Pieces on the shelf. */
  stock: number
}

/** Somebody asked for a product or an order that is not there. */
export class NotFoundError extends Error {
  override name = 'NotFoundError'
}

const file = new URL('../data/catalog.json', import.meta.url)

export function loadCatalog(): Product[] {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @throws NotFoundError if there is no such product. */
export function findProduct(sku: string): Product {
  const product = loadCatalog().find((candidate) => candidate.sku === sku)
  if (product === undefined) throw new NotFoundError(`no such product: ${sku}`)
  return product
}

/** Products that are running out, scarcest first. */
export function lowStock(threshold: number): Product[] {
  return loadCatalog()
    .filter((product) => product.stock < threshold)
    .sort((a, b) => a.stock - b.stock)
}
