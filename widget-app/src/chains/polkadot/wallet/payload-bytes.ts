import type { ApiPromise } from '@polkadot/api'
import { bnToU8a, compactToU8a, hexToU8a, u8aConcat, u8aEq } from '@polkadot/util'
import { blake2AsU8a } from '@polkadot/util-crypto/blake2'
import type { RequestedPayload } from './signer-payload.ts'

/** Longer payloads are signed as their hash; in bytes. */
const hashedFrom = 256

/** The part of a chain's node that payload encoding depends on. */
export type PayloadChain = { readonly api: Pick<ApiPromise, 'genesisHash' | 'runtimeVersion' | 'registry'> }

type Payload = RequestedPayload['payload']
type Part = { readonly signed?: readonly Uint8Array[]; readonly added?: readonly Uint8Array[] }

const number32 = (hex: string): Uint8Array => bnToU8a(BigInt(hex), { bitLength: 32, isLe: true })
const compact = (hex: string): Uint8Array => compactToU8a(BigInt(hex))
const none = Uint8Array.of(0)

/** The bytes that an extension adds: to the extrinsic, and to the signed bytes only. */
function encodedPart(name: string, payload: Payload): Part {
  switch (name) {
    case 'CheckSpecVersion':
    case 'CheckVersion':
      return { added: [number32(payload.specVersion)] }
    case 'CheckTxVersion':
      return { added: [number32(payload.transactionVersion)] }
    case 'CheckGenesis':
      return { added: [hexToU8a(payload.genesisHash)] }
    case 'CheckMortality':
    case 'CheckEra':
      return { signed: [hexToU8a(payload.era)], added: [hexToU8a(payload.blockHash)] }
    case 'CheckNonce':
      return { signed: [compact(payload.nonce)] }
    case 'ChargeTransactionPayment':
    case 'SkipCheckIfFeeless':
      return { signed: [compact(payload.tip)] }
    case 'ChargeAssetTxPayment':
      return { signed: [compact(payload.tip), payload.assetId ? hexToU8a(payload.assetId) : none] }
    case 'CheckMetadataHash': {
      const hash = payload.metadataHash
      const added = hash ? u8aConcat(Uint8Array.of(1), hexToU8a(hash)) : none
      return { signed: [Uint8Array.of(payload.mode ?? 0)], added: [added] }
    }
    default:
      return {}
  }
}

/** The extensions of a payload that have bytes, in order. */
export const encodedExtensions = (payload: Payload): readonly string[] =>
  payload.signedExtensions.filter((name) => Object.keys(encodedPart(name, payload)).length > 0)

/** The SCALE encoding of a payload as the widget decodes it; unknown extensions add nothing. */
export function encodePayload({ payload }: RequestedPayload): Uint8Array {
  const parts = payload.signedExtensions.map((name) => encodedPart(name, payload))
  return u8aConcat(
    hexToU8a(payload.method),
    ...parts.flatMap(({ signed = [] }) => signed),
    ...parts.flatMap(({ added = [] }) => added),
  )
}

/**
 * The bytes that wallets encode from the payload, by the library that they use (`@polkadot/types`).
 * @throws TypeError if they differ from the widget's encoding.
 */
export function walletBytes({ api }: PayloadChain, requested: RequestedPayload): Uint8Array {
  const { payload } = requested
  const bytes = api.registry
    .createType('ExtrinsicPayload', payload, { version: payload.version })
    .toU8a({ method: true })
  if (!u8aEq(bytes, encodePayload(requested)))
    throw new TypeError('The payload is encoded differently from what was read')
  return bytes
}

/** The bytes that the key signs for a payload: the payload, or its hash if it is long. */
export const signedBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length > hashedFrom ? blake2AsU8a(bytes) : bytes
