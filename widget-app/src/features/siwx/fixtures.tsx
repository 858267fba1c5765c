import { otpResendMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, SignedText } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { testToken, testWalletAccount } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { closeModalAtom } from '#widget/domain/modal/modal.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import bundledWallets from '#widget/domain/wallets/generated/wallets.json'
import { settle } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/testing/world.ts'
import { signInAtom } from './atoms.ts'
import { submitCodeAtom, submitEmailAtom } from './email-capture.ts'

const wallet = testWallet()
const view: ViewOf<'SIWXSignMessage'> = { name: 'SIWXSignMessage' }
const never = () => new Promise<never>(() => {})
const nonce = 'a1b2c3d4e5f60718293a4b5c'

const withRights = (text: string): Fact => ({
  ...{ is: 'sign-in', domain: 'shop.example', text, isDisguised: false, doubt: 'sign-in-rights' },
})

const world = (
  over: {
    readonly signIn?: () => Promise<SignedText>
    readonly verify?: () => Promise<boolean>
    readonly siwx?: NonNullable<TestWorldOptions['config']>['siwx']
    readonly getNonce?: () => Promise<string>
    readonly readText?: NonNullable<ChainAdapter['decodeText']>
  } = {},
): TestWorldOptions => ({
  bundledNetworks,
  topWallets,
  bundledWallets,
  wallets: [wallet],
  config: {
    siwx: over.siwx ?? {
      statement: 'I accept the terms of the shop: https://shop.example/terms',
      lifetimeSeconds: 604_800,
    },
  },
  siwx: { getNonce: over.getNonce ?? (async () => nonce) },
  adapter: testAdapter({
    signIn: over.signIn ?? never,
    verifyMessage: over.verify ?? (async () => true),
    ...(over.readText ? { decodeText: over.readText } : {}),
  }),
})

const connected = ({ store }: TestWorld): void => {
  store.set(watchWalletsAtom)
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: wallet.handle }),
  })
  store.set(modalOpenAtom, true)
}

/** Clicks Sign as soon as the message is ready. */
const clickSign = async ({ store }: TestWorld): Promise<void> => {
  const signing = signInAtom(store.get(activeAccountAtom))
  await new Promise<void>((resolve) => {
    const check = () => {
      if (store.get(signing).is !== 'ready') return
      stop()
      resolve()
    }
    const stop = store.sub(signing, check)
    check()
  })
  store.set(signing, 'sign')
}

const rejecting = (code: number, message: string) => () => Promise.reject(new ProviderRpcError(code, message))
const signed = async (): Promise<SignedText> => ({ message: 'signed', signature: '0x00' })

const email = 'ann@mail.example'
const capture: ViewOf<'DataCapture'> = { name: 'DataCapture' }
const code: ViewOf<'DataCaptureOtpConfirm'> = { name: 'DataCaptureOtpConfirm' }

const hostDecidesEmail: NonNullable<TestWorldOptions['routes']> = {
  '/appkit/v1/config': () => ({
    body: { features: [{ id: 'email_capture', isEnabled: true, config: null }] },
  }),
}

const emailCaptureOptions = (option: 'required' | 'optional'): TestWorldOptions => ({
  ...world({ siwx: { mode: 'hosted', email: option, emailText: 'For receipts, nothing else.' } }),
  routes: {
    ...hostDecidesEmail,
    '/auth/v1/otp': (_url, body) =>
      Reflect.has(Object(body), 'code')
        ? {
            status:
              { '000001': 404, '000002': 429, '000003': 500 }[String(Reflect.get(Object(body), 'code'))] ??
              400,
          }
        : { body: { uuid: '11111111-1111-1111-1111-111111111111' } },
  },
})
/** A user of the embedded wallet, whose address the sign-in view names. */
const sharedEmailOptions = (option: 'required' | 'optional'): TestWorldOptions => {
  const options = emailCaptureOptions(option)
  const token = 't'.repeat(32)
  return {
    ...options,
    routes: { ...options.routes, '/auth/v1/nonce': () => ({ body: { nonce, token } }) },
  }
}
const withProvedEmail = async (created: TestWorld): Promise<void> => {
  await created.store.set(fetchRemoteConfigAtom)
  await created.store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
}
const withRecentEmails = (created: TestWorld): void => {
  connected(created)
  created.store.set(recentEmailsAtom, ['ann@mail.example', 'ann@work.example'])
}
const awaitingCode = (created: TestWorld): void => {
  connected(created)
  void created.store.set(submitEmailAtom, email)
}

