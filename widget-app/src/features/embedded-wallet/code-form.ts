import { getCodeDelivery } from '#shared/api/embedded-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { type CodeProblem, codeProblemOf } from '#widget/lib/code-problem.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { repeatWhileVisible } from '#widget/lib/page/page-visibility.ts'
import { type Atom, atom, type Getter, type Setter, type WritableAtom } from '#widget/lib/state.ts'
import { type SendProblem, sendProblemOf } from './send-problem.ts'

/** A code that the server has sent to an address; `resendAtMs` in epoch milliseconds. */
type SentCode = { readonly id: string; readonly email: string; readonly resendAtMs: number }

/** State of a form for a code. */
export type CodeState =
  | { readonly is: 'unsent'; readonly sendProblem?: SendProblem }
  | { readonly is: 'sending'; readonly email: string; readonly sent?: SentCode | undefined }
  | {
      readonly is: 'entering'
      readonly sent: SentCode
      readonly problem?: CodeProblem
      /** Why another code was not sent, or none can be tried. */
      readonly sendProblem?: SendProblem
    }
  | { readonly is: 'checking'; readonly sent: SentCode }
  /** The server did not respond to `code`, which may be submitted again. */
  | { readonly is: 'failed'; readonly sent: SentCode; readonly code: string; readonly details: ErrorDetails }

/** How often a delivery that is not over is read again, in ms. */
export const deliveryIntervalMs = 3_000

/** What is known of a code's delivery, once the user has asked. */
export type DeliveryState =
  | { readonly is: 'closed' }
  | { readonly is: 'loading' }
  | { readonly is: 'known'; readonly delivery: 'sending' | 'accepted' | 'failed' | 'over' }
  | { readonly is: 'unknown' }

/** The calls of one kind of code. */
type CodeCalls<Result> = {
  readonly send: (
    get: Getter,
    set: Setter,
    email: string,
  ) => Promise<{ readonly id: string; readonly resendSeconds: number; readonly lifetimeSeconds: number }>
  readonly attempt: (
    get: Getter,
    set: Setter,
    attempt: { readonly id: string; readonly code: string },
  ) => Promise<Result>
  /** The code is right, and the user is still waiting for it. */
  readonly accept: (get: Getter, set: Setter, result: Result, email: string) => Promise<void> | void
  /** A code was sent, which expires at this time in epoch milliseconds. */
  readonly onSent?: (get: Getter, set: Setter, sent: SentCode, expiresAtMs: number) => void
  /** A code is not used any more: it was rejected or forgotten, or another one has replaced it. */
  readonly onOver?: (get: Getter, set: Setter, id: string) => void
}

type Command<Args extends unknown[], Result> = WritableAtom<null, Args, Result>

export type CodeForm = {
  readonly stateAtom: Atom<CodeState>
  /** The code that was sent last. */
  readonly sentAtom: Atom<SentCode | undefined>
  /** While it is mounted, a pending delivery is read again every `deliveryIntervalMs`. */
  readonly deliveryAtom: Atom<DeliveryState>
  /** Sends a code to an address; resolves to whether it was sent. Never rejects. */
  readonly sendAtom: Command<[email: string], Promise<boolean>>
  /** Sends another code to the same address, once the wait since the last one is over. */
  readonly resendAtom: Command<[], Promise<void>>
  readonly submitAtom: Command<[code: string], Promise<void>>
  /** Typing clears the last problem. */
  readonly editAtom: Command<[], void>
  readonly checkDeliveryAtom: Command<[], Promise<void>>
  /** Continues with a code that another page had sent, unless this form has one. */
  readonly restoreAtom: Command<[sent: SentCode], void>
  /** Forgets the code; a response to a pending call has no effect any more. */
  readonly resetAtom: Command<[], void>
}

const sentOf = (state: CodeState): SentCode | undefined => (state.is === 'unsent' ? undefined : state.sent)

