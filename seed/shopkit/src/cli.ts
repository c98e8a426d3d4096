#!/usr/bin/env node
/** The commands. Results go to standard output, complaints to standard error. */
import { parseArgs } from 'node:util'
import { NotFoundError } from './catalog.ts'
import { fmt, parseAmount } from './money.ts'
import { totalOf } from './orders.ts'
import { invoice, overdueList, priceList, productCard, stockList } from './reports.ts'

const usage = `Usage: shopkit <command>

Commands:
  products [--max AMOUNT]      price list, cheapest first
  show SKU                     one product
  stock --below COUNT          products of which fewer than COUNT are left
  order ID                     invoice of an order
  total ID                     grand total of an order
  overdue --today YYYY-MM-DD   orders whose payment is late on that day

Exit codes: 0 done, 2 wrong usage, 3 no such product or order.`

const exitCodes = { done: 0, usage: 2, notFound: 3 }

class UsageError extends Error {}

/** The value of something that a command cannot do without. */
function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`${name} is missing`)
  return value
}

function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`not a count: ${text}`)
  return Number(text)
}

function readDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new UsageError(`not a day: ${text}`)
  return text
}

function readMax(text: string): number {
  try {
    return parseAmount(text)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        max: { type: 'string' },
        below: { type: 'string' },
        today: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The text that a command line asks for. */
function answer(argv: string[]): string {
  const { values, positionals } = readArguments(argv)
  const [command, subject] = positionals
  if (values.help) return usage
  switch (command) {
    case 'products':
      return priceList(values.max === undefined ? undefined : readMax(values.max))
    case 'show':
      return productCard(required(subject, 'SKU'))
    case 'stock':
      return stockList(readCount(required(values.below, '--below')))
    case 'order':
      return invoice(required(subject, 'ID'))
    case 'total':
      return fmt(totalOf(required(subject, 'ID')))
    case 'overdue':
      return overdueList(readDay(required(values.today, '--today')))
    default:
      throw new UsageError(command === undefined ? 'no command' : `no such command: ${command}`)
  }
}

function main(argv: string[]): number {
  try {
    console.log(answer(argv))
    return exitCodes.done
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`shopkit: ${error.message}\n\n${usage}`)
      return exitCodes.usage
    }
    if (error instanceof NotFoundError) {
      console.error(`shopkit: ${error.message}`)
      return exitCodes.notFound
    }
    throw error
  }
}

process.exitCode = main(process.argv.slice(2))
