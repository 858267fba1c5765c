import { expect, vi } from 'vitest'
import {
  type ConfirmOffer,
  confirmKnockSchema,
  type ToFrame,
  type ToWindow,
  toFrameSchema,
  type VaultOffer,
} from '#shared/confirm/messages.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { PreparedRequest, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { holdsKeysAtom, isConfirmWindowAtom } from '#widget/domain/review/document-role.ts'
import { type ConfirmSecret, newConfirmSecret, windowUrl } from '#widget/domain/review/window/confirm-url.ts'
import { testOffer } from '#widget/domain/review/window/testing/test-offer.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import {
  site,
  vaultOrigin,
  serverOrigin as widgetOrigin,
} from '../../../../server/src/core/embedded/testing/embedded-world.ts'
import { createPage } from '../../spending/testing/page-messages.ts'
import { createKeepReminders } from '../keep-reminders.ts'
import { createPaidSites } from '../paid-sites.ts'
import { runVault } from '../run-vault.ts'
import { type ScreenOf, type VaultScreen, vaultScreenAtom } from '../vault-screen.ts'
import { createSigner, paymentChain } from './spending-world.ts'
import {
  type Fails,
  type MemoryStorage,
  memoryStorage,
  type TestBrowser,
  type VaultWorld,
} from './vault-world.ts'

/** Time after which a window with a result closes. */
export const closeAfterMs = 1_500
/** Longer than a window takes to notice that the page of its frame was left. */
export const pageLeftMs = 1_000

type Frame = Awaited<ReturnType<VaultWorld['openFrame']>>

/** Ports of the windows that a test has opened. */
const ports: MessagePort[] = []

export type WindowOptions = {
  readonly browser: TestBrowser
  readonly frame: Frame
  /** Address of the user's wallet on EVM chains. */
  readonly address?: string
  readonly secret?: ConfirmSecret
  /** Absent: the fragment of `secret`. Empty: the document was reloaded. */
  readonly fragment?: string
  readonly tabStorage?: MemoryStorage
  readonly origin?: string | undefined
  readonly fails?: Fails
  /** What the frame does when the window wants a ticket. */
  readonly requestTicket?: () => Promise<string>
  readonly challenge?: string
}

/**
 * The vault's window, which a frame has opened; the test is the frame and the user. The server is the real one, and the browser is
 * replaced by what it does. Test only.
 */
