import type { ChainId } from '#shared/caip/chain-id.ts'
import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '#shared/channel/channel-methods.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { openLink } from '#shared/channel/link.ts'
import type { CallContext } from '#shared/channel/method.ts'
import type { ModalResult } from '#shared/channel/records/entries.ts'
import { readHostConfig } from '#shared/config/host-config.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import {
  beginOriginCheckAtom,
  hasInvalidDataAtom,
  isOriginAllowed,
  originStatusAtom,
} from '#widget/core/verify-origin.ts'
import { hasUnsupportedPrefill } from '#widget/core/view.ts'
import { bridgeStateAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { dismissModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import type { Store } from '#widget/lib/state.ts'
import { configUpdates } from './config-updates.ts'
import type { EarlyHandshake } from './early-handshake.ts'
import type { DappMessage } from './ethereum/request-context.ts'
import type { DappRequest } from './handle-dapp-request.ts'
import { configProblems, hostMethod } from './host-methods.ts'
import type { HostTransport, RequestGate, WidgetLink } from './host-transport.ts'
import { modalResult, resultingConnectionAtom } from './modal-result.ts'

/** Commands that the app composes of features, for the bridge. */
export type BridgeCommands = {
  /** Runs after a new configuration is set: verifies the origin, restores connections, selects language and theme. */
  onConfigured(): void
  /** Applies a change of what is shown; rendered when it returns, once the views are loaded. */
  render(change: () => void): void
  connectWallet(walletId: string, signal: AbortSignal): Promise<void>
  disconnect(target: { namespace?: string | undefined; walletId?: string | undefined }): Promise<void>
  switchNetwork(chainId: ChainId, signal: AbortSignal): Promise<void>
  escape(): void
  /** The host closes the modal: as the user would, and a pending sign-in is cancelled; resolves when that is done. */
  close(): Promise<void>
  /** Checks that the user could sign in now. @throws WidgetError `siwx/…` with the texts of SPEC §5. */
  requireSignIn(): Promise<void>
  /** Handles a request of the dApp, as EIP-1193 or in the methods of one connected wallet. */
  handleDappRequest(request: DappRequest): Promise<unknown>
}

/** Options whose error texts the spec fixes. */
const configProblemTexts = new Map<string, string>([
  ['platforms', texts.invalidPlatform],
  ['siweConfig', texts.siweAndSiwx],
])

/** The message for an invalid option, for the developer. */
async function configProblem(option: string, config: unknown): Promise<string> {
  const fixedText = configProblemTexts.get(option.split('.', 1)[0] ?? '')
  if (fixedText !== undefined) return fixedText
  const problems = await configProblems().catch(() => undefined)
  return problems?.optionProblem(option, config) ?? `Invalid option ${option}`
}

/** Resolves when the store's value satisfies a condition; rejects with the signal's reason. */
async function waitUntil(
  store: Store,
  isSettled: () => boolean,
  watch: Parameters<Store['sub']>[0],
  signal: AbortSignal | undefined,
): Promise<void> {
  // Usually true already; subscribing would compute the value again.
  if (isSettled()) return
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (!isSettled()) return
      stop()
      resolve()
    }
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    const unsubscribe = store.sub(watch, check)
    const stop = () => {
      unsubscribe()
      signal?.removeEventListener('abort', onAbort)
    }
    signal?.addEventListener('abort', onAbort)
    check()
  })
}

