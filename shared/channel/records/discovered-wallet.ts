import type * as z from 'zod/mini'
import type { ChainId } from '../../caip/chain-id.ts'
import { walletLimit, walletNameMaxLength } from '../../config/limits.ts'
import { custom, matching, nonEmptyText, oneOf, optional, strictObject } from '../../wire-schema.ts'
import { fitsInMessage } from '../message-limits.ts'
import { idSchema } from '../wire.ts'
import { isWalletIcon } from './wallet-icon.ts'

/**
 * A wallet that host-sdk found in its page, as plain data. `handle` is random per announcement and valid only for it;
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
  /** Sanitized of control and bidi characters, at most 64 characters. */
  name: nonEmptyText(walletNameMaxLength),
  /** A `data:` URI of a raster image or an inspected SVG; the host side drops any other. */
  icon: optional(custom<string>(isWalletIcon)),
  warning: optional(oneOf('duplicate-rdns', 'uuid-changed', 'duplicate-name')),
  /** Announced after the page had loaded: the page alone cannot connect it, the user has to (R15). Absent in older SDKs. */
  late: optional(oneOf(true)),
})

/** A wallet of the host page. */
export type InjectedWallet = z.infer<typeof discoveredWalletSchema>

/**
 * A wallet as the widget lists it: one of the host page, one with a WalletConnect session, or our own, whose keys the vault
 * has. A page cannot claim to have one of the latter (`discoveredWalletSchema` rejects it).
 */
export type DiscoveredWallet = Omit<InjectedWallet, 'source'> & {
  source: InjectedWallet['source'] | 'walletconnect' | 'embedded'
  /** Chains that the session approved; absent for wallets of the page, which are queried. */
  chains?: readonly ChainId[]
  /** The number among sessions with wallets of the same name, from 2 on. */
  ordinal?: number
  /** Link that opens the session's wallet app on its own phone: https, or a custom scheme. */
  app?: string
}

type WalletNamespace = DiscoveredWallet['namespace']

/** A wallet's platform of SPEC §3; Solana and Polkadot have the same name in both. */
export const platformOf = (namespace: WalletNamespace): Exclude<WalletNamespace, 'eip155'> | 'ethereum' =>
  namespace === 'eip155' ? 'ethereum' : namespace

type Identified = Pick<DiscoveredWallet, 'rdns' | 'injectedId' | 'name' | 'ordinal'> &
  Partial<Pick<DiscoveredWallet, 'source'>>

/** Distinguishes a wallet with a WalletConnect session from the same wallet as an extension of the page. */
export const walletConnectPrefix = 'walletconnect:'

/** Whether a wallet is in the host page, which can request it without the widget. */
export const isPageWallet = ({ source }: Pick<DiscoveredWallet, 'source'>): boolean =>
  source !== 'walletconnect' && source !== 'embedded'

/** Identifies a wallet on its platform across page loads: its rdns or extension key, else its name. */
export const walletKeyOf = ({ rdns, injectedId, name, source, ordinal }: Identified): string =>
  `${source === 'walletconnect' ? walletConnectPrefix : ''}${rdns ?? injectedId ?? name}${ordinal ? `#${ordinal}` : ''}`

/** The id of an injected wallet in its page, under the name that SPEC §3 has for it on its platform. */
export const sourceIdOf = (wallet: Identified & Pick<DiscoveredWallet, 'namespace'>) => {
  if (wallet.source === 'walletconnect' || wallet.namespace === 'solana') return {}
  const key = walletKeyOf(wallet)
  return wallet.namespace === 'eip155' ? { providerId: key } : { extensionId: key }
}

/** The id of a discovered wallet, stable across page loads (SPEC §3). */
export const walletIdOf = (wallet: Identified & Pick<DiscoveredWallet, 'namespace'>): string =>
  `${platformOf(wallet.namespace)}:${walletKeyOf(wallet)}`

/**
 * The wallets of a page that fit one message: at most 64, and without the largest icons if all of them would exceed the
 * frame limit of 256 KiB (the widget then renders a generated icon).
 */
export function fittingWallets(wallets: readonly InjectedWallet[]): InjectedWallet[] {
  const fitting = wallets.slice(0, walletLimit)
  const bySize = fitting
    .map((wallet, index) => ({ index, size: wallet.icon?.length ?? 0 }))
    .sort((a, b) => b.size - a.size)
  for (const { index } of bySize) {
    if (fitsInMessage(fitting)) break
    const wallet = fitting[index]
    if (wallet === undefined) continue
    const { icon: _icon, ...rest } = wallet
    fitting[index] = rest
  }
  return fitting
}
