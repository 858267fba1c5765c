import type { ApiPromise } from '@polkadot/api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { freePort } from '../../ports.ts'
import { acalaVersion, readAcalaRuntime, readAcalaSnapshot } from './acala-runtime.ts'
import { polkadotDevAccount, polkadotKeyPair } from './dev-account.ts'
import {
  acalaChainId,
  acalaCurrency,
  acalaGenesisHash,
  acalaPrefix,
  polkadotChainId,
} from './local-genesis.ts'
import { type AcalaNode, startAcala } from './start-acala.ts'
import { call, createPostProvider } from './testing/over-post.ts'

const payer = polkadotDevAccount('first')
const recipient = polkadotDevAccount('receiver').address
const oneUnit = 10n ** BigInt(acalaCurrency.decimals)

it('Acala runtime › missing, truncated or changed in the package › throws', () => {
  const snapshot = readAcalaSnapshot()
  const code = readAcalaRuntime(snapshot)
  const last = code.slice(-8)
  const message = 'The package of chopsticks does not hold the runtime of Acala 2220'
  for (const other of ['', snapshot.replace(code, code.slice(0, -2)), snapshot.replace(last, '00000000')])
    expect(() => readAcalaRuntime(other)).toThrow(message)
})

// Only in the long run, because the chain takes seconds to start. A browser test of the short run pays on Acala too.
if (process.env.DRAWBRIDGE_LONG === '1')
  describe('local Acala chain', () => {
    let node: AcalaNode
    let api: ApiPromise
    beforeAll(async () => {
      node = await startAcala({ port: await freePort(), accounts: [payer.address] })
      const { ApiPromise } = await import('@polkadot/api')
      api = await ApiPromise.create({ provider: createPostProvider(node.rpcUrl), noInitWarn: true })
    })
    afterAll(async () => {
      await api?.disconnect()
      await node?.stop()
    })

    const getFreeBalance = async (address: string): Promise<bigint> => {
      const accountSchema = z.object({ data: z.object({ free: z.union([z.int(), z.string()]) }) })
      const account = await api.query.system?.account?.(address)
      return BigInt(z.parse(accountSchema, account?.toJSON()).data.free)
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
      const transfer = api.tx.balances?.transferKeepAlive?.(recipient, oneUnit)
      const { partialFee } = (await transfer?.paymentInfo(payer.address)) ?? {}
      const before = await getFreeBalance(payer.address)
      const signed = await transfer?.signAsync(polkadotKeyPair(payer))
      await call(node.rpcUrl, 'author_submitExtrinsic', signed?.toHex())
      await vi.waitUntil(async () => (await getFreeBalance(recipient)) === oneUnit, {
        timeout: 15_000,
        interval: 50,
      })
      expect(before - (await getFreeBalance(payer.address))).toBe(oneUnit + (partialFee?.toBigInt() ?? 0n))
      const best = await call(node.rpcUrl, 'chain_getBlockHash')
      expect(await call(node.rpcUrl, 'chain_getFinalizedHead')).toBe(best)
    })
  })
