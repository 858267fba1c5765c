import type { Instruction } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { svmAccount } from '../../../../e2e/stack/chains/solana/accounts.ts'
import { systemProgram } from '../../../../e2e/stack/chains/solana/addresses.ts'
import { freePort } from '../../../../e2e/stack/chains/solana/free-port.ts'
import { svmChainId as chainId } from '../../../../e2e/stack/chains/solana/genesis.ts'
import { seedSvm } from '../../../../e2e/stack/chains/solana/seed.ts'
import { sendSvm } from '../../../../e2e/stack/chains/solana/send-svm.ts'
import { type SvmNode, startSvm, svmReady } from '../../../../e2e/stack/chains/solana/svm.ts'
import { mintTo } from '../../../../e2e/stack/chains/solana/token-instructions.ts'
import { mintAuthority, svmMints } from '../../../../e2e/stack/chains/solana/tokens.ts'
import { getHistory } from '../../../../shared/api/history.ts'
import * as z from '../../../../shared/zod.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { InvalidCursorError } from '../../ports/sources/history.ts'
import { createSolanaHistory } from './solana-history.ts'

const alice = svmAccount('history alice')
const bob = svmAccount('history bob')
const [usdc] = svmMints
if (usdc === undefined) throw new Error('There is no mint')

let node: SvmNode
beforeAll(async () => {
  node = startSvm({ port: await freePort(), slotMs: 20 })
  await svmReady(node)
  await seedSvm({ rpcUrl: node.rpcUrl, accounts: [alice.address, bob.address] })
})
afterAll(() => node.stop())

const source = () =>
  createSolanaHistory(nodeRpc({ [chainId]: node.rpcUrl }), [
    {
      chainId,
      native: { name: 'Solana', symbol: 'SOL' },
      tokens: [{ mint: usdc.key.address, name: 'USD Coin', symbol: 'USDC' }],
    },
  ])

async function page(address: string, cursor?: string) {
  const { data, next } = z.parse(getHistory.response(), await source().page(chainId, address, cursor))
  const lines = data.map(({ metadata: { operationType, status, sentFrom, sentTo }, transfers }) => {
    const moves = (transfers ?? []).map(({ direction, numeric, name }) => `${direction} ${numeric} ${name}`)
    return [operationType, status, sentFrom, sentTo, moves]
  })
  return { data, lines, next }
}

const transfer = (amount: bigint): Instruction => ({
  programAddress: systemProgram,
  accounts: [
    { address: alice.address, role: 3 },
    { address: bob.address, role: 1 },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...new Uint8Array(new BigUint64Array([amount]).buffer)]),
})
const newest = async (signature: string, address: string) => {
  await expect.poll(async () => (await page(address)).data[0]?.metadata.hash).toBe(signature)
  return page(address)
}

describe('history of a Solana wallet', () => {
  it('SOL sent › view of sender and recipient, without the fee', async () => {
    const signature = await sendSvm(node.rpcUrl, [transfer(1_500_000_000n)], [alice])
    await expect.poll(async () => (await page(alice.address)).lines[0]?.[0]).toBe('send')
    expect((await newest(signature, alice.address)).lines[0]).toEqual([
      ...['send', 'confirmed', alice.address, bob.address, ['out 1.5 SOL']],
    ])
    expect((await page(bob.address)).lines[0]).toEqual([
      ...['receive', 'confirmed', alice.address, bob.address, ['in 1.5 SOL']],
    ])
  })

  it('token received on an existing account › found by the token account', async () => {
    const grant = await mintTo(mintAuthority.address, bob.address, usdc, 2_500_000n)
    const signature = await sendSvm(node.rpcUrl, [grant], [mintAuthority])
    await expect.poll(async () => (await page(bob.address)).lines[0]?.[4]).toEqual(['in 2.5 USDC'])
    const { lines, data } = await newest(signature, bob.address)
    expect(lines[0]).toEqual(['receive', 'confirmed', mintAuthority.address, bob.address, ['in 2.5 USDC']])
    expect(Date.parse(data[0]?.metadata.minedAt ?? '')).toBeGreaterThan(0)
  })

  it('40 transactions › pages contain each once', async () => {
    let last = ''
    for (let count = 1n; count <= 40n; count += 1n)
      last = await sendSvm(node.rpcUrl, [transfer(count)], [alice])
    await newest(last, alice.address)
    const hashes: string[] = []
    let cursor: string | undefined
    do {
      const { data, next } = await page(alice.address, cursor)
      expect(data.length).toBeLessThanOrEqual(25)
      hashes.push(...data.map(({ metadata }) => metadata.hash))
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(hashes.length).toBeGreaterThan(40)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('account without transactions › one empty page', async () => {
    expect(await source().page(chainId, svmAccount('history idle').address, undefined)).toEqual({
      data: [],
      next: null,
    })
  })

  it('invalid address, invalid cursor, unsupported cluster › throws', async () => {
    await expect(page('0x12')).rejects.toThrow(InvalidAddressError)
    for (const text of [
      'xyz',
      Buffer.from('[]').toString('base64url'),
      Buffer.from('[{}]').toString('base64url'),
    ])
      await expect(page(alice.address, text)).rejects.toThrow(InvalidCursorError)
    await expect(source().page('solana:x', alice.address, undefined)).rejects.toThrow(UnsupportedChainError)
  })
})
