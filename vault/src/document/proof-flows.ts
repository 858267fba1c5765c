import { getStepUp, type MailedCode, postStepUpAttempt, postStepUpCode } from '#shared/api/embedded-wallet.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { eraseBytes } from '../core/bytes.ts'
import { PasskeyCancelledError } from '../wallet/authenticator.ts'
import { assertPasskey } from '../wallet/passkeys.ts'
import { type FlowPorts, followDevice, wait } from './flow-ports.ts'
import { type CodePurpose, isValid, sentCode, sentCodesOf } from './step-up-codes.ts'
import type { StepUpEntry, VaultProblem } from './vault-screen.ts'

const noInput = { params: {}, query: {} } as const

/**
 * Sends a code to the user's email address, and lets the user enter it. A user who went back enters the code that this window has
 * sent before: no new one is sent until the server allows it. False: the user went back.
 * @param send sends a code.
 * @param attempt uses a code.
 * @param purpose what `attempt` uses the code for.
 * @throws as `send` and `attempt`, except for codes that are wrong, over or too many
 */
export async function enterMailedCode(
  { session, ask, show }: Pick<FlowPorts, 'session' | 'ask' | 'show'>,
  send: () => Promise<MailedCode>,
  attempt: (id: string, code: string) => Promise<unknown>,
  purpose: CodePurpose,
): Promise<boolean> {
  const codes = sentCodesOf(session)
  const sendCode = async () => {
    const code = sentCode(await send())
    codes.set(purpose, code)
    return code
  }
  show(wait('vault.loading'))
  const earlier = codes.get(purpose)
  let sent =
    earlier && systemClock.now() < earlier.resendAtMs
      ? earlier
      : await sendCode().catch((error: unknown) => {
          if (httpStatusOf(error) === 429 && earlier && isValid(earlier)) return earlier
          throw error
        })
  let problem: VaultProblem | undefined = isValid(sent) ? undefined : 'vault.step-up-over'
  for (;;) {
    const [shown, { resendAtMs }] = [problem, sent]
    const entry = await ask<StepUpEntry>((answer) => ({
      is: 'step-up',
      ...{ problem: shown, resendAtMs, answer },
    }))
    if (entry.is === 'back') return false
    show(wait('vault.loading'))
    const endCode = () => codes.set(purpose, { ...sent, expiresAtMs: 0 })
    try {
      if (entry.is === 'resend') {
        sent = await sendCode()
        problem = undefined
        continue
      }
      await attempt(sent.id, entry.code)
      endCode()
      return true
    } catch (error) {
      const status = httpStatusOf(error)
      // The server has used the code, or accepts no more attempts at it.
      if (entry.is === 'code' && status !== undefined && status !== 400) endCode()
      if (status === 400) problem = 'vault.step-up-wrong'
      else if (status === 404) problem = 'vault.step-up-over'
      else if (status === 429) problem = 'vault.failed-limit'
      else throw error
    }
  }
}

/** Proves the user by a code of an email. False: the user went back. */
const stepUp = (ports: FlowPorts): Promise<boolean> =>
  enterMailedCode(
    ports,
    () => ports.session.run((call, token) => call(postStepUpCode, { ...noInput, body: {} }, token)),
    (id, code) =>
      ports.session.run((call, token) =>
        call(postStepUpAttempt, { params: { id }, query: {}, body: { code } }, token),
      ),
    'step-up',
  )

/** Proves the user by a passkey. @throws PasskeyCancelledError */
export async function proveByPasskey({ session, authenticator, show }: FlowPorts): Promise<void> {
  show(followDevice)
  const { output } = await assertPasskey(session, authenticator)
  if (output) eraseBytes(output)
}

/** False: the user did not use the passkey, as one that is on another device; other proofs follow. */
async function hasProvedByPasskey(ports: FlowPorts): Promise<boolean> {
  try {
    await proveByPasskey(ports)
    return true
  } catch (error) {
    if (error instanceof PasskeyCancelledError) return false
    throw error
  }
}

/**
 * Proves the user again, which changes of the account and the 12 words need, unless that was done within the last minutes: by a login
 * on the site, a passkey, or a code to the email address. A user who has none of these logs in on the site again. False: the user
 * went back.
 * @param by `code`: not by a passkey, as the user may have lost it.
 */
export async function proveUser(ports: FlowPorts, by: 'any' | 'code' = 'any'): Promise<boolean> {
  const { session, ask, show } = ports
  const isProved = async () => (await session.run((call, token) => call(getStepUp, noInput, token))).isProved
  for (;;) {
    show(wait('vault.loading'))
    if (await isProved()) return true
    const { passkeys, identities } = session.account()
    if (by === 'any' && passkeys.length > 0 && (await hasProvedByPasskey(ports))) return true
    // The session may be older than a login on the site, which the frame's ticket states.
    const hasFrame = await session.renew()
    if (hasFrame && (await isProved())) return true
    if (identities.some(({ provider }) => provider === 'email')) return stepUp(ports)
    const isRepeated = await ask<boolean>((answer) => ({ is: 'login-needed', hasFrame, answer }))
    if (!isRepeated) return false
  }
}