/** The atoms of a form for one kind of code. Each state is an object of its own: a late response finds another one. */
export function createCodeForm<Result>(calls: CodeCalls<Result>): CodeForm {
  const stateAtom = atom<CodeState>({ is: 'unsent' })
  const deliveryAtom = atom<DeliveryState>({ is: 'closed' })

  const sendAtom = atom(null, async (get, set, email: string): Promise<boolean> => {
    const former = get(stateAtom)
    if (former.is === 'sending' || former.is === 'checking') return false
    const sent = sentOf(former)
    const sending: CodeState = { is: 'sending', email, sent }
    set(stateAtom, sending)
    set(deliveryAtom, { is: 'closed' })
    const { clock } = get(portsAtom)
    try {
      const { id, resendSeconds, lifetimeSeconds } = await calls.send(get, set, email)
      if (get(stateAtom) !== sending) return false
      set(trackEventAtom, { event: 'EMAIL_VERIFICATION_CODE_SENT', properties: {} })
      const nowMs = clock.now()
      const added: SentCode = { id, email, resendAtMs: nowMs + resendSeconds * 1_000 }
      set(stateAtom, { is: 'entering', sent: added })
      if (sent) calls.onOver?.(get, set, sent.id)
      calls.onSent?.(get, set, added, nowMs + lifetimeSeconds * 1_000)
      return true
    } catch (cause) {
      if (get(stateAtom) !== sending) return false
      const sendProblem = sendProblemOf(cause, clock.now())
      set(stateAtom, sent ? { is: 'entering', sent, sendProblem } : { is: 'unsent', sendProblem })
      return false
    }
  })

  const resendAtom = atom(null, async (get, set): Promise<void> => {
    const sent = sentOf(get(stateAtom))
    if (sent && get(portsAtom).clock.now() >= sent.resendAtMs) await set(sendAtom, sent.email)
  })

  const submitAtom = atom(null, async (get, set, code: string): Promise<void> => {
    const former = get(stateAtom)
    if (former.is !== 'entering' && former.is !== 'failed') return
    const { sent } = former
    const checking: CodeState = { is: 'checking', sent }
    set(stateAtom, checking)
    try {
      const result = await calls.attempt(get, set, { id: sent.id, code })
      if (get(stateAtom) !== checking) return
      set(trackEventAtom, { event: 'EMAIL_VERIFICATION_CODE_PASS', properties: {} })
      await calls.accept(get, set, result, sent.email)
      if (get(stateAtom) === checking) set(stateAtom, { is: 'unsent' })
    } catch (cause) {
      if (get(stateAtom) !== checking) return
      const problem = codeProblemOf(cause)
      const details = errorDetails(cause)
      const message = problem ?? details.text
      set(trackEventAtom, { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message } })
      if (problem === undefined) return set(stateAtom, { is: 'failed', sent, code, details })
      if (problem !== 'wrong') calls.onOver?.(get, set, sent.id)
      const limit = sendProblemOf(cause, get(portsAtom).clock.now())
      const isLocked = limit.is === 'too-many' && limit.retryAtMs !== undefined
      set(stateAtom, { is: 'entering', sent, problem, ...(isLocked && { sendProblem: limit }) })
    }
  })

  const editAtom = atom(null, (get, set) => {
    const state = get(stateAtom)
    if (state.is === 'entering' || state.is === 'failed') set(stateAtom, { is: 'entering', sent: state.sent })
  })

  const restoreAtom = atom(null, (get, set, { id, email, resendAtMs }: SentCode) => {
    if (get(stateAtom).is === 'unsent') set(stateAtom, { is: 'entering', sent: { id, email, resendAtMs } })
  })

  /** Reads what the server knows of the delivery; the response has no effect once there is another state. */
  const readDeliveryAtom = atom(null, async (get, set): Promise<void> => {
    const [sent, former] = [sentOf(get(stateAtom)), get(deliveryAtom)]
    if (!sent) return
    const finish = (state: DeliveryState) => {
      if (get(deliveryAtom) === former) set(deliveryAtom, state)
    }
    try {
      const input = { params: { id: sent.id }, query: {} }
      const { delivery } = await get(embeddedApiAtom).call(getCodeDelivery, input)
      finish({ is: 'known', delivery })
    } catch (cause) {
      finish(httpStatusOf(cause) === 404 ? { is: 'known', delivery: 'over' } : { is: 'unknown' })
    }
  })

  const checkDeliveryAtom = atom(null, async (get, set): Promise<void> => {
    if (!sentOf(get(stateAtom))) return
    set(deliveryAtom, { is: 'loading' })
    await set(readDeliveryAtom)
  })

  /** Reads the delivery at an interval while it is mounted. */
  const repeatedReadAtom = atom(undefined, (get, set) =>
    repeatWhileVisible(get(portsAtom).clock, deliveryIntervalMs, () => void set(readDeliveryAtom)),
  )
  repeatedReadAtom.onMount = (start) => start()

  return {
    stateAtom: atom((get) => get(stateAtom)),
    sentAtom: atom((get) => sentOf(get(stateAtom))),
    deliveryAtom: atom((get) => {
      const state = get(deliveryAtom)
      // A dependency only as long as the delivery is pending.
      if (state.is === 'known' && state.delivery === 'sending') get(repeatedReadAtom)
      return state
    }),
    ...{ sendAtom, resendAtom, submitAtom, editAtom, checkDeliveryAtom, restoreAtom },
    resetAtom: atom(null, (get, set) => {
      const sent = sentOf(get(stateAtom))
      if (sent) calls.onOver?.(get, set, sent.id)
      set(stateAtom, { is: 'unsent' })
      set(deliveryAtom, { is: 'closed' })
    }),
  }
}
