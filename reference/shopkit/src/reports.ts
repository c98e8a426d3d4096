/** What gets printed: the price list, stock, invoices, late payers. Lines of text, no colours. */
import { findProduct, loadCatalog, lowStock } from './catalog.ts'
import { fmt } from './money.ts'
import {
  discountAmount,
  findOrder,
  grandTotal,
  lineAmount,
  loadOrders,
  type Order,
  subtotal,
} from './orders.ts'

/** A text on the left, an amount or a count on the right. */
function row(left: string, right: string): string {
  return `${left.padEnd(34)}${right.padStart(10)}`
}

/** Products up to a price, cheapest first. */
export function priceList(max = Number.POSITIVE_INFINITY): string {
  return loadCatalog()
    .filter((product) => product.price <= max)
    .sort((a, b) => a.price - b.price)
    .map((product) => row(`${product.sku}  ${product.name}`, fmt(product.price)))
    .join('\n')
}

export function productCard(sku: string): string {
  const product = findProduct(sku)
  return [
    `${product.sku}  ${product.name}`,
    row('price', fmt(product.price)),
    row('in stock', String(product.stock)),
  ].join('\n')
}

/** Products of which there are fewer than `below` left. */
export function stockList(below: number): string {
  const products = lowStock(below)
  if (products.length === 0) return `nothing below ${below}`
  return products
    .map((product) => row(`${product.sku}  ${product.name}`, String(product.stock)))
    .join('\n')
}

/** The invoice of the order with this number. */
export function invoice(id: string): string {
  const order = findOrder(id)
  const amount = subtotal(order)
  const lines = order.lines.map((line) => {
    const { name, price } = findProduct(line.sku)
    return row(`${line.quantity} x ${name} at ${fmt(price)}`, fmt(lineAmount(line)))
  })
  if (order.discounts.length > 0) {
    const label = order.discounts.map((discount) => `${discount}%`).join(' and ')
    lines.push(row(`discount ${label}`, fmt(-discountAmount(amount, order.discounts))))
  }
  return [
    `Invoice ${order.id}, ${order.customer}, ${order.placed}`,
    ...lines,
    row('total', fmt(grandTotal(order))),
    `payable by ${order.due}`,
  ].join('\n')
}

/** Whether the payment of an order is late on a day, YYYY-MM-DD. */
export function isOverdue(order: Order, today: string): boolean {
  return !order.paid && order.due < today
}

/** The orders whose payment is late on a day, longest first. */
export function overdue(today: string): Order[] {
  return loadOrders()
    .filter((order) => isOverdue(order, today))
    .sort((a, b) => a.due.localeCompare(b.due))
}

export function overdueList(today: string): string {
  const orders = overdue(today)
  if (orders.length === 0) return `nothing overdue on ${today}`
  return orders
    .map((order) => row(`${order.id}  ${order.due}  ${order.customer}`, fmt(grandTotal(order))))
    .join('\n')
}
