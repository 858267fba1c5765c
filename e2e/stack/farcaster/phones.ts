import { privateKeyToAccount } from 'viem/accounts'
import { createFarcasterPhone, type MessageChange } from '#server/adapters/farcaster/testing/phone.ts'
import { devAccount } from '../accounts.ts'
import { createAdminClient, type RunningChain } from '../chains/running-chain.ts'
import { installFarcasterRegistries } from './registries.ts'

/** The key with which a phone signs: of the custody address, of an auth address, or one that the account does not have. */
export type FarcasterSigner = 'custody' | 'auth-address' | 'other-key'

/** The Farcaster app on the phones of the local world's users. */
export type FarcasterPhones = {
  /** What the app shows of the request of a URL. */
  readonly show: ReturnType<typeof createFarcasterPhone>['show']
  /** Signs the request of a URL for the account of a user name, which is registered on the chain with its first login. */
  readonly approve: (url: string, options: FarcasterApproval) => Promise<void>
}

export type FarcasterApproval = {
  readonly username: string
  readonly signer?: FarcasterSigner
  /** What the phone signs in place of the request. */
  readonly change?: MessageChange
}

type PhoneOptions = {
  /** The chain that has the registries. */
  readonly chain: RunningChain
  readonly relayUrl: string
  /** Key that phones send to the relay. */
  readonly phoneKey: string
}

/** Creates the phones. They install Farcaster's registries on the chain when one of them is used first. */
export function createFarcasterPhones({ chain, relayUrl, phoneKey }: PhoneOptions): FarcasterPhones {
  const phone = createFarcasterPhone({ relayUrl, phoneKey, now: Date.now })
  const keyOf = (username: string, signer: FarcasterSigner) =>
    privateKeyToAccount(devAccount(`farcaster ${username} ${signer}`).privateKey)
  let installed: ReturnType<typeof installFarcasterRegistries> | undefined
  const registered = new Map<string, Promise<number>>()

  async function register(username: string): Promise<number> {
    installed ??= installFarcasterRegistries(chain, createAdminClient(chain.plan, chain.rpcUrl))
    const registries = await installed
    const custody = keyOf(username, 'custody').address
    const fid = await registries.register(custody)
    await registries.addAuthAddress(custody, keyOf(username, 'auth-address').address)
    return fid
  }

  return {
    show: phone.show,
    approve: async (url, { username, signer = 'custody', change = {} }) => {
      const registering = registered.get(username) ?? register(username)
      registered.set(username, registering)
      const { address, signMessage } = keyOf(username, signer)
      const sign = (message: string) => signMessage({ message })
      await phone.approve(url, { fid: await registering, username, address, sign }, change)
    },
  }
}
