import { type Bytes, encodeFields, utf8Bytes } from './bytes.ts'
import { type Eip155Account, eip155AccountOf } from './eip155-account.ts'
import { type EnvelopeKeys, openBytes, type SealedContext, sealBytes } from './sealed-bytes.ts'
import { assertWalletId, type WalletId } from './wallet-id.ts'

/** What the user permits by a spending limit. The key that is sealed for it opens with these terms only. */
export type SpendingTerms = WalletId & {
  /** Origin of the site. */
  readonly site: string
  /** CAIP-19 id. */
  readonly asset: string
  /** Total in base units, decimal. */
  readonly maximum: string
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
}

/** An account whose key was opened, which the caller erases after use, or why it cannot be opened. */
export type OpenedSpendingKey =
  | { readonly is: 'opened'; readonly account: Eip155Account }
  | { readonly is: 'unreadable'; readonly reason: 'malformed' | 'unknown-version' | 'not-authentic' }

const version = 1
const purpose = utf8Bytes('drawbridge spending limit v1')
const privateKeyLength = 32

/** The longest text in the terms: an origin of 253 characters, or a CAIP-19 id. */
const textMaxLength = 300

function sealedContextOf({
  userId,
  walletId,
  site,
  asset,
  maximum,
  expiresAtMs,
}: SpendingTerms): SealedContext {
  assertWalletId({ userId, walletId })
  const texts = [site, asset, maximum]
  if (
    texts.some((text) => text.length === 0 || text.length > textMaxLength) ||
    !/^[1-9]\d{0,77}$/.test(maximum)
  )
    throw new RangeError('The terms of a spending limit are invalid')
  if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < 0) throw new RangeError('The expiry is not a time')
  const fields = [userId, walletId, ...texts, `${expiresAtMs}`, Uint8Array.of(version)]
  return { purpose, additionalData: encodeFields(...fields), version, length: privateKeyLength }
}

/**
 * Seals the private key of an EVM account as `sealBytes` does: 61 bytes. The additional data is six fields, then the version: user id,
 * wallet id, site, asset, maximum and expiry in decimal. @throws RangeError for invalid keys or terms.
 */
export const sealSpendingKey = (
  account: Eip155Account,
  keys: EnvelopeKeys,
  terms: SpendingTerms,
): Promise<Bytes> =>
  // The account may be erased only once this has resolved.
  account.useKey((privateKey) => sealBytes(privateKey, keys, sealedContextOf(terms)))

/** Opens what `sealSpendingKey` has sealed. @throws RangeError for invalid keys or terms. */
export async function openSpendingKey(
  sealed: Uint8Array,
  keys: EnvelopeKeys,
  terms: SpendingTerms,
): Promise<OpenedSpendingKey> {
  const opened = await openBytes(sealed, keys, sealedContextOf(terms))
  return opened.is === 'opened' ? { is: 'opened', account: eip155AccountOf(opened.bytes) } : opened
}
