/** The orders, as data/orders.json has them, and what they come to. */
import { readFileSync } from 'node:fs'
import { findProduct, NotFoundError } from './catalog.ts'
import { percentOf } from './money.ts'

export interface OrderLine {
  sku: string
  /** Pieces. */
  quantity: number
}

export interface Order {
  id: string
  customer: string
  /** Days, YYYY-MM-DD. */
  placed: string
  due: string
  paid: boolean
  lines: OrderLine[]
  /** Percentages. */
  discounts: number[]
}

const file = new URL('../data/orders.json', import.meta.url)

export function loadOrders(): Order[] {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @throws NotFoundError if there is no such order. */
export function findOrder(id: string): Order {
  const order = loadOrders().find((candidate) => candidate.id === id)
  if (order === undefined) throw new NotFoundError(`no such order: ${id}`)
  return order
}

export function lineAmount(line: OrderLine): number {
  return findProduct(line.sku).price * line.quantity
}

export function subtotal(order: Order): number {
  return order.lines.reduce((sum, line) => sum + lineAmount(line), 0)
}

/** What the discounts of an order take off an amount. */
export function discountAmount(amount: number, discounts: number[]): number {
  const left = discounts.reduce((rest, discount) => rest - percentOf(rest, discount), amount)
  return amount - left
}

export function grandTotal(order: Order): number {
  const amount = subtotal(order)
  return amount - discountAmount(amount, order.discounts)
}

/**
 * The grand total of the order with this number.
 * @throws NotFoundError if there is no such order.
 */
export function totalOf(id: string): number {
  return grandTotal(findOrder(id))
}
