import { TypeRegistry } from '@polkadot/types'
import { u8aToHex, u8aToU8a, u8aWrapBytes } from '@polkadot/util'
import { polkadotKeyPair } from '../../chains/polkadot/dev-account.ts'
import type { PolkadotWorld } from '../page-config.ts'

type Signer = Pick<PolkadotWorld['accounts'][number], 'uri' | 'type'>

/** A payload of `signPayload` (polkadot-js `SignerPayloadJSON`), as far as it is looked at. */
export type SignerPayload = {
  readonly address: string
  readonly genesisHash: string
  readonly method: string
  readonly version: number
  readonly signedExtensions: readonly string[]
}

/** Where the keys are: signing needs libraries which only a page with such a wallet should load. */
export type PolkadotKeys = {
  /** Signature of an extrinsic: with a byte for its type before it, except of an `ethereum` key. */
  readonly signPayload: (signer: Signer, payload: SignerPayload) => `0x${string}`
  /** Signature of bytes (hex or text), wrapped in `<Bytes>` unless they are already. */
  readonly signRaw: (signer: Signer, data: string) => `0x${string}`
}

export const polkadotKeys: PolkadotKeys = {
  signPayload(signer, payload) {
    const registry = new TypeRegistry()
    registry.setSignedExtensions([...payload.signedExtensions])
    // Chains of 20-byte addresses know one type of signature, so that none has to be named.
    if (signer.type === 'ethereum') registry.register({ ExtrinsicSignature: 'EthereumSignature' })
    const { version } = payload
    const { signature } = registry
      .createType('ExtrinsicPayload', { ...payload }, { version })
      .sign(polkadotKeyPair(signer))
    return signature
  },
  signRaw: (signer, data) => u8aToHex(polkadotKeyPair(signer).sign(u8aWrapBytes(u8aToU8a(data)))),
}