export function openVaultWindow(world: VaultWorld, options: WindowOptions) {
  const { browser, frame, address = '', secret = newConfirmSecret() } = options
  const { tabStorage = memoryStorage() } = options
  const { localStorage } = browser
  const request = { method: 'personal_sign', params: ['0x68656c6c6f', address] }
  const prepare = async (_connection: unknown, offered: RpcRequest): Promise<PreparedRequest> => ({
    request: offered,
    decode: async () => ({
      ...{ account: address, chain: paymentChain },
      facts: [{ is: 'message', text: 'hello', isDisguised: false }],
    }),
    requestWallet: () => Promise.reject(new Error('The window asks no wallet')),
  })
  const signer = createSigner()
  const page = createPage(vaultOrigin)
  const { store, clock, transport } = testWorld({
    adapter: testAdapter({ prepare, ...signer.adapter }),
    ...{ page, pageId: 'vault-window-0123456789', startsAt: world.server.now },
  })
  store.set(isConfirmWindowAtom, true)
  store.set(holdsKeysAtom, true)

  let visit = ''
  const opener = {
    closed: false,
    postMessage: (message: unknown) => {
      const knock = parseWire(confirmKnockSchema, message)
      if (knock.success) visit = knock.data.visit
    },
  }
  let leave = () => {}
  const close = vi.fn()
  const hideFragment = vi.fn()
  const running = runVault(
    {
      url: `${vaultOrigin}/`,
      fragment: options.fragment ?? new URL(windowUrl(`${vaultOrigin}/`, secret)).hash,
      document: { documentElement: Object.assign(Object.create(null), { lang: '', dir: '' }) },
      frameOfOpener: () => undefined,
      provesVisibility: false,
      paidSites: createPaidSites(() => localStorage),
      keepReminders: createKeepReminders(() => localStorage),
      widgetOrigin: 'origin' in options ? options.origin : widgetOrigin,
      onLeave: (run) => {
        leave = run
      },
      storage: tabStorage,
      ...{ opener, hideFragment, close },
    },
    { store, deployed: Promise.resolve(), showWallet: (shown) => transport.show([shown]) },
    {
      client: world.clientOf(vaultOrigin, browser.keys, options.fails),
      records: browser.records,
      authenticator: browser.keychain.authenticator,
      passkeyName: () => 'Passkey',
      recoveryKeys: async () => browser.recoveryKeys,
      persistStorage: () => undefined,
      unfinishedSignUp: browser.unfinishedSignUp,
    },
  )

  const received: ToFrame[] = []
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const send = (message: ToWindow) => port1.postMessage(message)
  const { requestTicket = frame.requestTicket, challenge } = options
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = parseWire(toFrameSchema, data)
    if (!parsed.success) throw new Error('The window sent what no frame understands')
    received.push(parsed.data)
    if (parsed.data.is === 'ticket-wanted')
      void requestTicket().then(
        (ticket) => send({ is: 'ticket', ticket }),
        () => send({ is: 'ticket-refused' }),
      )
    if (parsed.data.is === 'challenge-wanted' && challenge !== undefined) send({ is: 'challenge', challenge })
  }

  let isLeft = false
  port1.addEventListener('close', () => {
    isLeft = true
  })
  const shown: VaultScreen['is'][] = []
  store.sub(vaultScreenAtom, () => shown.push(screen().is))

  const screen = () => store.get(vaultScreenAtom)
  /** Waits for a screen. */
  const shows = async <Name extends VaultScreen['is']>(name: Name): Promise<ScreenOf<Name>> => {
    const isShown = (shown: VaultScreen): shown is ScreenOf<Name> => shown.is === name
    return vi.waitFor(() => {
      const shown = screen()
      if (!isShown(shown)) throw new Error(`The screen is ${JSON.stringify(shown)}`)
      return shown
    })
  }
  /** Waits for a message with a title. */
  const showsMessage = (title: string) =>
    vi.waitFor(() => expect(screen()).toMatchObject({ is: 'message', title }))
  const offer = (over: Partial<ConfirmOffer> = {}): ConfirmOffer =>
    testOffer(secret.id, {
      ...{ request, origin: site, userId: frame.userId(), locale: 'en' },
      connection: {
        ...{ namespace: 'eip155', walletId: 'ethereum:embedded', handle: 'embedded', walletName: 'Wallet' },
        ...{ accounts: [address], chain: paymentChain },
      },
      ...over,
    })
  const task = (purpose: VaultOffer['purpose'], over: Partial<VaultOffer> = {}): VaultOffer => ({
    ...{ is: 'vault-offer', id: secret.id, purpose, origin: site, status: 'allowed', locale: 'en' },
    ...{ userId: frame.userId(), keyThumbprint: 'A'.repeat(43), projectId: 'demo' },
    ...{ themeMode: 'dark', themeVariables: undefined },
    ...over,
  })
  return {
    ...{ running, received, screen, shows, send, clock, close, hideFragment, tabStorage, secret },
    ...{ showsMessage, offer, task, keys: signer.used },
    reviews: () => store.get(reviewsAtom),
    review: () => store.get(reviewsAtom)[0],
    /** Names of the screens so far. */
    shown: () => shown,
    /** Whether the window has closed its channel to the frame. */
    isLeft: () => isLeft,
    last: () => received.at(-1),
    names: () => received.map(({ is }) => is),
    /** The frame accepts the window, and sends what it has opened it for. */
    serve: async (message: ConfirmOffer | VaultOffer) => {
      await vi.waitFor(() => {
        if (visit === '') throw new Error('The window has not asked for a port')
      })
      const data = { drawbridge: 'confirm-port', id: secret.id, visit }
      page.deliver({ data, origin: widgetOrigin, source: opener, ports: [port2] })
      send(message)
    },
    /** The page of the frame is left. */
    leavePage: () => {
      opener.closed = true
    },
    /** The window is closed, or reloads. */
    leave: () => leave(),
  }
}
export type VaultWindow = ReturnType<typeof openVaultWindow>

/** Ends the channels of all windows. Test only. */
export function closeVaultWindows(): void {
  for (const port of ports.splice(0)) port.close()
}
