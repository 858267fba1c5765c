import type { AccountEntry } from '../../shared/channel/records/entries.ts'
import { ProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import { integer, matching, optional, parseWire, strictObject } from '../../shared/wire-schema.ts'
import type { AccountReader } from './derived-accounts.ts'

const hex = matching<`0x${string}`>(/^0x([0-9a-f]{2})*$/i)
const resultSchema = strictObject({ id: integer(), signature: hex, signedTransaction: optional(hex) })

/** Result of both methods (`@polkadot/types` SignerResult). */
export type SignerResult = {
  id: number
  /** With the byte of its kind in front; of `ethereum` accounts without. */
  signature: `0x${string}`
  /** The whole extrinsic, if the wallet created it. */
  signedTransaction?: `0x${string}`
}

/** Bytes to sign as a message; text that is not hex is encoded as UTF-8. */
export type RawPayload = { address: string; data: string; type?: 'bytes' | 'payload' }

/** A signer of `@polkadot/api` (`@polkadot/types` Signer). */
export type InjectedSigner = {
  /** `payload` is a SignerPayloadJSON of extrinsic version 4; later versions are rejected with 4200. */
  signPayload(payload: object): Promise<SignerResult>
  /** Signs `<Bytes>…</Bytes>` around the data, unless it is wrapped already. */
  signRaw(raw: RawPayload): Promise<SignerResult>
}

/**
 * Creates a signer for `@polkadot/api` over the wallet of an account. Rejects with ProviderRpcError: 4001 if the user
 * rejects, 4100 if the account is not connected, 4200 for extrinsics above version 4.
 */
export function injectedSigner(
  bridge: Pick<AccountReader, 'requestWallet'>,
  { walletId }: Pick<AccountEntry, 'walletId'>,
): InjectedSigner {
  const requestSignature = async (method: string, params: object): Promise<SignerResult> => {
    const { data } = parseWire(resultSchema, await bridge.requestWallet(walletId, { method, params }))
    if (!data) throw new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')
    const { id, signature, signedTransaction } = data
    return { id, signature, ...(signedTransaction && { signedTransaction }) }
  }
  return {
    signPayload: (payload) => requestSignature('injectedWeb3:signPayload', payload),
    signRaw: ({ address, data }) => requestSignature('injectedWeb3:signRaw', { address, data }),
  }
}
