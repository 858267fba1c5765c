import { getStepUp, postStepUpAttempt, postStepUpCode } from '#shared/api/embedded-wallet.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { eraseBytes } from '../core/bytes.ts'
import { PasskeyCancelledError } from '../wallet/authenticator.ts'
import { assertPasskey } from '../wallet/passkeys.ts'
import { type FlowPorts, followDevice, wait } from './flow-ports.ts'
import type { StepUpEntry, VaultProblem } from './vault-screen.ts'

const noInput = { params: {}, query: {} } as const

/**
 * Sends a code to the user's email address, and lets the user enter it. False: the user went back.
 * @param send sends a code, and returns its id.
 * @param attempt uses a code.
 * @throws as `send` and `attempt`, except for codes that are wrong, over or too many
 */
export async function enterMailedCode(
  { ask, show }: Pick<FlowPorts, 'ask' | 'show'>,
  send: () => Promise<string>,
  attempt: (id: string, code: string) => Promise<unknown>,
): Promise<boolean> {
  show(wait('vault.loading'))
  let id = await send()
  let problem: VaultProblem | undefined
  for (;;) {
    const shown = problem
    const entry = await ask<StepUpEntry>((answer) => ({ is: 'step-up', problem: shown, answer }))
    if (entry.is === 'back') return false
    show(wait('vault.loading'))
    try {
      if (entry.is === 'resend') {
        id = await send()
        problem = undefined
        continue
      }
      await attempt(id, entry.code)
      return true
    } catch (error) {
      const status = httpStatusOf(error)
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
    async () =>
      (await ports.session.run((call, token) => call(postStepUpCode, { ...noInput, body: {} }, token))).id,
    (id, code) =>
      ports.session.run((call, token) =>
        call(postStepUpAttempt, { params: { id }, query: {}, body: { code } }, token),
      ),
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
