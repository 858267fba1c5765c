import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import type { RecoveryRequest } from '#shared/api/embedded-recovery.ts'
import type { MissingWay } from '#shared/api/missing-way.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { MessageKey } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import type { Bytes } from '../core/bytes.ts'

/** What the user does to keep the wallet: adds a way to open it, reads its words, or removes a passkey. */
export type KeepChoice =
  | 'passkey'
  | 'code'
  | 'phrase'
  | 'key'
  | 'send'
  | 'assistance'
  | 'remove-passkey'
  | 'later'

/** What the user does where a code of an email is asked for. */
export type StepUpEntry =
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'resend' }
  | { readonly is: 'back' }

/** A way to bring the wallet to this device. */
export type RestoreWay = 'device' | 'passkey' | 'code' | 'assisted' | 'phrase'

/** What the user does about a request for a recovery: `look` reads it again. */
export type RecoveryChoice = 'open' | 'look' | 'cancel' | 'back'

/** What the user does about passkeys that this device may not have. */
export type PasskeyChoice =
  | { readonly is: 'keep' }
  | { readonly is: 'add' }
  | { readonly is: 'remove'; readonly id: string }

/** Why an operation failed, as a text that says what to do. */
export type VaultProblem = Extract<MessageKey, `vault.${string}`>

