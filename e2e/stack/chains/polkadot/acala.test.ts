import type { ApiPromise } from '@polkadot/api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '../../ports.ts'
import { acalaRecording, acalaRuntime, acalaVersion } from './acala-runtime.ts'
import { polkadotDevAccount, polkadotKeyPair } from './dev-account.ts'
import {
  acalaChainId,
  acalaCurrency,
  acalaGenesisHash,
  acalaPrefix,
  polkadotChainId,
} from './local-genesis.ts'
import { type AcalaNode, startAcala } from './start-acala.ts'
import { call, providerOf } from './testing/over-post.ts'

const payer = polkadotDevAccount('first')
const receiver = polkadotDevAccount('receiver').address
const coin = 10n ** BigInt(acalaCurrency.decimals)

it('Acala runtime › missing, truncated or changed in the package › throws', () => {
  const recorded = acalaRecording()
  const code = acalaRuntime(recorded)
  const last = code.slice(-8)
  const refused = 'The package of chopsticks does not hold the runtime of Acala 2220'
  for (const other of ['', recorded.replace(code, code.slice(0, -2)), recorded.replace(last, '00000000')])
    expect(() => acalaRuntime(other)).toThrow(refused)
})

// Only in the long run, because the chain takes seconds to start. A browser test of the short run pays on Acala too.
if (process.env.DRAWBRIDGE_LONG === '1')
  describe('local Acala chain', () => {
    let node: AcalaNode
    let api: ApiPromise
    beforeAll(async () => {
      node = await startAcala({ port: await freePort(), accounts: [payer.address] })
      const { ApiPromise } = await import('@polkadot/api')
      api = await ApiPromise.create({ provider: providerOf(node.rpcUrl), noInitWarn: true })
    })
    afterAll(async () => {
      await api?.disconnect()
      await node?.stop()
    })

    const freeOf = async (address: string): Promise<bigint> => {
      const read = z.object({ data: z.object({ free: z.union([z.int(), z.string()]) }) })
      const account = await api.query.system?.account?.(address)
      return BigInt(z.parse(read, account?.toJSON()).data.free)
    }

    it('API › connected › reports genesis hash, runtime, prefix and native currency', () => {
      expect(api.genesisHash.toHex()).toBe(acalaGenesisHash)
      expect(acalaChainId).not.toBe(polkadotChainId)
      expect(api.runtimeVersion.specName.toString()).toBe('acala')
      expect(api.runtimeVersion.specVersion.toNumber()).toBe(acalaVersion)
      const { chainSS58, chainDecimals, chainTokens } = api.registry
      expect([chainSS58, chainDecimals, chainTokens]).toEqual([
        acalaPrefix,
        [acalaCurrency.decimals],
        [acalaCurrency.symbol],
      ])
    })

    it('transfer › sent › costs the estimated fee and becomes final', async () => {
      const transfer = api.tx.balances?.transferKeepAlive?.(receiver, coin)
      const { partialFee } = (await transfer?.paymentInfo(payer.address)) ?? {}
      const before = await freeOf(payer.address)
      const signed = await transfer?.signAsync(polkadotKeyPair(payer))
      await call(node.rpcUrl, 'author_submitExtrinsic', signed?.toHex())
      await vi.waitUntil(async () => (await freeOf(receiver)) === coin, { timeout: 15_000, interval: 50 })
      expect(before - (await freeOf(payer.address))).toBe(coin + (partialFee?.toBigInt() ?? 0n))
      const best = await call(node.rpcUrl, 'chain_getBlockHash')
      expect(await call(node.rpcUrl, 'chain_getFinalizedHead')).toBe(best)
    })
  })
