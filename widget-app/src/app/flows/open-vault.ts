import type { WalletSignatures } from '#shared/api/embedded-account.ts'
import { postFrameSession, postWalletChallenge, postWalletProof } from '#shared/api/embedded-wallet.ts'
import type { ConfirmEnd, VaultOffer } from '#shared/confirm/messages.ts'
import { apiAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { completeLoginAtom, continueAfterLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  callWithSession,
  refreshEmbeddedAccountAtom,
  requestVaultTicketAtom,
} from '#widget/domain/embedded-wallet/session-calls.ts'
import { keysProofAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import { limitFrameSlotAtom } from '#widget/domain/embedded-wallet/spending-limits.ts'
import { vaultDocument } from '#widget/domain/embedded-wallet/vault-document.ts'
import {
  provedCountAtom,
  type VaultFailure,
  type VaultTask,
  vaultOpenerAtom,
  vaultWindowAtom,
} from '#widget/domain/embedded-wallet/vault-window.ts'
import { openConfirmWindowClient } from '#widget/domain/review/window/confirm-window-client.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { loadLimitFrameAtom } from './load-limit-frame.ts'

type OpenWindow = { readonly cancel: () => void; readonly leave: () => void }

/** The open window; another task replaces it. */
const openWindowAtom = atom<OpenWindow | undefined>(undefined)
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
  const { clock, fetch, openWindow, page, log } = get(portsAtom)
  get(openWindowAtom)?.cancel()
  /** The wallet is on this device; what the window adds later, the account states once the window has closed. */
  let isWalletReady = false
  let isLeft = false
  let isActive = true
  const end = (how: ConfirmEnd) => {
    if (!isActive) return
    isActive = false
    client.end(how)
    set(openWindowAtom, undefined)
    set(vaultWindowAtom, undefined)
  }
  const fail = (failure: VaultFailure) => {
    if (!isActive) return
    end('failed')
    set(vaultWindowAtom, failure)
  }
  /** Runs what the user waits for in both windows: if it fails, both say so. */
  const run = (work: Promise<void>) => {
    work.catch((cause: unknown) => {
      log('The vault could not be used', cause)
      fail({ stage: 'failed', details: errorDetails(cause) })
    })
  }
  const showWindow = async (window: ConfirmWindowState) => {
    const isOver = isWalletReady && window.stage === 'closed'
    if (isOver) await set(refreshEmbeddedAccountAtom)
    if (!isActive || isLeft) return
    if (isOver || !isWalletReady || task.is === 'keep') set(vaultWindowAtom, isOver ? undefined : window)
  }
  const leave = () => {
    if (!isWalletReady) return end('cancelled')
    isLeft = true
    set(vaultWindowAtom, undefined)
  }
  const connectWallet = async () => {
    isWalletReady = true
    await set(refreshEmbeddedAccountAtom)
    if (task.is === 'keep') return
    leave()
    await set(continueAfterLoginAtom)
  }
  const logIn = async (ticket: string) => {
    const input = { params: {}, query: {}, body: { ticket } }
    const session = await get(embeddedApiAtom).call(postFrameSession, input)
    // The user has left: the session is not used.
    if (!isActive) return
    // The session replaces the view of the login, which then leaves the window.
    isWalletReady = true
    if (await set(completeLoginAtom, session)) leave()
    else fail({ stage: 'other-user' })
  }
  let challengeToProve = ''
  const prove = async (signatures: WalletSignatures) => {
    await callWithSession(get, set, async (api, session) => {
      const body = { challenge: challengeToProve, signatures }
      await api.call(postWalletProof, { params: {}, query: {}, body }, session)
      set(keysProofAtom, session.token)
    })
    const isAwaited = isActive
    end('answered')
    if (isAwaited) set(provedCountAtom, (count) => count + 1)
  }
  const requestChallenge = async () => {
    const { challenge } = await callWithSession(get, set, (api, session) =>
      api.call(postWalletChallenge, { params: {}, query: {}, body: {} }, session),
    )
    challengeToProve = challenge
    return challenge
  }
  const client = openConfirmWindowClient(
    { clock, openWindow, page, mailbox: { clock, fetch, api: get(apiAtom) }, document: vaultDocument(get) },
    {
      offer: (id) => createOffer(get, id, task),
      onChange: (window) => void showWindow(window),
      onApproved: () => undefined,
      onCancelled: () => end('cancelled'),
      requestTicket: () => set(requestVaultTicketAtom),
      requestChallenge: () => {
        const challenge = requestChallenge()
        // The vault waits for the challenge: it does not ask again.
        run(challenge.then(() => undefined))
        return challenge
      },
      onProved: (signatures) => run(prove(signatures)),
      onWalletReady: () => run(connectWallet()),
      onLoggedIn: (ticket) => run(logIn(ticket)),
    },
  )
  set(openWindowAtom, { cancel: () => end('cancelled'), leave })
})

/** Prepares the vault to open in a click, without waiting for anything: an offer states the key, so that is read first. */
export const prepareVaultAtom = atom(null, async (get, set): Promise<void> => {
  set(thumbprintAtom, await get(embeddedApiAtom).thumbprint())
  set(limitFrameSlotAtom, { load: () => set(loadLimitFrameAtom, { document, frames: window }) })
  set(vaultOpenerAtom, {
    open: (task) => set(openVaultWindowAtom, task),
    leave: () => {
      get(openWindowAtom)?.leave()
      // A failure is of a window that has ended.
      set(vaultWindowAtom, undefined)
    },
  })
})
