import type * as z from 'zod/mini'
import type { ChainId } from '../../caip/chain-id.ts'
import { walletLimit, walletNameMaxLength } from '../../config/limits.ts'
import { custom, matching, nonEmptyText, oneOf, optional, strictObject } from '../../wire-schema.ts'
import { fitsInMessage } from '../message-limits.ts'
import { idSchema } from '../wire.ts'
import { isWalletIcon } from './wallet-icon.ts'

/**
 * A wallet which host-sdk found in its page, as plain data. `handle` is random per announcement and dies with it;
 * `warning` marks announcements that must never be reconnected silently (channel T20).
 */
export const discoveredWalletSchema = strictObject({
  handle: idSchema,
  namespace: oneOf('eip155', 'solana', 'polkadot'),
  source: oneOf('eip6963', 'legacy', 'wallet-standard', 'injected-web3'),
  /** Reverse domain name of EIP-6963; absent for a legacy `window.ethereum`. */
  rdns: optional(matching(/^[a-zA-Z0-9.-]{1,128}$/)),
  /** Key of a Polkadot extension in `window.injectedWeb3`. */
  injectedId: optional(nonEmptyText(128)),
  /** Cleaned of control and bidi characters, at most 64 characters. */
  name: nonEmptyText(walletNameMaxLength),
  /** A `data:` URI of a raster image or an inspected SVG; anything else was dropped by the host side. */
  icon: optional(custom<string>(isWalletIcon)),
  warning: optional(oneOf('duplicate-rdns', 'uuid-changed', 'duplicate-name')),
  /** Announced after the page had loaded: the page alone cannot connect it, the user has to (R15). Absent in older SDKs. */
  late: optional(oneOf(true)),
})

/** A wallet of the host page. */
export type InjectedWallet = z.infer<typeof discoveredWalletSchema>

/**
 * A wallet as the widget lists it: one of the host page, or one behind a WalletConnect session, which no page can claim
 * to be (`discoveredWalletSchema` refuses it).
 */
export type DiscoveredWallet = Omit<InjectedWallet, 'source'> & {
  source: InjectedWallet['source'] | 'walletconnect'
  /** All that a session was approved for; absent for wallets of the page, which are asked. */
  chains?: readonly ChainId[]
  /** Which of several sessions with wallets of one name, from 2 on. */
  ordinal?: number
  /** What opens the app behind a session on its own phone: https, or a scheme. */
  app?: string
}

type WalletNamespace = DiscoveredWallet['namespace']

/** The platform of SPEC §3 a wallet is of; Solana and Polkadot are called the same in both. */
export const platformOf = (namespace: WalletNamespace): Exclude<WalletNamespace, 'eip155'> | 'ethereum' =>
  namespace === 'eip155' ? 'ethereum' : namespace

type Named = Pick<DiscoveredWallet, 'rdns' | 'injectedId' | 'name' | 'ordinal'> &
  Partial<Pick<DiscoveredWallet, 'source'>>

/** What a wallet behind a WalletConnect session is told apart by from the same wallet as an extension of the page. */
export const walletConnectPrefix = 'walletconnect:'

/** What names a wallet on its platform across page loads: its rdns or extension key, else its name. */
export const walletKeyOf = ({ rdns, injectedId, name, source, ordinal }: Named): string =>
  `${source === 'walletconnect' ? walletConnectPrefix : ''}${rdns ?? injectedId ?? name}${ordinal ? `#${ordinal}` : ''}`

/** The id of an injected wallet in its page, under the name that SPEC §3 has for it on its platform. */
export const sourceIdOf = (wallet: Named & Pick<DiscoveredWallet, 'namespace'>) => {
  if (wallet.source === 'walletconnect' || wallet.namespace === 'solana') return {}
  const key = walletKeyOf(wallet)
  return wallet.namespace === 'eip155' ? { providerId: key } : { extensionId: key }
}

/** The id of a found wallet which holds across page loads (SPEC §3). */
export const walletIdOf = (wallet: Named & Pick<DiscoveredWallet, 'namespace'>): string =>
  `${platformOf(wallet.namespace)}:${walletKeyOf(wallet)}`

/**
 * The wallets of a page as one message can carry them: at most 64, and without the largest icons where all of them
 * would pass the frame limit of 256 KiB (the widget then draws its own picture).
 */
export function matchingWallets(wallets: readonly InjectedWallet[]): InjectedWallet[] {
  const fitting = wallets.slice(0, walletLimit)
  const bySize = fitting
    .map((wallet, index) => ({ index, size: wallet.icon?.length ?? 0 }))
    .sort((a, b) => b.size - a.size)
  for (const { index } of bySize) {
    if (fitsInMessage(fitting)) break
    const wallet = fitting[index]
    if (wallet === undefined) continue
    const { icon: _dropped, ...rest } = wallet
    fitting[index] = rest
  }
  return fitting
}
