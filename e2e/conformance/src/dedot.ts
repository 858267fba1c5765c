import { LegacyClient, WsProvider } from 'dedot'
import type { Injected, InjectedWindowProvider } from 'dedot/types'
import { stringToHex } from 'dedot/utils'
import * as z from 'zod/mini'
import type { Payment, StartDapp } from './library-dapp.ts'
import { dappName, nodeUrlOf, widgetKey } from './polkadot-node.ts'
import { storedConnection } from './stored-connection.ts'

/** The widget's entry of `injectedWeb3`, for which dedot has types and no code. @throws Error if the page has none. */
function widgetEntry(): InjectedWindowProvider {
  const entry: unknown = Reflect.get(Object(Reflect.get(window, 'injectedWeb3')), widgetKey)
  const isEntry = (value: unknown): value is InjectedWindowProvider =>
    typeof Reflect.get(Object(value), 'enable') === 'function'
  if (!isEntry(entry)) throw new Error('Our wallet is not among those of the page')
  return entry
}

const versionSchema = z.object({ specVersion: z.int() })

/**
 * Creates dedot's client of the legacy JSON-RPC: its newer client requires a node that announces its runtime by hash, which
 * the local node does not. The metadata is passed in, because the local runtime has only one version.
 */
async function connectClient(url: string) {
  const provider = new WsProvider(url)
  await provider.connect()
  const [metadata, genesis, version] = await Promise.all([
    provider.send<`0x${string}`>('state_getMetadata', []),
    provider.send<string>('chain_getBlockHash', [0]),
    provider.send<unknown>('state_getRuntimeVersion', []),
  ])
  const { specVersion } = z.parse(versionSchema, version)
  return LegacyClient.new({ provider, metadata: { [`RAW_META/${genesis}/${specVersion}`]: metadata } })
}

/** dedot: its client creates transactions, and the wallet signs them. */
export const start: StartDapp = async (world, show) => {
  const client = connectClient(nodeUrlOf(world))
  let wallet: Injected | undefined
  let accounts: readonly string[] = []

  const requireConnection = () => {
    const [address] = accounts
    if (wallet === undefined || address === undefined) throw new Error('Nobody is connected')
    return { address, signer: wallet.signer }
  }

  async function connect(): Promise<void> {
    wallet = await widgetEntry().enable?.(dappName)
    storedConnection.set()
    wallet?.accounts.subscribe((found) => {
      accounts = found.map(({ address }) => address)
      show({ accounts })
    })
  }

  widgetEntry()
  if (storedConnection.get()) await connect()
  const send = async ({ to, amount }: Payment, hasRemark = false) => {
    const { address, signer } = requireConnection()
    const { tx } = await client
    const transfer = tx.balances.transferKeepAlive(to, amount)
    const transaction = hasRemark
      ? tx.utility.batchAll([transfer.call, tx.system.remark('Order 7').call])
      : transfer
    const { dispatchError, txHash } = await transaction.signAndSend(address, { signer }).untilFinalized()
    if (dispatchError) throw new Error(`The chain refused the transfer: ${dispatchError.type}`)
    return txHash
  }
  return {
    connect,
    signMessage: async (message) => {
      const { address, signer } = requireConnection()
      const signed = await signer.signRaw?.({ address, data: stringToHex(message), type: 'bytes' })
      if (signed === undefined) throw new Error('The wallet signs no messages')
      return signed.signature
    },
    send: (payment) => send(payment),
    call: (payment) => send(payment, true),
  }
}
