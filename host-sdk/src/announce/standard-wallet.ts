import { listen } from '../../../shared/channel/listen.ts'
import { widgetWalletName, widgetWalletSymbol } from '../../../shared/channel/wallets/widget-wallet.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { modalClosedText } from '../provider/request-errors.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'
import { accountsOf, connectPlatform } from './connect-platform.ts'
import { createSolanaSigner } from './solana-signer.ts'
import { createAccountsGetter, type StandardAccount, standardChains } from './standard-account.ts'
import { widgetIcon } from './widget-icon.ts'

const version = '1.0.0'

const supportedTransactionVersions = Object.freeze(['legacy', 0] as const)

type Change = { readonly accounts: readonly StandardAccount[] }

/** Creates the widget as a wallet of the Wallet Standard, in front of the Solana wallet that the user connected. */
export function createStandardWallet(ports: AnnouncementPorts) {
  const { bridge, reconnected, signal } = ports
  const hasNoAccount = () => accountsOf(bridge, 'solana').length === 0

  const connect = async (input?: { readonly silent?: boolean }) => {
    signal.throwIfAborted()
    if (hasNoAccount() && input?.silent) await reconnected()
    else if (hasNoAccount()) await connectPlatform(ports, 'solana', modalClosedText)
    return { accounts: accounts() }
  }
  /** Wallet-adapter also calls this after a silent connection without an account; a reconnecting session must not end. */
  const disconnect = async () => {
    if (!hasNoAccount()) await bridge.disconnect('solana')
  }
  const signer = createSolanaSigner(bridge, async (address) => {
    const { accounts: shared } = await connect()
    const account = address === undefined ? shared[0] : shared.find((one) => one.address === address)
    if (account) return account
    throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
  })
  const solana = {
    'solana:signIn': { version, signIn: signer.signIn },
    'solana:signMessage': { version, signMessage: signer.signMessage },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions,
      signTransaction: signer.signTransaction,
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: signer.signAndSendTransaction,
    },
  } as const
  const accounts = createAccountsGetter(bridge, Object.freeze(Object.keys(solana)))

  /** Emits each change of the list once; the standard has no initial event for the current list. */
  const on = (event: 'change', listener: (change: Change) => void) => {
    let lastEmitted = accounts()
    if (event !== 'change') return () => {}
    return bridge.subscribe('accounts', () => {
      const current = accounts()
      if (current === lastEmitted) return
      lastEmitted = current
      listener({ accounts: current })
    })
  }

  const features = {
    'standard:connect': { version, connect },
    'standard:disconnect': { version, disconnect },
    'standard:events': { version, on },
    ...solana,
  } as const
  // All apps share the object: none may replace a function that another one calls.
  for (const feature of Object.values(features)) Object.freeze(feature)
  return Object.freeze({
    [widgetWalletSymbol]: true,
    version,
    name: widgetWalletName,
    icon: widgetIcon,
    chains: standardChains,
    get accounts() {
      return accounts()
    },
    features: Object.freeze(features),
  } as const)
}

/** Runs a task when the page is idle, after one second at the latest. Safari has no idle callback. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1_000 })
  else setTimeout(task, 50)
}

/**
 * Registers the widget with every app of the page, until the signal aborts (Wallet Standard). Apps that are already there
 * receive it when the page is idle: wallet-adapter for React reads the list as it renders and subscribes in an effect, and
 * misses a wallet that registers between the two.
 */
export function registerSolana(ports: AnnouncementPorts): void {
  const { signal } = ports
  if (signal.aborted) return
  const wallet = createStandardWallet(ports)
  const apps = new Set<unknown>()
  const register = (api: unknown) => {
    if (apps.has(api)) return
    apps.add(api)
    const registerFunction: unknown = Reflect.get(Object(api), 'register')
    const unregister: unknown =
      typeof registerFunction === 'function' && Reflect.apply(registerFunction, api, [wallet])
    signal.addEventListener('abort', () => typeof unregister === 'function' && unregister())
  }
  listen(window, 'wallet-standard:app-ready', (event) => register(Reflect.get(event, 'detail')), signal)
  whenIdle(() => {
    if (!signal.aborted)
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  })
}
