import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryNode, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress, tokenTransfer } from '../testing/unit-world.ts'
import { encodeBalanceOf, encodeTokenFact } from './erc20.ts'
import { transferCall } from './transfer-call.ts'
import { readTokenFacts } from './verify-token-decimals.ts'

type Balances = Readonly<Record<string, bigint>>

const tokenCall = (data: string) => JSON.stringify({ to: tokenAddress, data })
const reverts = () => {
  throw new ProviderRpcError(3, 'execution reverted')
}

/** A token with these decimals and balances, at a node that simulates nothing; `native` are balances of the account. */
function readFacts({
  decimals = () => uintResult(6n),
  balances = { [alice]: 9n, [bob]: 1n },
  native = { [alice]: 5n, [bob]: 1n },
  transfer = tokenTransfer,
}: {
  readonly decimals?: () => unknown
  readonly balances?: Balances
  readonly native?: Balances
  readonly transfer?: typeof tokenTransfer
}) {
  const rpc = memoryNode({
    eth_call: ([call, block]) => {
      const requested = JSON.stringify(call)
      if (block === 'latest' && requested === tokenCall(encodeTokenFact('decimals'))) return decimals()
      for (const [account, balance] of Object.entries(balances))
        if (block === 'latest' && requested === tokenCall(encodeBalanceOf(account === alice ? alice : bob)))
          return uintResult(balance)
      return reverts()
    },
    eth_getBalance: ([account, block]) =>
      `0x${((block === 'latest' ? native[String(account)] : undefined) ?? 0n).toString(16)}`,
    eth_simulateV1: reverts,
    eth_createAccessList: reverts,
    debug_traceCall: reverts,
    eth_estimateGas: reverts,
    eth_getCode: () => '0x',
  })(network)
  return readTokenFacts(rpc, transfer, transferCall(transfer))
}

describe('decimals of a token', () => {
  it('as they are shown › accepted', async () => {
    expect(await readFacts({})).not.toHaveProperty('spendsNative')
  })

  it('transfer that the node does not simulate › what arrives is unknown', async () => {
    expect(await readFacts({})).toEqual({ token: { arrives: undefined } })
  })

  it.each<[string, () => unknown, string | null]>([
    ['others', () => uintResult(18n), '18'],
    ['none', reverts, null],
    ['less than a word', () => '0x06', null],
  ])('token reports %s › rejected', async (_, decimals, reported) => {
    await expect(readFacts({ decimals })).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'token-decimals', decimals: reported },
      message: 'The decimals of the token are not those that are shown',
    })
  })

  it.each<[string, Error]>([
    ['limits the rate', new ProviderRpcError(-32005, 'limit exceeded')],
    ['is away', new Error('away')],
  ])('node %s › its error', async (_, error) => {
    const decimals = () => {
      throw error
    }
    await expect(readFacts({ decimals })).rejects.toBe(error)
  })
})

describe('token that is the native currency', () => {
  it.each<[string, Balances, Balances, boolean]>([
    ['same balances of both', { [alice]: 5n, [bob]: 1n }, { [alice]: 5n, [bob]: 1n }, true],
    ['other balance of the sender', { [alice]: 6n, [bob]: 1n }, { [alice]: 5n, [bob]: 1n }, false],
    ['other balance of the recipient', { [alice]: 5n, [bob]: 2n }, { [alice]: 5n, [bob]: 1n }, false],
    ['no balances', { [alice]: 0n, [bob]: 0n }, {}, false],
    ['recipient without any', { [alice]: 5n, [bob]: 0n }, { [alice]: 5n }, true],
  ])('%s › recognised or not', async (_, balances, native, isNative) => {
    const facts = await readFacts({ balances, native })
    expect(facts.spendsNative).toBe(isNative ? true : undefined)
  })

  it('sent to the sender › its own balance decides', async () => {
    const transfer = { ...tokenTransfer, to: alice }
    const facts = await readFacts({ balances: { [alice]: 5n }, native: { [alice]: 5n }, transfer })
    expect(facts.spendsNative).toBe(true)
  })
})
