import type { Clock } from '../../ports/clock.ts'
import type { KeyedHash } from '../../ports/keyed-hash.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type { CounterStore } from '../../ports/stores/counters.ts'
import type { Delivery, OneTimeCode, OneTimeCodeStore } from '../../ports/stores/one-time-codes.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { codeLifetimeMs, randomCode, randomNonce } from '../secrets.ts'
import { type LimitCount, tooManyRequests } from './limit-count.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Time between two codes to one address. */
const codeResendMs = 30 * second
/** Wrong attempts that a code allows. */
const codeAttemptLimit = 5
/** Codes per address and hour. */
export const codesPerAddress = 5
/** Codes per IPv4 address or IPv6 /64 and hour. */
export const codesPerClient = 20
/**
 * Wrong attempts per address in any 24 hours; each counts for 24 hours (`CounterStore.countGuess`). The limits above count in
 * fixed windows, so that around the end of one twice as many codes are sent; each guess at any of them is still one of these.
 */
export const wrongAttemptsPerAddress = 15

const codeContext = 'one-time-code'

type CodePorts = {
  readonly store: OneTimeCodeStore
  readonly counters: Pick<CounterStore, 'countGuess' | 'refundGuess'>
  readonly limit: LimitCount
  readonly keyedHash: KeyedHash
  readonly secretHash: SecretHash
  readonly mailer: Mailer | undefined
  readonly logger: Logger
  readonly clock: Clock
}

/** Who requests a code. */
type Requester = {
  readonly keyThumbprint: string
  /** See `OneTimeCode`. */
  readonly purpose: string
  readonly email: string
  /** Whether the key is a device of the address's user. Such a device has budgets that no other browser can use up. */
  readonly isKnown: boolean
}

type Mail = { readonly subject: string; readonly text: string }

/** Codes by e-mail. Nothing that a caller learns from them depends on whether an address is known. */
export function createCodes({
  store,
  counters,
  limit,
  keyedHash,
  secretHash,
  mailer,
  logger,
  clock,
}: CodePorts) {
  const subjectOf = ({ email, isKnown, keyThumbprint }: Omit<Requester, 'purpose'>) =>
    secretHash(isKnown ? `${email} ${keyThumbprint}` : email)

  /** Not awaited by the response: its time would depend on the mail server. */
  async function deliver(sender: Mailer, to: string, mail: Mail, idHash: string): Promise<void> {
    try {
      await sender.send({ to, ...mail })
      await store.setDelivery(idHash, 'accepted')
    } catch (error) {
      logger.warn({ message: error instanceof Error ? error.message : String(error) }, 'code not sent')
      await store.setDelivery(idHash, 'failed').catch(() => undefined)
    }
  }

  return {
    /**
     * Sends a code.
     * @param mailOf the message that contains the code.
     * @throws HttpError 429 with the time until the next code, 501 without a mail server
     */
    send: async (requester: Requester, client: string, mailOf: (code: string) => Mail) => {
      if (mailer === undefined) throw notConfigured('mail server')
      const subject = subjectOf(requester)
      await limit(`codes of client ${client}`, codesPerClient, hour)
      await limit(`code resend ${subject}`, 1, codeResendMs)
      await limit(`codes to ${subject}`, codesPerAddress, hour)
      const [id, code] = [randomNonce(), randomCode()]
      const idHash = secretHash(id)
      const { keyThumbprint, purpose, email } = requester
      await store.add({
        ...{ idHash, keyThumbprint, purpose, email },
        codeHash: keyedHash.hash(codeContext, `${id} ${code}`),
        expiresAtMs: clock() + codeLifetimeMs,
      })
      void deliver(mailer, email, mailOf(code), idHash)
      return { id, lifetimeSeconds: codeLifetimeMs / second, resendSeconds: codeResendMs / second }
    },
    /** Sends a message without a code, if it can be sent: nothing depends on it. */
    notify: (to: string, mail: Mail): void => {
      mailer?.send({ to, ...mail }).catch((error: unknown) => {
        logger.warn({ message: error instanceof Error ? error.message : String(error) }, 'notice not sent')
      })
    },
    /** @throws HttpError 404 */
    delivery: async (id: string, keyThumbprint: string): Promise<Delivery> => {
      const delivery = await store.delivery({ idHash: secretHash(id), keyThumbprint }, clock())
      if (delivery === undefined) throw unknownCode()
      return delivery
    },
    /**
     * Verifies a code and consumes it.
     * @param isKnown see `Requester`.
     * @throws HttpError 400 wrong; 404 unknown, used, expired or of another key; 429 too many attempts
     */
    verify: async (
      { id, code }: { readonly id: string; readonly code: string },
      { keyThumbprint, purpose }: Pick<Requester, 'keyThumbprint' | 'purpose'>,
      isKnown: (email: string) => Promise<boolean>,
    ): Promise<OneTimeCode> => {
      const idHash = secretHash(id)
      const attempt = await store.attempt({ idHash, keyThumbprint, purpose }, codeAttemptLimit, clock())
      if (attempt.is === 'absent') throw unknownCode()
      if (attempt.is === 'exhausted') throw new HttpError(429, 'Too many wrong codes')
      const { email, codeHash } = attempt.code
      // Counted before the comparison, so that parallel guesses at several codes cannot exceed the limit.
      const counter = `wrong codes of ${subjectOf({ email, keyThumbprint, isKnown: await isKnown(email) })}`
      const counted = await counters.countGuess(counter, wrongAttemptsPerAddress, 24 * hour, clock())
      if (counted.is === 'exhausted') throw tooManyRequests('Too many wrong codes', counted.untilMs - clock())
      if (!keyedHash.matches(codeHash, codeContext, `${id} ${code}`)) throw new HttpError(400, 'Invalid code')
      if (!(await store.consume(idHash))) throw unknownCode()
      await counters.refundGuess(counted.guess)
      return attempt.code
    },
  }
}

const unknownCode = () => new HttpError(404, 'The code is unknown or expired')
