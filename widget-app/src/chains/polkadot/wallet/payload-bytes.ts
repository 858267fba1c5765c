import type { ApiPromise } from '@polkadot/api'
import { bnToU8a, compactToU8a, hexToU8a, u8aConcat, u8aEq } from '@polkadot/util'
import { blake2AsU8a } from '@polkadot/util-crypto/blake2'
import type { AskedPayload } from './signer-payload.ts'

/** Longer payloads are signed as their hash. */
const hashedFrom = 256

/** What of a chain's node tells how its payloads are encoded. */
export type PayloadChain = { readonly api: Pick<ApiPromise, 'genesisHash' | 'runtimeVersion' | 'registry'> }

type Payload = AskedPayload['payload']
type Part = { readonly signed?: readonly Uint8Array[]; readonly added?: readonly Uint8Array[] }

const number32 = (hex: string): Uint8Array => bnToU8a(BigInt(hex), { bitLength: 32, isLe: true })
const compact = (hex: string): Uint8Array => compactToU8a(BigInt(hex))
const none = Uint8Array.of(0)

/** What an extension adds to the signed bytes: to those of the extrinsic, and beside them. */
function partOf(name: string, payload: Payload): Part {
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

/** The extensions of a payload that have bytes, in their order. */
export const encodedExtensions = (payload: Payload): readonly string[] =>
  payload.signedExtensions.filter((name) => Object.keys(partOf(name, payload)).length > 0)

/** The SCALE encoding of a payload as the widget reads it; unknown extensions add nothing. */
export function encodePayload({ payload }: AskedPayload): Uint8Array {
  const parts = payload.signedExtensions.map((name) => partOf(name, payload))
  return u8aConcat(
    hexToU8a(payload.method),
    ...parts.flatMap(({ signed = [] }) => signed),
    ...parts.flatMap(({ added = [] }) => added),
  )
}

/**
 * The bytes that wallets make of the payload they get, by the library that they use (`@polkadot/types`).
 * @throws TypeError when they are not the bytes of what the widget read.
 */
export function walletBytes({ api }: PayloadChain, asked: AskedPayload): Uint8Array {
  const { payload } = asked
  const bytes = api.registry
    .createType('ExtrinsicPayload', payload, { version: payload.version })
    .toU8a({ method: true })
  if (!u8aEq(bytes, encodePayload(asked)))
    throw new TypeError('The payload is encoded differently from what was read')
  return bytes
}

/** What the key signs for a payload: its bytes, or their hash where they are long. */
export const signedBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.length > hashedFrom ? blake2AsU8a(bytes) : bytes
