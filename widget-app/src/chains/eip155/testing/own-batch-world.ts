import { encodeFunctionData, parseAbi } from 'viem/utils'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, Connection, RpcRequest } from '../../chain-adapter.ts'
import { embeddedWallet } from '../../testing/embedded-wallet.ts'
import { createAdapter } from '../adapter.ts'
import { addressSchema, type Hex, toQuantity } from '../hex.ts'
import { createLocalKeys } from '../local-keys/local-keys.ts'
import { rpcOpener } from '../rpc.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { multicall3 } from './anvil-world.ts'
import { deployEmbeddedAccount, deployMulticall, deployToken } from './deploy.ts'
import { testLocalKey } from './local-key.ts'

const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
])

const network: Network = {
  id: parseChainId('eip155:1'),
  name: 'Test chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const usdc: Asset = { chain: network.id, address: undefined, symbol: 'USDC', name: 'USD Coin', decimals: 6 }

/** A chain with a token, on which new accounts of our own wallet send bundles; with the account contract or without it. */
export async function ownBatchWorld({ isDeployed = true, flags = [] as readonly string[] } = {}) {
  const node: Anvil = await startAnvil(1, ...flags)
  const holder = testLocalKey()
  try {
    if (isDeployed) await deployEmbeddedAccount(node)
    await node.call('anvil_setCode', multicall3, await deployMulticall(node))
    const token = await deployToken(node, usdc, holder.account.address, 'token', 'tokenArtefact')
    await node.call('anvil_setBalance', holder.account.address, toQuantity(10n ** 18n))
    const contract = addressSchema.parse(token.address)
    const tokenCall = (functionName: 'approve' | 'transfer', to: Hex, amount: bigint) => ({
      to: contract,
      data: encodeFunctionData({ abi: tokenAbi, functionName, args: [to, amount] }),
    })

    /** The holder of a million tokens, or a new account with native currency only. */
    async function open({ key, account } = testLocalKey()) {
      if (account !== holder.account)
        await node.call('anvil_setBalance', account.address, toQuantity(10n ** 18n))
      const own = await embeddedWallet(key, network, { eip155: account.address })
      const ports = { rpcUrl: () => node.url, fetch, clock: systemClock, pollIntervalMs: 20 }
      const adapter = createAdapter({ transport: own.transport, ...ports })
      own.setAdapter(adapter)
      const connection: Connection = await adapter.connect(own.wallet, { silent: true })
      const openRpc = rpcOpener({ transport: own.transport, ...ports })
      const prepare = (request: RpcRequest) => adapter.prepare(connection, request)
      const request = async (method: string, ...params: readonly unknown[]) =>
        (await prepare({ method, params })).requestWallet()
      const bundle = (calls: readonly object[], over: object = {}) => ({
        ...{ version: '2.0.0', from: account.address, chainId: '0x1', atomicRequired: true, calls },
        ...over,
      })
      const keys = createLocalKeys({ openRpc, clock: systemClock, chosenNonces: new Set() })
      return { key, account, adapter, connection, keys, prepare, request, bundle, ...own }
    }
    return { node, network, token, tokenCall, open, openHolder: () => open(holder), stop: () => node.stop() }
  } catch (error) {
    await node.stop()
    throw error
  }
}
