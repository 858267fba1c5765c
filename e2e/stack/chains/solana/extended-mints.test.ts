import { createSolanaRpc, lamports } from '@solana/kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { svmAccount } from './accounts.ts'
import { token2022Program } from './addresses.ts'
import { makeExtendedMint } from './extended-mints.ts'
import { freePort } from './free-port.ts'
import { type SvmNode, startSvm, svmReady } from './svm.ts'
import { tokenAccountAddress } from './token-instructions.ts'
import { mintAuthority } from './tokens.ts'

const holder = svmAccount('test holder')

let node: SvmNode
beforeAll(async () => {
  node = startSvm({ port: await freePort(), slotMs: 20 })
  await svmReady(node)
  const rpc = createSolanaRpc(node.rpcUrl)
  await rpc.requestAirdrop(mintAuthority.address, lamports(10_000_000_000n)).send()
})
afterAll(() => node.stop())

it('mint with a transfer fee › created › holder has the amount and an extension', async () => {
  const label = 'with a fee'
  const extensions = [{ is: 'transfer-fee', basisPoints: 500, maximum: 9n }] as const
  const mint = { label, decimals: 2, extensions, holder: holder.address, amount: 1_000n }
  const { address } = svmAccount(`extended mint ${label}`)
  expect(await makeExtendedMint(node.rpcUrl, mint)).toBe(address)
  const account = await tokenAccountAddress(holder.address, address, token2022Program)
  const rpc = createSolanaRpc(node.rpcUrl)
  const { value } = await rpc.getTokenAccountBalance(account).send()
  expect(value.amount).toBe('1000')
  const { value: info } = await rpc.getAccountInfo(account, { encoding: 'base64' }).send()
  expect(info?.space).toBeGreaterThan(165n)
})
