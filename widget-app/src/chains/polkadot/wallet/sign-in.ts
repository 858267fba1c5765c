import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import type { Connection, SignedText, WalletTransport } from '../../chain-adapter.ts'
import { signText } from './handle-dapp-request.ts'

/**
 * Signs in with Substrate: the text by `signRaw`, in `<Bytes>` as every message.
 * @throws ProviderRpcError of the wallet, a refusal as 4001.
 */
export async function signIn(
  transport: WalletTransport,
  connection: Connection,
  asked: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(asked)
  const signature = await signText(
    transport,
    connection,
    { address: asked.accountAddress, text: message },
    options,
  )
  return { message, signature }
}
