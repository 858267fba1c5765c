import { afterAll, beforeAll, expect, it } from 'vitest'
import { svmAccount } from '../../../../e2e/stack/chains/solana/accounts.ts'
import { tokenPrograms } from '../../../../e2e/stack/chains/solana/addresses.ts'
import { freePort } from '../../../../e2e/stack/chains/solana/free-port.ts'
import { svmChainId } from '../../../../e2e/stack/chains/solana/genesis.ts'
import { seedSvm } from '../../../../e2e/stack/chains/solana/seed.ts'
import { type SvmNode, startSvm, svmReady } from '../../../../e2e/stack/chains/solana/svm.ts'
import { grantedLamports, svmMints } from '../../../../e2e/stack/chains/solana/tokens.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createSolanaBalances } from './solana-balances.ts'

const owner = svmAccount('balances owner')
const [usdc, barn] = svmMints
const extendedProgram = tokenPrograms.find((program) => program.startsWith('Tokenz'))
if (usdc === undefined || barn === undefined || extendedProgram === undefined) throw new Error('No mints')
/** A mint of Token-2022. */
const extended = { ...barn, key: svmAccount('mint of Token-2022'), program: extendedProgram, granted: 12n }

let node: SvmNode
beforeAll(async () => {
  node = startSvm({ port: await freePort(), slotMs: 20 })
  await svmReady(node)
  await seedSvm({ rpcUrl: node.rpcUrl, accounts: [owner.address], mints: [...svmMints, extended] })
})
afterAll(() => node.stop())

it('account with tokens of both programs › amounts of the chain', async () => {
  const native = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const tokens = [{ mint: usdc.key.address, name: 'USD Coin', symbol: 'USDC' }]
  const rpc = nodeRpc({ [svmChainId]: node.rpcUrl })
  const source = createSolanaBalances(rpc, [{ chainId: svmChainId, native, tokens }])
  const [nativeBalance, ...tokenBalances] = await source.balances(svmChainId, owner.address, [])
  expect(nativeBalance).toEqual({ chainId: svmChainId, ...native, amount: grantedLamports })
  const amounts = new Map(tokenBalances.map(({ tokenId, amount, symbol }) => [tokenId, [symbol, amount]]))
  const idOf = (mint: string) => `${svmChainId}:${mint}`
  expect(amounts.get(idOf(usdc.key.address))).toEqual(['USDC', usdc.granted])
  expect(amounts.get(idOf(extended.key.address))?.[1]).toBe(12n)
  expect(amounts.size).toBe(3)
})