/** What the vault shows. A screen with a function waits for the user, whose answer it passes on. */
export type VaultScreen =
  /** The frame, the server or the device works. */
  | { readonly is: 'working'; readonly title: MessageKey; readonly text?: MessageKey }
  /** The end, or nothing that the user can do here. */
  | {
      readonly is: 'message'
      readonly title: MessageKey
      readonly text?: MessageKey
      readonly isAlert?: boolean
    }
  /** The request, as the confirm window shows it. */
  | { readonly is: 'review' }
  | { readonly is: 'prove'; readonly answer: () => void }
  | { readonly is: 'create'; readonly answer: () => void }
  /** A deletion of the account is requested, which the wallet's keys cancel. */
  | { readonly is: 'deletion-alert'; readonly answer: () => void }
  | {
      readonly is: 'keep'
      /** Whether the wallet was just created. */
      readonly isNew: boolean
      /** What the wallet needs to survive the loss of its devices. */
      readonly missing: MissingWay | undefined
      readonly canRemovePasskey: boolean
      /** Whether the operator can open the wallet; undefined: the operator does not offer it. */
      readonly isAssisted: boolean | undefined
      readonly problem: VaultProblem | undefined
      readonly answer: (choice: KeepChoice) => void
    }
  | {
      readonly is: 'log-in'
      readonly problem: VaultProblem | undefined
      readonly answer: (choice: 'log-in' | 'sign-up') => void
    }
  /** The 12 words, which the user asked for. */
  | { readonly is: 'phrase'; readonly phrase: string; readonly answer: () => void }
  | { readonly is: 'choose-key'; readonly answer: (namespace: Namespace | undefined) => void }
  /** The key of one account, which the user asked for. */
  | {
      readonly is: 'key'
      readonly namespace: Namespace
      readonly key: string
      readonly answer: () => void
    }
  | { readonly is: 'new-code'; readonly code: string; readonly answer: () => void }
  | {
      readonly is: 'restore'
      /** Whether the keys are on this device, and only a passkey that was not used opens them. */
      readonly isOnDevice: boolean
      readonly ways: readonly RestoreWay[]
      readonly problem: VaultProblem | undefined
      readonly answer: (way: RestoreWay) => void
    }
  | {
      readonly is: 'enter-code'
      /** Gets the 16 bytes of a code without typing errors; undefined: back. */
      readonly answer: (factor: Bytes | undefined) => void
    }
  | {
      readonly is: 'enter-phrase'
      /** Gets the entropy of a valid phrase; undefined: back. */
      readonly answer: (entropy: Bytes | undefined) => void
    }
  | {
      readonly is: 'step-up'
      readonly problem: VaultProblem | undefined
      /** When a new code can be requested, in epoch milliseconds. */
      readonly resendAtMs: number
      readonly answer: (entry: StepUpEntry) => void
    }
  /** Only a login on the site proves this user; the answer is whether to look again. */
  | {
      readonly is: 'login-needed'
      /** Whether a login there counts here: not in a window that no site has opened. */
      readonly hasFrame: boolean
      readonly answer: (isRepeated: boolean) => void
    }
  | {
      readonly is: 'passkeys'
      readonly passkeys: readonly Pick<EmbeddedAccount['passkeys'][number], 'id' | 'name'>[]
      readonly problem: VaultProblem | undefined
      readonly answer: (choice: PasskeyChoice) => void
    }
  /** Whether to remove the passkey with this name. */
  | { readonly is: 'remove-passkey'; readonly name: string; readonly answer: (isConfirmed: boolean) => void }
  /** New device: how the other device sends the wallet. `link`: opens its vault. */
  | { readonly is: 'transfer-start'; readonly link: string; readonly back: () => void }
  /** New device: the number that the user types on the other one; the answer is whether that one accepted it. */
  | {
      readonly is: 'transfer-number'
      readonly number: string
      readonly answer: (isAccepted: boolean) => void
    }
  /** Old device, before a new one has asked. */
  | { readonly is: 'transfer-look'; readonly back: () => void }
  /** Old device: which device asks; the answer is whether the user has it at hand. */
  | { readonly is: 'transfer-confirm'; readonly name: string; readonly answer: (isAtHand: boolean) => void }
  /** The other device is next. */
  | { readonly is: 'transfer-wait'; readonly back: () => void }
  /** Old device: gets the number on the new one; undefined: back. */
  | {
      readonly is: 'transfer-enter'
      readonly name: string
      readonly answer: (number: string | undefined) => void
    }
  | { readonly is: 'transfer-sent'; readonly answer: () => void }
  /** What it means that the operator can open the wallet; the answer is whether to turn it on, or off. */
  | { readonly is: 'assistance'; readonly isOn: boolean; readonly answer: (isChanged: boolean) => void }
  | { readonly is: 'recovery-intro'; readonly email: string; readonly answer: (isBegun: boolean) => void }
  /** A request for a recovery. */
  | {
      readonly is: 'recovery'
      readonly request: RecoveryRequest
      /** See `requestCode`. */
      readonly code: string
      /** Whether this browser can open it, once it is answered. */
      readonly canOpen: boolean
      readonly answer: (choice: RecoveryChoice) => void
    }
  /** On a device that has the wallet; the answer is whether to cancel the request. */
  | {
      readonly is: 'recovery-alert'
      readonly request: RecoveryRequest
      readonly answer: (isCancelled: boolean) => void
    }
  /** Whether the site may be paid without this window; the answer is the limit in base units and its duration, undefined: none. */
  | {
      readonly is: 'spending-limit'
      readonly symbol: string
      readonly decimals: number
      /** Whether it is the network's currency, in which fees are paid. */
      readonly isNative: boolean
      readonly problem: VaultProblem | undefined
      readonly answer: (limit: { readonly maximum: bigint; readonly lifetimeMs: number } | undefined) => void
    }
  | {
      readonly is: 'failed'
      readonly problem: VaultProblem
      /** Absent: trying again cannot help. */
      readonly retry: (() => void) | undefined
    }

/** The screen with a name. */
export type ScreenOf<Name extends VaultScreen['is']> = Extract<VaultScreen, { is: Name }>

export const vaultScreenAtom = atom<VaultScreen>({ is: 'working', title: 'vault.loading' })

/** Shows a screen, and resolves to the user's answer. */
export type AskUser = <Answer>(screenOf: (answer: (value: Answer) => void) => VaultScreen) => Promise<Answer>
