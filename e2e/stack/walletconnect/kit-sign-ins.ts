import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { stringToHex } from 'viem'
import { RpcError } from '../rpc-error.ts'
import type { NamespaceSigner } from './namespace-signer.ts'
import type { SignInDecision } from './wallet-script.ts'

export type SignIn = Pick<WalletKitTypes.SessionAuthenticate, 'id' | 'params'>

/** Creates the sign-in of a session approval (CAIP-222): one CACAO for each shared chain. */
export function createKitSignIns(kit: IWalletKit, signers: readonly NamespaceSigner[]) {
  const signer = () => {
    const own = signers.find(({ namespace }) => namespace === 'eip155')
    if (own === undefined) throw new RpcError(5100, 'Unsupported chains.')
    return own
  }

  /** The payload to sign: the requested one, limited to chains and methods that the wallet supports. */
  function payloadOf({ params }: SignIn) {
    const { methods, addresses } = signer()
    const { authPayload } = params
    return populateAuthPayload({ authPayload, chains: Object.keys(addresses), methods: [...methods] })
  }

  return {
    /** The message for the first chain, which is shown to the user. */
    textOf(asked: SignIn, at: number): string {
      const payload = payloadOf(asked)
      const chain = payload.chains[0] ?? ''
      return kit.formatAuthMessage({ request: payload, iss: `${chain}:${signer().addresses[chain]?.[at]}` })
    },

    async approve(
      asked: SignIn,
      at: number,
      { as, chains }: Extract<SignInDecision, { is: 'approve' }>,
    ): Promise<void> {
      const wanted = payloadOf(asked)
      const { domain = wanted.domain, nonce = wanted.nonce, exp = wanted.exp } = as ?? {}
      const payload = { ...wanted, domain, nonce, ...(exp === undefined ? {} : { exp }) }
      const { answer, addresses } = signer()
      const auths = []
      for (const chain of payload.chains.filter((one) => chains?.includes(one) ?? true)) {
        const address = addresses[chain]?.[at] ?? ''
        const iss = `did:pkh:${chain}:${address}`
        const message = kit.formatAuthMessage({ request: payload, iss })
        const signature = String(await answer(chain, 'personal_sign', [stringToHex(message), address]))
        auths.push(buildAuthObject(payload, { t: 'eip191', s: signature }, iss))
      }
      await kit.approveSessionAuthenticate({ id: asked.id, auths })
    },
  }
}
