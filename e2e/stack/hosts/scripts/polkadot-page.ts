/** A dApp of `@polkadot/api` and polkadot-api over `host-sdk/polkadot`; `node` in the query is its node's socket. */
import { ApiPromise, WsProvider } from '@polkadot/api'
import { compactToU8a, hexToU8a, u8aToHex } from '@polkadot/util'
import { polkadotAccounts } from '/sdk/polkadot.js'
import { injectedAccounts } from '/sdk/polkadot-js.js'
import { startEntryPage } from './entry-page.ts'

/** The library's own socket, in a type that its own interface accepts. */
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

async function connected(): Promise<ApiPromise> {
  if (api === undefined) throw new Error('The page was opened without a node')
  return api
}

type Status = { readonly isInBlock: boolean; readonly isFinalized: boolean; readonly isInvalid: boolean }
type Watched = {
  readonly status: Status
  readonly internalError?: Error | undefined
  readonly events: readonly { event: { section: string; method: string } }[]
}

/** Follows a transaction into a block: its events there by name. */
const intoBlock = (submit: (tell: (watched: Watched) => void) => Promise<unknown>) =>
  new Promise<readonly string[]>((resolve, reject) => {
    submit(({ status, events, internalError }) => {
      if (status.isInvalid) reject(new Error('The node calls the transaction invalid'))
      if (internalError) reject(internalError)
      // The library drops what it reads of the block when the next status, which is final, overtakes that.
      if (status.isInBlock || status.isFinalized)
        resolve(events.map(({ event }) => `${event.section}.${event.method}`))
    }).catch(reject)
  })

/** What polkadot-api would say of each extension of an immortal transaction of this chain. */
function extensionsOf(chain: ApiPromise, nonce: number) {
  const none = new Uint8Array()
  const genesis = chain.genesisHash.toU8a()
  const { specVersion, transactionVersion } = chain.runtimeVersion
  const parts: Readonly<Record<string, readonly [value: Uint8Array, additionalSigned: Uint8Array]>> = {
    CheckSpecVersion: [none, specVersion.toU8a()],
    CheckTxVersion: [none, transactionVersion.toU8a()],
    CheckGenesis: [none, genesis],
    CheckMortality: [Uint8Array.of(0), genesis],
    CheckNonce: [compactToU8a(nonce), none],
    ChargeTransactionPayment: [compactToU8a(0), none],
    // No tip, and no other asset.
    ChargeAssetTxPayment: [Uint8Array.of(0, 0), none],
    CheckMetadataHash: [Uint8Array.of(0), Uint8Array.of(0)],
  }
  return Object.fromEntries(
    chain.registry.signedExtensions.map((identifier) => {
      const [value, additionalSigned] = parts[identifier] ?? [none, none]
      return [identifier, { identifier, value, additionalSigned }]
    }),
  )
}

const polkadotDapp = {
  ready: async () => (await connected()).genesisHash.toHex(),
  /** A message through @polkadot/api's signer. */
  signRaw: (data: string) =>
    account().injectedSigner.signRaw({ address: account().address, data, type: 'bytes' }),
  /** The same through the entry that needs no peer. */
  signRawAlone: async (data: string) => {
    const [first] = injectedAccounts(bridge)
    return first?.injectedSigner.signRaw({ address: first.address, data })
  },
  /** A message through polkadot-api's signer, in hex. */
  signBytes: async (text: string) =>
    u8aToHex(await account().polkadotSigner.signBytes(new TextEncoder().encode(text))),
  /** A transfer by @polkadot/api, in base units. */
  transfer: async (to: string, value: string) => {
    const { tx } = await connected()
    const { address, injectedSigner: signer } = account()
    const call = tx.balances?.transferKeepAlive?.(to, value)
    return intoBlock(async (tell) =>
      call?.signAndSend(address, { signer, withSignedTransaction: true }, tell),
    )
  },
  /** A transfer signed by polkadot-api's signer, in base units. */
  transferByPapi: async (to: string, value: string) => {
    const chain = await connected()
    const { address, polkadotSigner } = account()
    const call = chain.tx.balances?.transferKeepAlive?.(to, value)
    const metadata = await chain.rpc.state.getMetadata()
    const { number } = await chain.rpc.chain.getHeader()
    const nonce = await chain.rpc.system.accountNextIndex(address)
    const signed = await polkadotSigner.signTx(
      hexToU8a(call?.method.toHex()),
      extensionsOf(chain, nonce.toNumber()),
      metadata.toU8a(),
      number.toNumber(),
    )
    return intoBlock((tell) => chain.tx(u8aToHex(signed)).send(tell))
  },
  /** What a chain without extrinsics of version 4 would have @polkadot/api ask. */
  signVersion: async (version: number) => {
    const { address, injectedSigner } = account()
    const number = '0x00000000'
    const hash = (await connected()).genesisHash.toHex()
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
