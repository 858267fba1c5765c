import { randomId } from '../../../shared/channel/random-id.ts'
import { ownName, ownRdns } from '../../../shared/channel/wallets/own-wallet.ts'
import type { EthereumProvider } from '../ethereum-provider.ts'
import { ownIcon } from './own-icon.ts'

/** A version 4 UUID, on insecure pages too. */
const uuid = () => randomId().replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')

/**
 * Announces a provider to the page as a wallet, now and whenever a dApp asks, until the signal aborts (EIP-6963). Its
 * uuid stays the same for the life of the instance.
 */
export function announceEthereum(provider: EthereumProvider, signal: AbortSignal): void {
  const info = Object.freeze({ uuid: uuid(), name: ownName, icon: ownIcon, rdns: ownRdns })
  const detail = Object.freeze({ info, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce, { signal })
  announce()
}
