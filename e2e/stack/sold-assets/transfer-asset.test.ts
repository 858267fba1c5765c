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
import { createMarkets, findSoldAsset, type SoldAsset } from './sold-assets.ts'
import { createTransferAsset } from './transfer-asset.ts'

const [plan] = chainPlans
if (!plan) throw new Error('There is no chain')
const ethereum = createRunningChain(plan, 'http://127.0.0.1:1')
const deliver = createTransferAsset('test seller')
const buyer = svmAccount('test buyer').address

let node: SvmNode
beforeAll(async () => {
  node = startSvm({ port: await freePort(), slotMs: 20 })
  await svmReady(node)
  await seedSvm({ rpcUrl: node.rpcUrl, accounts: [] })
})
afterAll(() => node.stop())

function assetOf(symbol: string): SoldAsset {
  const asset = findSoldAsset(
    createMarkets([ethereum], { id: svmChainId, rpcUrl: node.rpcUrl }),
    'solana',
    symbol,
  )
  if (!asset) throw new Error(`${symbol} is not sold`)
  return asset
}

const rpc = () => createSolanaRpc(node.rpcUrl)
const nativeBalanceOf = async (account: Address) => (await rpc().getBalance(account).send()).value

/** USDC balance in base units; 0 without a token account. */
async function usdcBalanceOf(account: Address): Promise<bigint> {
  const mint = svmMints.find(({ symbol }) => symbol === 'USDC')
  if (!mint) throw new Error('There are no dollars')
  const tokenAccount = await tokenAccountAddress(account, mint.key.address, mint.program)
  const { value } = await rpc().getAccountInfo(tokenAccount, { encoding: 'base64' }).send()
  return value ? BigInt((await rpc().getTokenAccountBalance(tokenAccount).send()).value.amount) : 0n
}

it('SOL and USDC › arrive by the returned transaction, without a token account too', async () => {
  await deliver(assetOf('SOL'), buyer, 1_250_000_000n)
  expect(await nativeBalanceOf(buyer)).toBe(1_250_000_000n)
  await deliver(assetOf('USDC'), buyer, 98_050_000n)
  const transferSignature = await deliver(assetOf('USDC'), buyer, 1_950_000n)
  expect([await usdcBalanceOf(buyer), await nativeBalanceOf(buyer)]).toEqual([100_000_000n, 1_250_000_000n])
  expect(transferSignature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  const { value } = await rpc()
    .getSignatureStatuses([signature(transferSignature)])
    .send()
  expect(value).toMatchObject([{ err: null }])
})

it('address of another chain › rejects, sends nothing', async () => {
  const before = await nativeBalanceOf(buyer)
  await expect(deliver(assetOf('SOL'), '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 1n)).rejects.toThrow()
  expect(await nativeBalanceOf(buyer)).toBe(before)
  expect(
    findSoldAsset(createMarkets([ethereum], { id: svmChainId, rpcUrl: node.rpcUrl }), 'solana', 'ETH'),
  ).toBe(undefined)
})
