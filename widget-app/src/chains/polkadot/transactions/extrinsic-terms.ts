import { normalizeAddress } from '../address.ts'

type ToHex = { toHex(): string }
type Text = { toString(): string }

/** A signed extrinsic of a runtime, as the library decodes it; asset and mode if the runtime has them. */
export type SignedTerms = {
  readonly signer: Text
  readonly nonce: Text
  readonly tip: Text
  readonly method: ToHex
  readonly era: ToHex
  readonly signature: ToHex
}

/** Bytes of the optional fee asset; empty if there is none. */
const assetBytes = (hex: string | null | undefined): string =>
  hex === null || hex === undefined || hex === '0x' || hex === '0x00' ? '0x' : hex

function feeAssetOf(extrinsic: object): string {
  const asset: unknown = 'assetId' in extrinsic ? extrinsic.assetId : undefined
  const isHexed = typeof asset === 'object' && asset !== null && 'toHex' in asset
  return assetBytes(isHexed && typeof asset.toHex === 'function' ? String(asset.toHex()) : undefined)
}

/** Whether the metadata hash is part of the signed bytes (1) or not (0). */
export const modeOf = (extrinsic: object): 0 | 1 =>
  'mode' in extrinsic && extrinsic.mode !== undefined && String(extrinsic.mode) !== '0' ? 1 : 0

/** The expected terms of a signed extrinsic. */
export type RequestedTerms = {
  readonly address: string
  /** SCALE, in hex. */
  readonly method: string
  readonly era: string
  /** Numbers in a form that `BigInt` accepts. */
  readonly nonce: string | number
  readonly tip: string
  readonly assetId?: string | null | undefined
}

/** The names of the terms that differ among signer, call, era, nonce, tip and fee asset; empty if all match. */
export function differingTerms(extrinsic: SignedTerms, requested: RequestedTerms): readonly string[] {
  const checks: readonly (readonly [name: string, same: boolean])[] = [
    ['from', normalizeAddress(extrinsic.signer.toString()) === normalizeAddress(requested.address)],
    ['call', extrinsic.method.toHex() === requested.method],
    ['era', extrinsic.era.toHex() === requested.era],
    ['nonce', BigInt(extrinsic.nonce.toString()) === BigInt(requested.nonce)],
    ['tip', BigInt(extrinsic.tip.toString()) === BigInt(requested.tip)],
    ['asset', feeAssetOf(extrinsic) === assetBytes(requested.assetId)],
  ]
  return checks.filter(([, same]) => !same).map(([name]) => name)
}
