import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview, risksOf } from '#widget/kernel/request-risk.ts'
import type { Connection } from '../contract.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, isSameHex, quantitySchema } from './hex.ts'
import { readParsed } from './read-request.ts'
import { parseRequest } from './request-parser.ts'
import { isEntry } from './testing/allow-list-entry.ts'
import { multicall3, type TokenWorld, tokenWorld } from './testing/anvil-world.ts'
import {
  type DrawnTransaction,
  type RandomTransaction,
  randomTransactions,
} from './testing/random-transaction.ts'
import { bob, found } from './testing/unit-world.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'
const numRuns = isLong ? 10_000 : 200
const seed = Number(process.env.DRAWBRIDGE_SEED ?? 160_714)
const host = 'shop.example'
const networkPrice = 10n ** 9n
const gas = 500_000n
const had = 10n ** 20n

let world: TokenWorld
let connection: Connection
beforeAll(async () => {
  world = await tokenWorld()
  connection = await world.adapter.connect(found, { silent: false })
  await world.node.call('anvil_impersonateAccount', connection.accounts[0])
})
afterAll(() => world.stop())

const receiptSchema = z.object({
  status: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: quantitySchema,
  logs: z.array(z.object({ address: addressSchema, topics: z.array(bytesSchema), data: bytesSchema })),
})

/** What a request changed for the account: coins beside the fee, and each log that names it. */
type Effect = { readonly coins: bigint; readonly logs: z.output<typeof receiptSchema>['logs'] }

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** Sends the call as the account; undefined for one that the node refuses. */
async function execute(
  { to, value, data }: Pick<DrawnTransaction, 'to' | 'value' | 'data'>,
  from: Hex,
): Promise<Effect | undefined> {
  const { node } = world
  const balance = async () => quantitySchema.parse(await node.call('eth_getBalance', from, 'latest'))
  await node.call('anvil_setBalance', from, quantity(had))
  const fields = { from, data, value: quantity(value), gas: quantity(gas), ...(to ? { to } : {}) }
  const hash = await node.call('eth_sendTransaction', fields).catch(() => undefined)
  if (hash === undefined) return undefined
  const sent = hashSchema.parse(hash)
  const read = async () => receiptSchema.safeParse(await node.call('eth_getTransactionReceipt', sent)).data
  const receipt = await vi.waitUntil(read, { timeout: 30_000, interval: 5 })
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  const word = `0x${from.slice(2).toLowerCase().padStart(64, '0')}`
  return {
    coins: (await balance()) - had + fee,
    logs: receipt.logs.filter(({ topics }) => topics.some((topic) => isSameHex(topic, word))),
  }
}

function judge({ written }: RandomTransaction, tokens: readonly Hex[]) {
  const parsed = parseRequest(connection, { method: 'eth_sendTransaction', params: [written] })
  if (parsed.is !== 'transaction') throw new Error('It is a transaction')
  const isKnown = (contract: string) => tokens.some((token) => isSameHex(token, contract))
  const description = readParsed(connection, parsed, isKnown, networkPrice)
  if (description === undefined) throw new Error('It signs something')
  const isAllowed = isAllowListed(description, { host, isBundledToken: (_chain, one) => isKnown(one) })
  const risks = risksOf(description, { host, newContracts: [], now: 0 })
  return {
    transaction: parsed.transaction,
    facts: description.facts,
    isReviewed: needsReview({ wish: 'risky', keys: 'wallet', risks, isAllowListed: isAllowed }),
  }
}

test(
  'random requests on Anvil › what changes for the account was reviewed, or is an entry',
  async () => {
    const from = addressSchema.parse(connection.accounts[0])
    const tokens = [
      addressSchema.parse(world.token.address),
      addressSchema.parse(world.silentToken.address),
    ] as const
    const counts = { changed: 0, unreviewed: 0, granted: 0 }
    const check = async (random: RandomTransaction) => {
      if (random.isInvalid) return
      const { transaction, facts, isReviewed } = judge(random, tokens)
      const effect = await execute(transaction, from)
      if (effect === undefined || (effect.coins === 0n && effect.logs.length === 0)) return
      counts.changed += 1
      if (effect.logs.some(({ topics: [topic] }) => topic !== transferTopic)) counts.granted += 1
      if (isReviewed) return
      counts.unreviewed += 1
      expect(isEntry(random.drawn, tokens, networkPrice)).toBe(true)
      // What happened is exactly what the one fact says: its coins, or one transfer of its token.
      const [fact, ...more] = facts.filter(({ is }) => is !== 'term')
      expect(more).toEqual([])
      if (fact?.is !== 'transfer') throw new Error('An entry is a transfer')
      const { value, contract } = fact.figure
      expect(effect.coins).toBe(contract === undefined && !isSameHex(fact.to, from) ? -value : 0n)
      expect(
        effect.logs.map(({ address, topics: [topic], data }) => [address.toLowerCase(), topic, BigInt(data)]),
      ).toEqual(contract === undefined ? [] : [[contract.toLowerCase(), transferTopic, value]])
    }
    const requests = randomTransactions({ account: from, tokens, others: [bob, multicall3] })
    await fc.assert(fc.asyncProperty(requests, check), { numRuns, seed, endOnFailure: true })
    expect(counts.changed).toBeGreaterThan(numRuns / 25)
    expect(counts.granted).toBeGreaterThan(numRuns / 200)
    expect(counts.unreviewed).toBeGreaterThan(numRuns / 200)
  },
  isLong ? 3_600_000 : 240_000,
)

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
