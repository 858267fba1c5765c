import { stringToHex } from 'viem/utils'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { coinTypeOf } from '#shared/names/coin-type.ts'
import type { Connection, NameClaim, WalletTransport } from '../contract.ts'
import { readSignature } from './wallet-answers.ts'
import { ask } from './wallet-error.ts'

/**
 * Signs the claim of a name: its text, by `personal_sign` (EIP-191), for the chain the wallet is on.
 * @throws ProviderRpcError of the wallet, a refusal as 4001; WidgetError `chain/unsupported`.
 */
export async function claimName(
  transport: WalletTransport,
  { handle, accounts, chain }: Connection,
  message: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<NameClaim> {
  const coinType = coinTypeOf(chain)
  if (coinType === undefined) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const [address] = accounts
  const params = [stringToHex(message), address]
  const signature = readSignature(await ask(transport, handle, { method: 'personal_sign', params }, options))
  if (signature !== undefined) return { coinType, address, message, signature }
  throw new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')
}
