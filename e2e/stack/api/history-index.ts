import {
  type Address,
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  parseEventLogs,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import * as z from 'zod/mini'
import { type RunningChain, receiptOf } from '../chains/running-chain.ts'
import { localTokens } from '../chains/tokens.ts'

/** What an ERC-20 calls itself. */
export type TokenFacts = { readonly symbol: string; readonly name: string; readonly decimals: number }

/** An amount that went from one address to another, in base units; without a token, the chain's coin. */
export type Flow = {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly token: TokenFacts | undefined
}

/** A mined transaction and all that it moved; `at` in seconds since the epoch. */
export type MinedTransaction = {
  readonly hash: Hash
  readonly block: bigint
  readonly index: number
  readonly at: bigint
  readonly from: Address
  /** Absent where it made a contract. */
  readonly to: Address | null
  readonly nonce: number
  readonly input: Hex
  readonly isFailed: boolean
  readonly flows: readonly Flow[]
  /** Owners whose allowances it set. */
  readonly owners: readonly Address[]
}

/** Answers with the transactions of an address, newest first. */
export type HistoryIndex = { readonly of: (address: Address) => Promise<readonly MinedTransaction[]> }

type Block = { readonly number: bigint; readonly hash: Hash }

/** Blocks read at once. */
const batchSize = 25

const operationsSchema = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    value: z.pipe(
      z.string(),
      z.transform((text: string) => BigInt(text)),
    ),
  }),
)

/**
 * Reads each block of a chain once, when somebody asks and it is new; a chain that was set back or replaced is read
 * anew. What moved is what receipts and the node's traces of internal transfers say.
 */
export function createHistoryIndex({ client }: RunningChain): HistoryIndex {
  let byAddress = new Map<string, MinedTransaction[]>()
  let last: Block | undefined
  let reading: Promise<void> = Promise.resolve()
  const tokens = new Map<string, Promise<TokenFacts | undefined>>(
    localTokens.map((token) => [token.address.toLowerCase(), Promise.resolve(token)]),
  )

  const tokenAt = (address: Address) => {
    const known = tokens.get(address.toLowerCase())
    if (known) return known
    const read = (functionName: 'symbol' | 'name') =>
      client.readContract({ address, abi: erc20Abi, functionName })
    const facts = Promise.all([
      read('symbol'),
      read('name'),
      client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
    ]).then(
      ([symbol, name, decimals]) => ({ symbol, name, decimals }),
      () => undefined,
    )
    tokens.set(address.toLowerCase(), facts)
    return facts
  }

  async function internalFlows({ hash }: Transaction): Promise<readonly Flow[]> {
    const answer: unknown = await client.request<{
      Method: 'ots_getInternalOperations'
      Parameters: [Hash]
      ReturnType: unknown
    }>({ method: 'ots_getInternalOperations', params: [hash] })
    return z.parse(operationsSchema, answer).map(({ from, to, value }) => ({
      from: getAddress(from),
      to: getAddress(to),
      value,
      token: undefined,
    }))
  }

  async function flowsOf(transaction: Transaction, { logs, status }: TransactionReceipt) {
    if (status === 'reverted') return { flows: [], owners: [] }
    const { value, input } = transaction
    const from = getAddress(transaction.from)
    const to = transaction.to && getAddress(transaction.to)
    const coins = to === null || value === 0n ? [] : [{ from, to, value, token: undefined }]
    const inside = to !== null && input !== '0x' ? await internalFlows(transaction) : []
    const events = parseEventLogs({ abi: erc20Abi, logs })
    const moved = await Promise.all(
      events.map(async ({ address, eventName, args }): Promise<Flow[]> => {
        const token = eventName === 'Transfer' ? await tokenAt(address) : undefined
        if (eventName !== 'Transfer' || token === undefined) return []
        return [{ from: args.from, to: args.to, value: args.value, token }]
      }),
    )
    const owners = events.flatMap(({ eventName, args }) => (eventName === 'Approval' ? [args.owner] : []))
    return { flows: [...coins, ...inside, ...moved.flat()], owners }
  }

  async function readBlock(number: bigint): Promise<{ block: Block; mined: MinedTransaction[] }> {
    const { hash, timestamp, transactions } = await client.getBlock({
      blockNumber: number,
      includeTransactions: true,
    })
    const mined = await Promise.all(
      transactions.map(async (transaction): Promise<MinedTransaction> => {
        // A block is told a moment before its receipts.
        const receipt = await receiptOf(client, transaction.hash)
        const { from, to, nonce, input, transactionIndex } = transaction
        return {
          hash: transaction.hash,
          block: number,
          index: transactionIndex,
          at: timestamp,
          from: getAddress(from),
          to: to && getAddress(to),
          nonce,
          input,
          isFailed: receipt.status === 'reverted',
          ...(await flowsOf(transaction, receipt)),
        }
      }),
    )
    return { block: { number, hash }, mined }
  }

  function file(transaction: MinedTransaction): void {
    const { from, to, flows, owners } = transaction
    const involved = [from, to, ...owners, ...flows.flatMap((flow) => [flow.from, flow.to])]
    for (const address of new Set(involved.map((one) => one?.toLowerCase()))) {
      if (address === undefined) continue
      const list = byAddress.get(address) ?? []
      list.unshift(transaction)
      byAddress.set(address, list)
    }
  }

  async function catchUp(): Promise<void> {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    if (last !== undefined) {
      const known = last
      const now = known.number <= head ? await client.getBlock({ blockNumber: known.number }) : undefined
      if (now?.hash !== known.hash) {
        byAddress = new Map()
        last = undefined
      }
    }
    for (let next = last === undefined ? 0n : last.number + 1n; next <= head; ) {
      const end = next + BigInt(batchSize) <= head ? next + BigInt(batchSize) : head + 1n
      const numbers = Array.from({ length: Number(end - next) }, (_, at) => next + BigInt(at))
      for (const { block, mined } of await Promise.all(numbers.map(readBlock))) {
        for (const transaction of mined) file(transaction)
        last = block
      }
      next = end
    }
  }

  return {
    of: async (address) => {
      // One after the other: two readers would file a block twice. What failed is read again by the next.
      reading = reading.catch(() => undefined).then(catchUp)
      await reading
      return byAddress.get(address.toLowerCase()) ?? []
    },
  }
}
