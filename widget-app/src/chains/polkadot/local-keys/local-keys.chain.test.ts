import { ApiPromise } from '@polkadot/api'
import { u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto/address'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { ChainAdapter } from '../../chain-adapter.ts'
import { createJsonRpc } from '../../json-rpc.ts'
import { required } from '../../registry.ts'
import { chainAdapterSuite } from '../../testing/chain-adapter-suite.ts'
import { embeddedWallet } from '../../testing/embedded-wallet.ts'
import { createAdapter } from '../adapter.ts'
import { httpProvider } from '../http-provider.ts'
import { polkadotManifest } from '../manifest.ts'
import { testLocalKey } from '../testing/local-key.ts'
import { startLocalNode } from '../testing/local-node.ts'
import { freshAddress, localDeposit } from '../testing/local-world.ts'

/** The local chain, our own wallet with a funded key, and the adapter. */
async function ownWorld() {
  const key = testLocalKey()
  const node = await startLocalNode([key.address])
  const genesisHash = z.string().parse(await node.call('chain_getBlockHash', 0))
  const network: Network = {
    id: parseChainId(`polkadot:${genesisHash.slice(2, 34)}`),
    name: 'Local Asset Hub',
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
  }
  const own = await embeddedWallet(key, network, { polkadot: u8aToHex(decodeAddress(key.address)) })
  const adapter: ChainAdapter = createAdapter({
    transport: own.transport,
    rpcUrl: () => node.url,
    fetch,
    clock: systemClock,
    pollIntervalMs: 50,
    selectedChain: () => network.id,
  })
  own.setAdapter(adapter)
  const native = { chain: network.id, address: undefined, symbol: 'ROC', name: 'Rococo', decimals: 12 }
  return { ...own, adapter, node, network, native, key, stop: node.stop }
}

chainAdapterSuite('polkadot with our own wallet', { valid: [], invalid: [], badChecksum: [] }, async () => {
  const world = await ownWorld()
  return {
    ...world,
    manifest: polkadotManifest,
    isSession: true,
    amount: 10n ** 10n,
    keptBack: localDeposit,
    freshAddress,
    emitAccounts: () => undefined,
  }
})

describe('polkadot with our own wallet: dApp requests', () => {
  let world: Awaited<ReturnType<typeof ownWorld>>
  beforeAll(async () => {
    world = await ownWorld()
  })
  afterAll(() => world.stop())

  test.each([
    ['short', 0],
    ['longer than 256 bytes', 300],
  ])('signPayload of a payload that is %s › the dApp submits it, arrives', async (_, memoLength) => {
    const rpc = createJsonRpc({ fetch, clock: systemClock }, world.node.url)
    const api = await ApiPromise.create({ provider: httpProvider(rpc), noInitWarn: true })
    const { address } = world.key
    const to = freshAddress()
    const make = (pallet: string, name: string) => required(api.tx[pallet]?.[name], `${pallet}.${name}`)
    const transfer = make('balances', 'transferKeepAlive')(to, 10n ** 10n)
    const remark = make('system', 'remark')(u8aToHex(new Uint8Array(memoLength)))
    const extrinsic = memoLength === 0 ? transfer : make('utility', 'batchAll')([transfer, remark])
    const nonce = z.number().parse(await world.node.call('system_accountNextIndex', address))
    const connection = await world.adapter.connect(world.wallet, { silent: true })
    const verdicts: unknown[] = []
    await extrinsic.signAsync(address, {
      nonce,
      era: 0,
      signer: {
        signPayload: async (params) => {
          const prepared = await world.adapter.prepare(connection, {
            method: 'injectedWeb3:signPayload',
            params,
          })
          const onChecked = (verdict: unknown) => void verdicts.push(verdict)
          return z.parse(
            z.object({ id: z.number(), signature: z.templateLiteral(['0x', z.string()]) }),
            await prepared.requestWallet({ onChecked }),
          )
        },
      },
    })
    expect(verdicts).toEqual([{ is: 'verified' }])
    await world.node.call('author_submitExtrinsic', extrinsic.toHex())
    const read = required(world.adapter.nativeBalance, 'nativeBalance')
    await expect
      .poll(() => read(to, world.network), { interval: 50, timeout: 15_000 })
      .toBe(10n ** 10n - localDeposit)
  })
})
