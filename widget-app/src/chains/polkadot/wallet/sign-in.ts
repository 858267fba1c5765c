import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import type { Connection, SignedText, WalletTransport } from '../../chain-adapter.ts'
import { signText } from './handle-dapp-request.ts'

/**
 * Signs in with Substrate: signs the text by `signRaw`, wrapped in `<Bytes>` like every message.
 * @throws ProviderRpcError of the wallet, a rejection as 4001.
 */
export async function signIn(
  transport: WalletTransport,
  connection: Connection,
  requested: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(requested)
  const signature = await signText(
    transport,
    connection,
    { address: requested.accountAddress, text: message },
    options,
  )
  return { message, signature }
}
