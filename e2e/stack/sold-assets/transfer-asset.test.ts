import { type Address, createSolanaRpc, signature } from '@solana/kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainPlans } from '../chains/local-chains.ts'
import { createRunningChain } from '../chains/running-chain.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { freePort } from '../chains/solana/free-port.ts'
import { svmChainId } from '../chains/solana/genesis.ts'
import { seedSvm } from '../chains/solana/seed.ts'
import { type SvmNode, startSvm, svmReady } from '../chains/solana/svm.ts'
import { tokenAccountAddress } from '../chains/solana/token-instructions.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import { findSoldAsset, marketsOf, type SoldAsset } from './sold-assets.ts'
import { transferFrom } from './transfer-asset.ts'

const [plan] = chainPlans
if (!plan) throw new Error('There is no chain')
const ethereum = createRunningChain(plan, 'http://127.0.0.1:1')
const deliver = transferFrom('test seller')
const buyer = svmAccount('test buyer').address

let node: SvmNode
beforeAll(async () => {
  node = startSvm({ port: await freePort(), slotMs: 20 })
  await svmReady(node)
  await seedSvm({ rpcUrl: node.rpcUrl, accounts: [] })
})
afterAll(() => node.stop())

function goodsOf(symbol: string): SoldAsset {
  const goods = findSoldAsset(
    marketsOf([ethereum], { id: svmChainId, rpcUrl: node.rpcUrl }),
    'solana',
    symbol,
  )
  if (!goods) throw new Error(`${symbol} is not sold`)
  return goods
}

const rpc = () => createSolanaRpc(node.rpcUrl)
const coinsOf = async (account: Address) => (await rpc().getBalance(account).send()).value

/** What an account holds of a token; nothing where it has no account for it. */
async function dollarsOf(account: Address): Promise<bigint> {
  const mint = svmMints.find(({ symbol }) => symbol === 'USDC')
  if (!mint) throw new Error('There are no dollars')
  const own = await tokenAccountAddress(account, mint.key.address, mint.program)
  const { value } = await rpc().getAccountInfo(own, { encoding: 'base64' }).send()
  return value ? BigInt((await rpc().getTokenAccountBalance(own).send()).value.amount) : 0n
}

it('behavior: what is sold on Solana really comes: coins, and tokens to who has no account for them yet, each by the transaction that is named', async () => {
  await deliver(goodsOf('SOL'), buyer, 1_250_000_000n)
  expect(await coinsOf(buyer)).toBe(1_250_000_000n)
  await deliver(goodsOf('USDC'), buyer, 98_050_000n)
  const named = await deliver(goodsOf('USDC'), buyer, 1_950_000n)
  expect([await dollarsOf(buyer), await coinsOf(buyer)]).toEqual([100_000_000n, 1_250_000_000n])
  expect(named).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  const { value } = await rpc()
    .getSignatureStatuses([signature(named)])
    .send()
  expect(value).toMatchObject([{ err: null }])
})

it('error: to what is no account of the chain nothing is sent', async () => {
  const before = await coinsOf(buyer)
  await expect(deliver(goodsOf('SOL'), '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 1n)).rejects.toThrow()
  expect(await coinsOf(buyer)).toBe(before)
  expect(findSoldAsset(marketsOf([ethereum], { id: svmChainId, rpcUrl: node.rpcUrl }), 'solana', 'ETH')).toBe(
    undefined,
  )
})
