import type { AccountId } from '#shared/caip/account-id.ts'
import { otpResendMs } from '#shared/config/limits.ts'
import { apiAtom } from '#widget/core/config.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { recentEmailsAtom, withRecentEmail } from '#widget/domain/accounts/recent-emails.ts'
import { emailCapturedAtom } from '#widget/domain/accounts/sign-in.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { provedEmail } from '#widget/domain/embedded-wallet/proved-email.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { type CodeProblem, codeProblemOf } from '#widget/lib/code-problem.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { atom } from '#widget/lib/state.ts'
import { isEmail, parseEmail } from '#widget/lib/text/email.ts'
import {
  confirmationOf,
  confirmedOtpAtom,
  emailConfirmationsAtom,
  withConfirmation,
} from './email-confirmations.ts'
import { hostedApi } from './hosted-api.ts'

/** State of the e-mail form. */
export type CaptureState =
  | { readonly is: 'editing'; readonly isInvalid?: boolean }
  | { readonly is: 'sending' }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

/** State of the code form. */
export type ConfirmState =
  | { readonly is: 'entering'; readonly problem?: CodeProblem }
  | { readonly is: 'checking' }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

const captureStateAtom = atom<CaptureState>({ is: 'editing' })
const confirmStateAtom = atom<ConfirmState>({ is: 'entering' })
export const captureAtom = atom((get) => get(captureStateAtom))
export const confirmAtom = atom((get) => get(confirmStateAtom))

/** The address whose code is pending, and the account that confirms it; `sentAt` in epoch milliseconds. */
type PendingEmail = {
  readonly account: AccountId
  readonly email: string
  readonly uuid: string
  readonly sentAt: number
}
const pendingEmailStateAtom = atom<PendingEmail | undefined>(undefined)
export const pendingEmailAtom = atom((get) => get(pendingEmailStateAtom))

/** Earliest time to send another code, in epoch milliseconds. */
export const resendAtAtom = atom((get) => {
  const pending = get(pendingEmailStateAtom)
  return pending && pending.sentAt + otpResendMs
})

/** After an address was confirmed or skipped: shows the message to sign (SPEC §4 sign-in flow 1–2). */
export const continueAtom = atom(null, (get, set, confirmedBy?: AccountId) => {
  const active = get(activeAccountAtom)
  const account = confirmedBy ?? active
  if (account) set(emailCapturedAtom, [...get(emailCapturedAtom), account])
  set(pendingEmailStateAtom, undefined)
  set(captureStateAtom, { is: 'editing' })
  // If the user changed the account meanwhile, the active account has confirmed no address yet.
  set(viewStackAtom, {
    to: 'reset',
    view: { name: account === active ? 'SIWXSignMessage' : 'DataCapture' },
  })
})

/** Whether the active account is of the embedded wallet, whose user has proved an address by logging in. */
export const hasProvedEmailAtom = atom((get): boolean => {
  const account = get(activeAccountAtom)
  return account !== undefined && provedEmail(get(embeddedSessionAtom), account) !== undefined
})

/** Mounted if the project turns out to require no address, or the user has proved one: continues to the signature. */
export const skipEmailAtom = atom(
  () => undefined,
  (get, set) => {
    if (get(hasProvedEmailAtom)) set(continueAtom)
    else set(viewStackAtom, { to: 'reset', view: { name: 'SIWXSignMessage' } })
  },
)
skipEmailAtom.onMount = (skip) => skip()

/** Requests a code for an address; without a uuid the account has confirmed it already. */
const sendCodeAtom = atom(null, async (get, set, email: string, account: AccountId) => {
  const earlier = confirmationOf(get(emailConfirmationsAtom), account, email)
  const { uuid } = await hostedApi(get(portsAtom), get(apiAtom)).otp.send(email, account, earlier)
  if (uuid === null && earlier !== undefined) set(confirmedOtpAtom, { account, uuid: earlier })
  return uuid
})

/** Submits an address and has a code sent to it, unless this account has confirmed it before. */
export const submitEmailAtom = atom(null, async (get, set, typed: string): Promise<void> => {
  const email = parseEmail(typed)
  const account = get(activeAccountAtom)
  if (get(captureStateAtom).is === 'sending' || !account) return
  if (!isEmail(email)) {
    set(raiseAlertAtom, 'APKTW002')
    set(captureStateAtom, { is: 'editing', isInvalid: true })
    return
  }
  set(captureStateAtom, { is: 'sending' })
  set(trackEventAtom, { event: 'EMAIL_SUBMITTED', properties: {} })
  try {
    const uuid = await set(sendCodeAtom, email, account)
    set(recentEmailsAtom, (recent) => withRecentEmail(recent, email))
    if (get(activeAccountAtom) !== account) return
    set(captureStateAtom, { is: 'editing' })
    if (uuid === null) {
      set(continueAtom, account)
      return
    }
    set(trackEventAtom, { event: 'EMAIL_VERIFICATION_CODE_SENT', properties: {} })
    set(pendingEmailStateAtom, { account, email, uuid, sentAt: get(portsAtom).clock.now() })
    set(confirmStateAtom, { is: 'entering' })
    set(viewStackAtom, { to: 'push', view: { name: 'DataCaptureOtpConfirm' } })
  } catch (cause) {
    set(captureStateAtom, { is: 'failed', details: errorDetails(cause) })
  }
})

/** Typing clears the last failure. */
export const editEmailAtom = atom(null, (get, set) => {
  if (get(captureStateAtom).is !== 'sending') set(captureStateAtom, { is: 'editing' })
})
export const editCodeAtom = atom(null, (get, set) => {
  if (get(confirmStateAtom).is !== 'checking') set(confirmStateAtom, { is: 'entering' })
})

/** Confirms the address by its six-digit code. */
export const submitCodeAtom = atom(null, async (get, set, code: string): Promise<void> => {
  const pending = get(pendingEmailStateAtom)
  if (!pending || get(confirmStateAtom).is === 'checking') return
  set(confirmStateAtom, { is: 'checking' })
  try {
    await hostedApi(get(portsAtom), get(apiAtom)).otp.confirm(pending.uuid, code)
    if (get(pendingEmailStateAtom) !== pending) return
    set(trackEventAtom, { event: 'EMAIL_VERIFICATION_CODE_PASS', properties: {} })
    const { account, email, uuid } = pending
    set(emailConfirmationsAtom, (stored) => withConfirmation(stored, { account, email, uuid }))
    set(confirmedOtpAtom, { account, uuid })
    set(continueAtom, account)
  } catch (cause) {
    const problem = codeProblemOf(cause)
    const message = problem ?? errorDetails(cause).text
    set(trackEventAtom, { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message } })
    set(
      confirmStateAtom,
      problem ? { is: 'entering', problem } : { is: 'failed', details: errorDetails(cause) },
    )
  }
})

/** Sends another code, once the wait since the last one is over. */
export const resendCodeAtom = atom(null, async (get, set): Promise<void> => {
  const pending = get(pendingEmailStateAtom)
  const { clock } = get(portsAtom)
  if (!pending || clock.now() < pending.sentAt + otpResendMs) return
  const sentAt = clock.now()
  set(pendingEmailStateAtom, { ...pending, sentAt })
  try {
    const uuid = await set(sendCodeAtom, pending.email, pending.account)
    if (uuid === null) set(continueAtom, pending.account)
    else set(pendingEmailStateAtom, { ...pending, uuid, sentAt })
    set(confirmStateAtom, { is: 'entering' })
  } catch (cause) {
    set(confirmStateAtom, { is: 'failed', details: errorDetails(cause) })
  }
})
