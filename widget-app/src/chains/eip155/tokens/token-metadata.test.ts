import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { memoryNode, textResult, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import { readTokenMetadata } from './token-metadata.ts'

const { signal } = new AbortController()
const transfer: Description = {
  account: alice,
  chain: network.id,
  facts: [{ is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: tokenAddress } }],
}

/** A node that reports these decimals and this symbol for every token. */
const nodeReporting = (decimals: bigint, symbol: string) =>
  memoryNode({
    eth_call: ([call]) =>
      JSON.stringify(call).includes('0x313ce567') ? uintResult(decimals) : textResult(symbol),
  })(network)
const unreachable = memoryNode({})(network)

const readAmount = async (
  second?: ReturnType<typeof nodeReporting>,
  isBundled = false,
  first = nodeReporting(6n, 'SHOP'),
) => {
  const bundledToken = () => (isBundled ? { symbol: 'USDC', decimals: 6 } : undefined)
  const { facts } = await readTokenMetadata(first, transfer, network, signal, bundledToken, second)
  const [fact] = facts
  return fact?.is === 'transfer' ? fact.figure : undefined
}
const raw = { value: 5n, contract: tokenAddress, asset: undefined }

describe('readTokenMetadata › second endpoint', () => {
  it('decimals and symbol agree › the amount has both', async () => {
    expect(await readAmount(nodeReporting(6n, 'SHOP'))).toMatchObject({
      asset: { decimals: 6, symbol: 'SHOP' },
    })
  })

  it.each([
    ['reports other decimals', nodeReporting(18n, 'SHOP')],
    ['reports another symbol', nodeReporting(6n, 'USDC')],
    ['cannot be reached', unreachable],
  ])('Low › it %s › the amount stays raw', async (_, second) => {
    expect(await readAmount(second)).toEqual(raw)
  })

  it('Low › the first is unreachable › the amount stays raw', async () => {
    expect(await readAmount(nodeReporting(6n, 'SHOP'), false, unreachable)).toEqual(raw)
  })

  it('none › the metadata of the only endpoint', async () => {
    expect(await readAmount()).toMatchObject({ asset: { decimals: 6, symbol: 'SHOP' } })
  })

  it.each([
    ['USDC', true],
    ['U5DC', true],
    ['USDC and 2 ETH', true],
    ['aUSDC', undefined],
  ])('symbol of an unlisted token is %s › an imitation or not', async (symbol, isImitation) => {
    const amount = await readAmount(nodeReporting(6n, symbol), false, nodeReporting(6n, symbol))
    expect(amount?.asset?.isImitation).toBe(isImitation)
    expect((await readAmount(undefined, true))?.asset?.isImitation).toBeUndefined()
  })

  it.each([
    ['the site says a famous symbol', 'U5DC', 'SHOP', true],
    ['its contract reports a famous symbol', 'SHOP', 'USDC', true],
    ['neither does', 'SHOP', 'SHOP', undefined],
  ])('token that a dApp names, %s › an imitation or not', async (_, symbol, reported, isImitation) => {
    const fact: Fact = {
      ...({ is: 'listing', standard: 'ERC20', contract: tokenAddress, isListed: false } as const),
      ...{ symbol, decimals: 6, picture: undefined, tokenId: undefined },
    }
    const description = { ...transfer, facts: [fact] }
    const { facts } = await readTokenMetadata(
      nodeReporting(6n, reported),
      description,
      network,
      signal,
      () => undefined,
    )
    expect(facts[0]).toMatchObject({ is: 'listing', reported: { symbol: reported } })
    expect(facts[0]?.is === 'listing' && facts[0].isImitation).toBe(isImitation)
  })

  it('network without listed tokens › no symbol is an imitation', async () => {
    const sepolia = { ...network, id: parseChainId('eip155:11155111') }
    const { facts } = await readTokenMetadata(
      nodeReporting(6n, 'USDC'),
      transfer,
      sepolia,
      signal,
      () => undefined,
    )
    expect(facts[0]).toMatchObject({ figure: { asset: { symbol: 'USDC' } } })
    expect(facts[0]).not.toHaveProperty('figure.asset.isImitation')
  })

  it('Low › bundled token › its metadata, with any report of the endpoints', async () => {
    expect(await readAmount(nodeReporting(0n, 'X'), true)).toMatchObject({
      asset: { decimals: 6, symbol: 'USDC' },
    })
  })
})
