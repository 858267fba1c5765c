import { TypeRegistry } from '@polkadot/types'
import { u8aToHex, u8aToU8a, u8aWrapBytes } from '@polkadot/util'
import { polkadotKeyPair } from '../../chains/polkadot/dev-account.ts'
import type { PolkadotWorld } from '../page-config.ts'

type Signer = Pick<PolkadotWorld['accounts'][number], 'uri' | 'type'>

/** The fields of a `signPayload` payload (polkadot-js `SignerPayloadJSON`) that a wallet reads. */
export type SignerPayload = {
  readonly address: string
  readonly genesisHash: string
  readonly method: string
  readonly version: number
  readonly signedExtensions: readonly string[]
}

/** Signs with the keys of accounts. Separate, because only pages with a Polkadot wallet should load its libraries. */
export type PolkadotKeys = {
  /** Signature of an extrinsic, prefixed with a byte for its type unless the key is of type `ethereum`. */
  readonly signPayload: (signer: Signer, payload: SignerPayload) => `0x${string}`
  /** Signature of bytes (hex or text), which are wrapped in `<Bytes>` unless they are already. */
  readonly signRaw: (signer: Signer, data: string) => `0x${string}`
}

/** Signs with polkadot-js. */
export const polkadotKeys: PolkadotKeys = {
  signPayload(signer, payload) {
    const registry = new TypeRegistry()
    registry.setSignedExtensions([...payload.signedExtensions])
    // Chains with 20-byte addresses have one signature type, so no type byte is needed.
    if (signer.type === 'ethereum') registry.register({ ExtrinsicSignature: 'EthereumSignature' })
    const { version } = payload
    const { signature } = registry
      .createType('ExtrinsicPayload', { ...payload }, { version })
      .sign(polkadotKeyPair(signer))
    return signature
  },
  signRaw: (signer, data) => u8aToHex(polkadotKeyPair(signer).sign(u8aWrapBytes(u8aToU8a(data)))),
}