/** Every state of the sign-in views. Test only. */
export const fixtures: FixturesOf<'SIWXSignMessage' | 'DataCapture' | 'DataCaptureOtpConfirm'> = {
  DataCapture: [
    {
      view: capture,
      state: 'waiting for the project',
      options: { ...emailCaptureOptions('required'), routes: { '/appkit/v1/config': never } },
      before: connected,
    },
    { view: capture, state: 'required', options: emailCaptureOptions('required'), before: connected },
    { view: capture, state: 'optional', options: emailCaptureOptions('optional'), before: connected },
    {
      view: capture,
      state: 'used before',
      options: emailCaptureOptions('optional'),
      before: withRecentEmails,
    },
    {
      view: capture,
      state: 'invalid',
      options: emailCaptureOptions('required'),
      before: connected,
      after: ({ store }) => store.set(submitEmailAtom, 'nobody'),
    },
    {
      view: capture,
      state: 'failed',
      options: { ...emailCaptureOptions('required'), routes: hostDecidesEmail },
      before: connected,
      after: ({ store }) => store.set(submitEmailAtom, email),
    },
  ],
  DataCaptureOtpConfirm: [
    { view: code, state: 'entering', options: emailCaptureOptions('required'), before: awaitingCode },
    ...(
      [
        ['wrong code', '000000'],
        ['code expired', '000001'],
        ['too many codes', '000002'],
        ['failed', '000003'],
      ] as const
    ).map(([state, typed]) => ({
      view: code,
      state,
      options: emailCaptureOptions('required'),
      before: awaitingCode,
      after: async ({ store }: TestWorld) => {
        await settle()
        await store.set(submitCodeAtom, typed)
      },
    })),
    {
      view: code,
      state: 'code sent again',
      options: emailCaptureOptions('required'),
      before: awaitingCode,
      after: async ({ clock }) => {
        await settle()
        await clock.advance(otpResendMs)
      },
    },
  ],
  SIWXSignMessage: [
    { view, state: 'ready', options: world(), before: connected },
    { view, state: 'no statement', options: world({ siwx: { required: false } }), before: connected },
    {
      view,
      state: 'with rights',
      options: world({
        siwx: { resources: ['urn:recap:eyJhdHQiOnt9fQ'] },
        readText: async (text) => withRights(text),
      }),
      before: connected,
    },
    {
      view,
      state: 'shares the address',
      options: sharedEmailOptions('required'),
      before: connected,
      after: withProvedEmail,
    },
    {
      view,
      state: 'may share the address',
      options: sharedEmailOptions('optional'),
      before: connected,
      after: withProvedEmail,
    },
    { view, state: 'preparing', options: world({ getNonce: never }), before: connected },
    { view, state: 'signing', options: world(), before: connected, after: clickSign },
    {
      view,
      state: 'verifying',
      options: world({ signIn: signed, verify: never }),
      before: connected,
      after: clickSign,
    },
    {
      view,
      state: 'rejected',
      options: world({ signIn: rejecting(providerCodes.userRejected, 'User rejected the request') }),
      before: connected,
      after: clickSign,
    },
    {
      view,
      state: 'already pending',
      options: world({ signIn: rejecting(providerCodes.requestPending, 'Request already pending') }),
      before: connected,
      after: clickSign,
    },
    {
      view,
      state: 'failed',
      options: world({ signIn: rejecting(providerCodes.internal, 'Internal JSON-RPC error.') }),
      before: connected,
      after: clickSign,
    },
    {
      view,
      state: 'not verified',
      options: world({ signIn: signed, verify: async () => false }),
      before: connected,
      after: clickSign,
    },
    {
      view,
      state: 'pointing to cancel',
      options: world(),
      before: connected,
      after: async ({ store }) => {
        store.set(closeModalAtom)
      },
    },
  ],
}