/** Serves the channel to the page of the handshake, until the document is unloaded. @throws the errors of the handshake. */
export async function serveHost(options: {
  readonly store: Store
  readonly page: EventTarget
  readonly handshake: Promise<EarlyHandshake>
  readonly transport: HostTransport
  readonly commands: BridgeCommands
  /** The project in the document's URL (`project-from-path.ts`); undefined: the URL names none. */
  readonly projectInUrl?: string | undefined
}): Promise<WidgetLink> {
  const { store, page, transport, commands } = options
  const { sid, ports, origin, caps, release } = await options.handshake
  store.set(hostOriginAtom, origin)

  /** Calls that do more than show the modal wait for the verdict on the origin, and are rejected unless it is allowed. */
  const allowed: RequestGate = async (signal) => {
    await waitUntil(store, () => store.get(originStatusAtom) !== 'checking', originStatusAtom, signal)
    const status = store.get(originStatusAtom)
    if (isOriginAllowed(status)) return
    throw linkError(
      providerCodes.unauthorized,
      status === 'unavailable'
        ? 'The wallet widget could not check this site'
        : 'This site may not use the wallet widget',
      'unregistered-origin',
    )
  }

  const open = async (request: OpenRequest, signal: AbortSignal): Promise<ModalResult> => {
    if (hasUnsupportedPrefill(request)) {
      throw new ProviderRpcError(
        providerCodes.invalidParams,
        'Send parameters are for Ethereum accounts only',
      )
    }
    if (request.view === 'SIWXSignMessage') await commands.requireSignIn()
    const currentResult = () => store.get(resultingConnectionAtom)
    let connectionBefore = currentResult()
    // A reconnected wallet of the last visit is not one that the user connects now.
    const stop = store.sub(reconnectingAtom, () => {
      connectionBefore = currentResult()
    })
    commands.render(() => store.set(openModalAtom, request))
    const closing = waitUntil(store, () => !store.get(modalOpenAtom), modalOpenAtom, signal)
    // A page that closes before it has a link aborts its call. If the link ended, `onClose` has already closed.
    closing.catch(commands.close)
    await closing.finally(stop)
    return modalResult(connectionBefore, currentResult())
  }

  let project = options.projectInUrl
  const warned = new Set<string>()
  /** Reports each ignored option once, with `debug`. */
  const warnAboutIgnoredOptions = (config: unknown) => {
    const { log } = store.get(portsAtom)
    const warn = ({ ignoredOptions }: Awaited<ReturnType<typeof configProblems>>) => {
      for (const text of ignoredOptions(config).filter((one) => !warned.has(one))) {
        warned.add(text)
        log(text)
      }
    }
    configProblems().then(warn, () => undefined)
  }
  const updates = configUpdates(store.get(portsAtom).clock, (config) => {
    store.set(hostConfigAtom, config)
    if (config.debug) warnAboutIgnoredOptions(config)
    commands.onConfigured()
  })

  const openedLink = openLink({
    side: 'widget',
    sid,
    ports,
    clock: systemClock,
    calls: hostMethods,
    serves: widgetMethods,
    emits: widgetTopics,
    receives: hostTopics,
    caps,
    onGap: transport.refresh,
    // Without its host the widget has no use; a new handshake requires a new document (channel D1).
    onClose: (reason) =>
      reason === 'strike' ? store.set(hasInvalidDataAtom, true) : store.set(dismissModalAtom),
    handlers: {
      'config.set': async ({ config }) => {
        const parsed = readHostConfig(config)
        if (!parsed.success)
          throw new ProviderRpcError(providerCodes.invalidParams, await configProblem(parsed.option, config))
        const projectId = parsed.data.projectId.trim()
        // Verdict, sessions and storage belong to one project for the life of the document.
        if (project !== undefined && project !== projectId)
          throw new ProviderRpcError(
            providerCodes.invalidParams,
            'The projectId differs from that of the frame; reload the page to change it',
          )
        if (projectId !== '') project = projectId
        store.set(beginOriginCheckAtom)
        updates.set(parsed.data)
        return {}
      },
      'modal.open': hostMethod('modal.open', (request, { signal }: CallContext) => {
        updates.flush()
        return open(request, signal)
      }),
      'modal.close': async () => {
        await commands.close()
        return {}
      },
      'modal.escape': () => {
        commands.escape()
        return {}
      },
      'state.get': () => store.get(bridgeStateAtom),
      'wallet.connect': hostMethod('wallet.connect', async ({ walletId }, { signal }: CallContext) => {
        await allowed(signal)
        await commands.connectWallet(walletId, signal)
        return {}
      }),
      'session.disconnect': hostMethod('session.disconnect', async (target) => {
        await commands.disconnect(target)
        return {}
      }),
      'network.switch': hostMethod('network.switch', async ({ chainId }, { signal }: CallContext) => {
        await allowed(signal)
        await commands.switchNetwork(chainId, signal)
        return {}
      }),
      'theme.set': hostMethod('theme.set', ({ mode, variables }) => {
        updates.flush()
        store.set(hostConfigAtom, (config) => ({
          ...config,
          themeMode: mode ?? config.themeMode,
          themeVariables: variables ?? config.themeVariables,
        }))
        return {}
      }),
      'consent.set': hostMethod('consent.set', ({ analytics }) => {
        updates.flush()
        store.set(hostConfigAtom, (config) => ({ ...config, analyticsConsent: analytics }))
        return {}
      }),
      'wallet.request': async (request, { signal }) => {
        await allowed(signal)
        const emitMessage = (message: DappMessage) => openedLink.emit('message', message)
        return {
          result: await commands.handleDappRequest({
            ...request,
            signal,
            emitMessage,
            whenAllowed: () => allowed(signal),
          }),
        }
      },
    },
  })
  const link: WidgetLink = { ...openedLink, caps }
  transport.attach(link, allowed)
  release()

  store.sub(bridgeStateAtom, () => link.emit('state', store.get(bridgeStateAtom)))
  let emittedCount = 0
  const emitAlerts = () => {
    const alerts = store.get(alertsAtom)
    for (const { code, text, detail } of alerts.slice(emittedCount)) {
      link.emit('alert', { code, message: detail === undefined ? text : `${text}: ${detail}` })
    }
    emittedCount = alerts.length
  }
  store.sub(alertsAtom, emitAlerts)
  emitAlerts()
  page.addEventListener('pagehide', () => link.close('pagehide'))
  return link
}
