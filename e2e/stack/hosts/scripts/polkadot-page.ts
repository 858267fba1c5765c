/** A dApp with `@polkadot/api` and polkadot-api over `host-sdk/polkadot`; `node` in the query is its node's WebSocket URL. */
import { ApiPromise, WsProvider } from '@polkadot/api'
import { compactToU8a, hexToU8a, u8aToHex } from '@polkadot/util'
import { polkadotAccounts } from '/sdk/polkadot.js'
import { injectedAccounts } from '/sdk/polkadot-js.js'
import { startEntryPage } from './entry-page.ts'

/** The library's `WsProvider`, typed to match the library's provider interface. */
class NodeSocket extends WsProvider {
  override get ttl(): number | null {
    return super.ttl ?? null
  }

  override clone(): NodeSocket {
    return new NodeSocket(this.endpoint)
  }
}

const bridge = startEntryPage(polkadotAccounts)
const node = new URLSearchParams(location.search).get('node')
const api =
  node === null
    ? undefined
    : ApiPromise.create({ provider: new NodeSocket(node), initWasm: false, noInitWarn: true })

const account = () => {
  const [first] = polkadotAccounts(bridge)
  if (first === undefined) throw new Error('Nobody is connected')
  return first
}

async function getApi(): Promise<ApiPromise> {
  if (api === undefined) throw new Error('The page was opened without a node')
  return api
}

type Status = { readonly isInBlock: boolean; readonly isFinalized: boolean; readonly isInvalid: boolean }
type TransactionUpdate = {
  readonly status: Status
  readonly internalError?: Error | undefined
  readonly events: readonly { event: { section: string; method: string } }[]
}

/** Waits until a transaction is in a block; resolves with the names of its events. */
const waitForInclusion = (submit: (onUpdate: (update: TransactionUpdate) => void) => Promise<unknown>) =>
  new Promise<readonly string[]>((resolve, reject) => {
    submit(({ status, events, internalError }) => {
      if (status.isInvalid) reject(new Error('The node calls the transaction invalid'))
      if (internalError) reject(internalError)
      // The library skips the in-block status if finality arrives before it has read the block.
      if (status.isInBlock || status.isFinalized)
        resolve(events.map(({ event }) => `${event.section}.${event.method}`))
    }).catch(reject)
  })

/** The signed extensions of an immortal transaction on this chain, as polkadot-api would pass them. */
function createExtensions(chain: ApiPromise, nonce: number) {
  const empty = new Uint8Array()
  const genesis = chain.genesisHash.toU8a()
  const { specVersion, transactionVersion } = chain.runtimeVersion
  const extensions: Readonly<Record<string, readonly [value: Uint8Array, additionalSigned: Uint8Array]>> = {
    CheckSpecVersion: [empty, specVersion.toU8a()],
    CheckTxVersion: [empty, transactionVersion.toU8a()],
    CheckGenesis: [empty, genesis],
    CheckMortality: [Uint8Array.of(0), genesis],
    CheckNonce: [compactToU8a(nonce), empty],
    ChargeTransactionPayment: [compactToU8a(0), empty],
    // No tip, and the fee is paid in the native currency.
    ChargeAssetTxPayment: [Uint8Array.of(0, 0), empty],
    CheckMetadataHash: [Uint8Array.of(0), Uint8Array.of(0)],
  }
  return Object.fromEntries(
    chain.registry.signedExtensions.map((identifier) => {
      const [value, additionalSigned] = extensions[identifier] ?? [empty, empty]
      return [identifier, { identifier, value, additionalSigned }]
    }),
  )
}

const polkadotDapp = {
  ready: async () => (await getApi()).genesisHash.toHex(),
  /** Signs a message by @polkadot/api's signer. */
  signRaw: (data: string) =>
    account().injectedSigner.signRaw({ address: account().address, data, type: 'bytes' }),
  /** Signs a message by the entry that needs no peer dependency. */
  signRawAlone: async (data: string) => {
    const [first] = injectedAccounts(bridge)
    return first?.injectedSigner.signRaw({ address: first.address, data })
  },
  /** Signs a message by polkadot-api's signer; resolves with hex. */
  signBytes: async (text: string) =>
    u8aToHex(await account().polkadotSigner.signBytes(new TextEncoder().encode(text))),
  /** Sends a transfer by @polkadot/api, in base units. */
  transfer: async (to: string, value: string) => {
    const { tx } = await getApi()
    const { address, injectedSigner: signer } = account()
    const call = tx.balances?.transferKeepAlive?.(to, value)
    return waitForInclusion(async (onUpdate) =>
      call?.signAndSend(address, { signer, withSignedTransaction: true }, onUpdate),
    )
  },
  /** Sends a transfer signed by polkadot-api's signer, in base units. */
  transferByPapi: async (to: string, value: string) => {
    const chain = await getApi()
    const { address, polkadotSigner } = account()
    const call = chain.tx.balances?.transferKeepAlive?.(to, value)
    const metadata = await chain.rpc.state.getMetadata()
    const { number } = await chain.rpc.chain.getHeader()
    const nonce = await chain.rpc.system.accountNextIndex(address)
    const signed = await polkadotSigner.signTx(
      hexToU8a(call?.method.toHex()),
      createExtensions(chain, nonce.toNumber()),
      metadata.toU8a(),
      number.toNumber(),
    )
    return waitForInclusion((onUpdate) => chain.tx(u8aToHex(signed)).send(onUpdate))
  },
  /** Requests a signature as @polkadot/api would on a chain without extrinsics of version 4. */
  signVersion: async (version: number) => {
    const { address, injectedSigner } = account()
    const number = '0x00000000'
    const hash = (await getApi()).genesisHash.toHex()
    return injectedSigner.signPayload({
      address,
      version,
      method: '0x0000',
      era: '0x00',
      genesisHash: hash,
      blockHash: hash,
      blockNumber: number,
      nonce: number,
      tip: number,
      specVersion: number,
      transactionVersion: number,
      signedExtensions: [],
    })
  },
}

Object.defineProperty(globalThis, 'polkadotDapp', { value: polkadotDapp })
