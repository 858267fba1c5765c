import { stringToHex } from 'viem/utils'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import type { Connection, SignedText, WalletTransport } from '../../chain-adapter.ts'
import { checkWalletChain } from './connect.ts'
import { requestWallet } from './wallet-error.ts'
import { readSignature } from './wallet-responses.ts'

/**
 * Signs in with Ethereum: the text of EIP-4361, by `personal_sign`.
 * @throws ProviderRpcError of the wallet, a rejection as 4001; 4901 if it has changed its chain; −32603 with `data.reason`
 * 'unknown-outcome' for a response without a signature.
 */
export async function signIn(
  transport: WalletTransport,
  connection: Connection,
  signInMessage: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(signInMessage)
  const params = [stringToHex(message), signInMessage.accountAddress]
  await checkWalletChain(transport, connection, options)
  const request = { method: 'personal_sign', params }
  const signature = readSignature(await requestWallet(transport, connection.handle, request, options))
  if (signature !== undefined) return { message, signature }
  throw linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')
}
