import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { acalaPrefix } from '../chains/polkadot/local-genesis.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import type { Disposer } from '../disposer.ts'
import type { Stack } from '../stack-file.ts'
import { createWalletConnectWallet, type WalletConnectWallet } from './wallet.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

/** Identifies a mobile wallet: one for each account and project, created at the first request. */
export const mobileWalletSchema = z.strictObject({
  /** Label of the world's accounts, the same in every namespace. */
  account: z.string().check(z.regex(/^[a-z]+-\d$/)),
  /** Project id for the relay, so that a fault of a project also applies to its mobile wallet. */
  projectId: z.optional(z.string()),
  name: z.optional(z.string()),
})
type MobileWalletSetup = z.infer<typeof mobileWalletSchema>

type MobileWalletWorld = {
  readonly walletConnect: Stack['walletConnect']
  readonly accounts: Stack['accounts']
  readonly chains: readonly Pick<Stack['chains'][number], 'chainId' | 'rpcUrl'>[]
  readonly solana: Pick<Stack['solana'], 'id' | 'rpcUrl' | 'accounts'>
  readonly polkadot: Pick<Stack['polkadot'], 'id' | 'accounts'>
  readonly acala: Pick<Stack['acala'], 'id'>
}

export type MobileWallets = ReturnType<typeof createMobileWallets>

/** Creates the store of the world's mobile wallets, each with accounts in all three namespaces. They stop with the world. */
export function createMobileWallets(stack: MobileWalletWorld, lifetime: Pick<Disposer, 'defer'>) {
  const wallets = new Map<string, Promise<WalletConnectWallet>>()
  lifetime.defer(async () => {
    const settled = await Promise.allSettled(wallets.values())
    await Promise.all(
      settled.map((wallet) => (wallet.status === 'fulfilled' ? wallet.value.stop() : undefined)),
    )
  })

  return {
    /** Returns the id of a wallet for its URL, equal for equal setups. @throws Error when the world has no such account. */
    async open(setup: MobileWalletSetup): Promise<string> {
      const { account, projectId = stack.walletConnect.projectId, name = 'Pocket Wallet' } = setup
      const id = Buffer.from(`${account} ${projectId}`).toString('hex')
      const accounts = accountsOf(stack, account)
      const existing = wallets.get(id)
      const wallet =
        existing ??
        createWalletConnectWallet({ relayUrl: stack.walletConnect.relayUrl, name, projectId, accounts })
      wallets.set(id, wallet)
      try {
        await wallet
      } catch (error) {
        wallets.delete(id)
        throw error
      }
      return id
    },
    get: (id: string): Promise<WalletConnectWallet> | undefined => wallets.get(id),
  }
}

/** The state of a mobile wallet, as its endpoints return it. */
export function describeMobileWallet(wallet: WalletConnectWallet) {
  const { name, addresses, prompts, errors, blockedHosts } = wallet
  return {
    name,
    addresses,
    asked: prompts,
    waiting: wallet.waiting(),
    sessions: wallet.sessions(),
    problems: errors,
    outsideAttempts: blockedHosts,
  }
}

const toHex = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`
const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)

/** The keys of a label in every namespace, each with a second account without funds, and the nodes of the world. */
function accountsOf(
  { accounts, chains, solana, polkadot, acala }: MobileWalletWorld,
  label: string,
): WalletAccounts {
  const evm = accounts.find((account) => account.label === label)
  const svm = solana.accounts.find((account) => account.label === label)
  const dot = polkadot.accounts.find((account) => account.label === label)
  if (evm === undefined || svm === undefined || dot === undefined) {
    throw new Error(`The local world has no account ${label} in all three ecosystems`)
  }
  const secondLabel = `${label} beside`
  return {
    eip155: {
      keys: [toHex(evm.privateKey), devAccount(secondLabel).privateKey],
      rpcUrls: Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [String(chainId), rpcUrl])),
    },
    solana: {
      keys: [toHex(svm.privateKey), toHex(Buffer.from(svmAccount(secondLabel).privateKey).toString('hex'))],
      rpcUrls: { [referenceOf(solana.id)]: solana.rpcUrl },
    },
    polkadot: {
      keys: [dot.uri, `${dot.uri}//beside`],
      ss58Prefixes: { [referenceOf(polkadot.id)]: genericPrefix, [referenceOf(acala.id)]: acalaPrefix },
    },
  }
}

/** The generic SS58 prefix, which the world's addresses have. */
const genericPrefix = 42
