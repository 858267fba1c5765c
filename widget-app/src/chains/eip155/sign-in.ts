import { stringToHex } from 'viem/utils'
import type { SignInMessage } from '#shared/channel/sign-in-session.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { signInText } from '#shared/siwx/format.ts'
import type { Connection, SignedText, WalletTransport } from '../contract.ts'
import { readSignature } from './wallet-answers.ts'
import { ask } from './wallet-error.ts'

/**
 * Signs in with Ethereum: the text of EIP-4361, by `personal_sign`.
 * @throws ProviderRpcError of the wallet, a refusal as 4001.
 */
export async function signIn(
  transport: WalletTransport,
  { handle }: Connection,
  asked: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(asked)
  const params = [stringToHex(message), asked.accountAddress]
  const signature = readSignature(await ask(transport, handle, { method: 'personal_sign', params }, options))
  if (signature !== undefined) return { message, signature }
  throw new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')
}
