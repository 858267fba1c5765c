import { describe, expect, it } from 'vitest'
import { otpResendMs } from '#shared/config/limits.ts'
import { alertsAtom } from '#widget/core/notices.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { emailCapturedAtom, signInViewAtom } from '#widget/domain/accounts/sign-in.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import {
  captureAtom,
  confirmAtom,
  continueAtom,
  resendCodeAtom,
  submitCodeAtom,
  submitEmailAtom,
} from './email-capture.ts'
import { confirmedOtpAtom } from './email-confirmations.ts'

const uuid = '11111111-1111-1111-1111-111111111111'

/** A connected account, while the host requires an e-mail address; the API accepts the code 123456. */
function captureWorld() {
  const bodies: unknown[] = []
  const earlierOtps: (string | null)[] = []
  const world = testWorld({
    config: { siwx: { mode: 'hosted', email: 'required' } },
    routes: {
      '/auth/v1/otp': (_url, body, headers) => {
        bodies.push(body)
        const code: unknown = Reflect.get(Object(body), 'code')
        if (code === undefined) {
          earlierOtps.push(headers?.get('x-otp') ?? null)
          return { body: { uuid: headers?.get('x-otp') === uuid ? null : uuid } }
        }
        const status = { '123456': 200, '000000': 404, '111111': 429, '222222': 500 }[String(code)]
        return { body: {}, status: status ?? 400 }
      },
    },
  })
  world.store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h' }),
  })
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'DataCapture' } })
  const view = () => world.store.get(currentViewAtom).name
  return { ...world, asked: bodies, earlier: earlierOtps, view }
}

const changeAccount = (store: ReturnType<typeof captureWorld>['store']) =>
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h', accounts: [bob] }),
  })

describe('e-mail capture', () => {
  it('sign-in › shows e-mail capture before the signature, once per account', () => {
    const { store } = captureWorld()
    expect(store.get(signInViewAtom)).toEqual({ name: 'DataCapture' })
    store.set(continueAtom)
    expect(store.get(signInViewAtom)).toEqual({ name: 'SIWXSignMessage' })
  })

  it('address › sent with the account, stored, and confirmed by its code', async () => {
    const { store, asked: bodies, view } = captureWorld()
    await store.set(submitEmailAtom, ' ann@mail.example ')
    expect(bodies).toEqual([{ email: 'ann@mail.example', account: `eip155:1:${alice}` }])
    expect(store.get(recentEmailsAtom)).toEqual(['ann@mail.example'])
    expect(view()).toBe('DataCaptureOtpConfirm')
    await store.set(submitCodeAtom, '123456')
    expect(view()).toBe('SIWXSignMessage')
    expect(store.get(confirmedOtpAtom)).toEqual({ account: `eip155:1:${alice}`, uuid })
  })

  it('address that this account confirmed before › needs no code, counts again', async () => {
    const { store, view, earlier: earlierOtps } = captureWorld()
    await store.set(submitEmailAtom, 'ann@mail.example')
    await store.set(submitCodeAtom, '123456')
    store.set(confirmedOtpAtom, undefined)
    await store.set(submitEmailAtom, 'ann@mail.example')
    expect(view()).toBe('SIWXSignMessage')
    expect(store.get(confirmedOtpAtom)).toEqual({ account: `eip155:1:${alice}`, uuid })
    expect(earlierOtps).toEqual([null, uuid])
  })

  it('unconfirmed address or account › sends no id of an earlier code', async () => {
    const { store, view, earlier: earlierOtps } = captureWorld()
    await store.set(submitEmailAtom, 'ann@mail.example')
    await store.set(submitCodeAtom, '123456')
    await store.set(submitEmailAtom, 'eve@mail.example')
    changeAccount(store)
    await store.set(submitEmailAtom, 'ann@mail.example')
    expect(earlierOtps).toEqual([null, null, null])
    expect(view()).toBe('DataCaptureOtpConfirm')
  })

  it('account changes before the code › prompts for its own address', async () => {
    const { store, view } = captureWorld()
    await store.set(submitEmailAtom, 'ann@mail.example')
    changeAccount(store)
    await store.set(submitCodeAtom, '123456')
    expect(view()).toBe('DataCapture')
    expect(store.get(signInViewAtom)).toEqual({ name: 'DataCapture' })
    expect(store.get(emailCapturedAtom)).toEqual([`eip155:1:${alice}`])
  })

  it('invalid address › is not sent, raises APKTW002', async () => {
    const { store, asked: bodies, view } = captureWorld()
    await store.set(submitEmailAtom, 'nobody')
    expect(bodies).toEqual([])
    expect(store.get(captureAtom)).toEqual({ is: 'editing', isInvalid: true })
    expect(store.get(alertsAtom)).toMatchObject([{ code: 'APKTW002', text: 'Invalid Email Address' }])
    expect(view()).toBe('DataCapture')
  })

  it('wrong code › can be retyped; expired and too many codes are reported', async () => {
    const { store, view } = captureWorld()
    await store.set(submitEmailAtom, 'ann@mail.example')
    await store.set(submitCodeAtom, '999999')
    expect(store.get(confirmAtom)).toEqual({ is: 'entering', problem: 'wrong' })
    await store.set(submitCodeAtom, '000000')
    expect(store.get(confirmAtom)).toEqual({ is: 'entering', problem: 'over' })
    await store.set(submitCodeAtom, '111111')
    expect(store.get(confirmAtom)).toEqual({ is: 'entering', problem: 'too-many' })
    await store.set(submitCodeAtom, '222222')
    expect(store.get(confirmAtom)).toMatchObject({ is: 'failed', details: { code: 'http/status' } })
    await store.set(submitCodeAtom, '123456')
    expect(view()).toBe('SIWXSignMessage')
  })

  it('resend › sends another code after 30 s, not before', async () => {
    const { store, clock, asked: bodies } = captureWorld()
    await store.set(submitEmailAtom, 'ann@mail.example')
    await clock.advance(otpResendMs - 1)
    await store.set(resendCodeAtom)
    expect(bodies).toHaveLength(1)
    await clock.advance(1)
    await store.set(resendCodeAtom)
    expect(bodies).toHaveLength(2)
  })
})
