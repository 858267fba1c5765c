import type { WalletSignatures } from '#shared/api/embedded-account.ts'
import { postFrameSession, postWalletChallenge, postWalletProof } from '#shared/api/embedded-wallet.ts'
import type { VaultOffer } from '#shared/confirm/messages.ts'
import { apiAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  callWithSession,
  refreshEmbeddedAccountAtom,
  requestVaultTicketAtom,
} from '#widget/domain/embedded-wallet/session-calls.ts'
import { vaultDocument } from '#widget/domain/embedded-wallet/vault-document.ts'
import {
  provedCountAtom,
  type VaultTask,
  vaultOpenerAtom,
  vaultWindowAtom,
} from '#widget/domain/embedded-wallet/vault-window.ts'
import {
  type ConfirmWindowClient,
  openConfirmWindowClient,
} from '#widget/domain/review/window/confirm-window-client.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter } from '#widget/lib/state.ts'

/** The open window; another task replaces it. */
const clientAtom = atom<ConfirmWindowClient | undefined>(undefined)
/** The thumbprint of this frame's key, which is read before the click: opening a window cannot wait for it. */
const thumbprintAtom = atom('')

function createOffer(get: Getter, id: string, { is: purpose }: VaultTask): VaultOffer {
  const { themeMode, themeVariables } = get(hostConfigAtom)
  return {
    is: 'vault-offer',
    id,
    purpose,
    origin: get(hostOriginAtom) ?? get(portsAtom).page.origin,
    status: get(originStatusAtom) === 'allowed' ? 'allowed' : 'unverified',
    userId: get(embeddedSessionAtom)?.account.userId,
    keyThumbprint: get(thumbprintAtom),
    projectId: get(projectIdAtom),
    locale: get(languageAtom).tag,
    themeMode,
    themeVariables,
  }
}

/** Opens the vault for a task, in the user's click. When the wallet is on this device, the account is read again. */
const openVaultWindowAtom = atom(null, (get, set, task: VaultTask): void => {
  const { clock, fetch, openWindow, page, flows, log } = get(portsAtom)
  get(clientAtom)?.end('cancelled')
  const end = (how: 'answered' | 'cancelled') => {
    client.end(how)
    set(clientAtom, undefined)
    set(vaultWindowAtom, undefined)
  }
  /** The wallet is on this device; what the window adds later, the account states once the window has closed. */
  let isWalletReady = false
  const showWindow = async (window: ConfirmWindowState) => {
    const isOver = isWalletReady && window.stage === 'closed'
    if (isOver) await set(refreshEmbeddedAccountAtom)
    if (isOver || !isWalletReady || task.is === 'keep') set(vaultWindowAtom, isOver ? undefined : window)
  }
  const connectWallet = async () => {
    isWalletReady = true
    await set(refreshEmbeddedAccountAtom)
    if (task.is === 'keep') return
    set(vaultWindowAtom, undefined)
    flows.afterEmbeddedLogin()
  }
  const logIn = async (ticket: string) => {
    const session = await get(embeddedApiAtom).call(postFrameSession, {
      params: {},
      query: {},
      body: { ticket },
    })
    await set(startEmbeddedSessionAtom, session)
    await connectWallet()
  }
  let challengeToProve = ''
  const prove = async (signatures: WalletSignatures) => {
    await callWithSession(get, set, (client, session) =>
      client.call(
        postWalletProof,
        { params: {}, query: {}, body: { challenge: challengeToProve, signatures } },
        session,
      ),
    )
    end('answered')
    set(provedCountAtom, (count) => count + 1)
  }
  const logFailure = (cause: unknown) => log('The vault could not be used', cause)
  const client = openConfirmWindowClient(
    { clock, openWindow, page, mailbox: { clock, fetch, api: get(apiAtom) }, document: vaultDocument(get) },
    {
      offer: (id) => createOffer(get, id, task),
      onChange: (window) => void showWindow(window),
      onApproved: () => undefined,
      onCancelled: () => end('cancelled'),
      requestTicket: () => set(requestVaultTicketAtom),
      requestChallenge: async () => {
        const { challenge } = await callWithSession(get, set, (client, session) =>
          client.call(postWalletChallenge, { params: {}, query: {}, body: {} }, session),
        )
        challengeToProve = challenge
        return challenge
      },
      onProved: (signatures) => void prove(signatures).catch(logFailure),
      onWalletReady: () => void connectWallet().catch(logFailure),
      onLoggedIn: (ticket) => void logIn(ticket).catch(logFailure),
    },
  )
  set(clientAtom, client)
})

/** Prepares the vault to open in a click, without waiting for anything. */
export const prepareVaultAtom = atom(null, async (get, set): Promise<void> => {
  set(vaultOpenerAtom, { open: (task) => set(openVaultWindowAtom, task) })
  set(thumbprintAtom, await get(embeddedApiAtom).thumbprint())
})
