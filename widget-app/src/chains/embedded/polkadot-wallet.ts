import * as z from '#shared/zod.ts'
import { type EmbeddedWallet, unsupportedMethod, type WalletPorts } from './embedded-wallet.ts'

const signingMethods: readonly string[] = ['injectedWeb3:signPayload', 'injectedWeb3:signRaw']

const enableParams = () => z.object({ silent: z.optional(z.boolean()) })

/** An account as extensions list it; it is for every chain. */
const accountOf = (address: string) => ({ address, type: 'sr25519' })

/** Our own wallet as an `injectedWeb3` extension; its account is an SS58 address. */
export function polkadotWallet(wallet: WalletPorts<string>): EmbeddedWallet {
  const shared = async () => {
    const address = await wallet.shared()
    return address === undefined ? [] : [accountOf(address)]
  }
  return {
    request: async (request, options) => {
      const { method, params } = request
      if (signingMethods.includes(method)) return wallet.sign(request, options)
      switch (method) {
        case 'injectedWeb3:enable': {
          const isSilent = enableParams().safeParse(params).data?.silent === true
          return { accounts: isSilent ? await shared() : [accountOf(await wallet.connect())] }
        }
        case 'injectedWeb3:disconnect':
          wallet.disconnect()
          return null
        default:
          throw unsupportedMethod(method)
      }
    },
    emitAccounts: async () => wallet.emit('accountsChanged', await shared()),
  }
}
