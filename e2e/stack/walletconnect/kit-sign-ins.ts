import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { stringToHex } from 'viem'
import { RpcError } from '../rpc-error.ts'
import type { NamespaceSigner } from './namespace-signer.ts'
import type { SignInDecision } from './wallet-script.ts'

export type SignInRequest = Pick<WalletKitTypes.SessionAuthenticate, 'id' | 'params'>

/** Creates the sign-in of a session approval (CAIP-222): one CACAO for each shared chain. */
export function createKitSignIns(kit: IWalletKit, signers: readonly NamespaceSigner[]) {
  const signer = () => {
    const found = signers.find(({ namespace }) => namespace === 'eip155')
    if (found === undefined) throw new RpcError(5100, 'Unsupported chains.')
    return found
  }

  /** The payload to sign: the requested one, limited to chains and methods that the wallet supports. */
  function payloadOf({ params }: SignInRequest) {
    const { methods, addresses } = signer()
    const { authPayload } = params
    return populateAuthPayload({ authPayload, chains: Object.keys(addresses), methods: [...methods] })
  }

  return {
    /** The message for the first chain, which is shown to the user. */
    textOf(request: SignInRequest, accountIndex: number): string {
      const payload = payloadOf(request)
      const chain = payload.chains[0] ?? ''
      return kit.formatAuthMessage({
        request: payload,
        iss: `${chain}:${signer().addresses[chain]?.[accountIndex]}`,
      })
    },

    async approve(
      request: SignInRequest,
      accountIndex: number,
      { as, chains }: Extract<SignInDecision, { is: 'approve' }>,
    ): Promise<void> {
      const requested = payloadOf(request)
      const { domain = requested.domain, nonce = requested.nonce, exp = requested.exp } = as ?? {}
      const payload = { ...requested, domain, nonce, ...(exp === undefined ? {} : { exp }) }
      const { handleRequest, addresses } = signer()
      const auths = []
      for (const chain of payload.chains.filter((one) => chains?.includes(one) ?? true)) {
        const address = addresses[chain]?.[accountIndex] ?? ''
        const iss = `did:pkh:${chain}:${address}`
        const message = kit.formatAuthMessage({ request: payload, iss })
        const signature = String(await handleRequest(chain, 'personal_sign', [stringToHex(message), address]))
        auths.push(buildAuthObject(payload, { t: 'eip191', s: signature }, iss))
      }
      await kit.approveSessionAuthenticate({ id: request.id, auths })
    },
  }
}
